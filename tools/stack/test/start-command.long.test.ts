import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { upstreamNames } from '@jobboard/contracts/services'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { root } from '../src/settings.ts'
import { type CopiedCheckout, openCopiedCheckout } from './support/copied-checkout.ts'

interface StackTarget {
  targets: string[]
  labels: { service: string; replica: string }
}

vi.setConfig({ testTimeout: 180_000 })

let checkout: CopiedCheckout
beforeAll(async () => {
  checkout = await openCopiedCheckout('job board')
})
afterEach(() => checkout.killAll())
afterAll(() => checkout.remove())

function start(variables: Record<string, string> = {}) {
  const env = { WARM_UP_REQUESTS: '0', ...variables }
  const { child, ...command } = checkout.run(process.execPath, ['tools/stack/bootstrap.mjs', 'start'], env)
  // What Ctrl-C does in a terminal.
  return { ...command, interrupt: () => process.kill(-child.pid!, 'SIGINT') }
}

const npmStart = (variables: Record<string, string> = {}) =>
  checkout.run('npm', ['start'], { WARM_UP_REQUESTS: '0', ...variables })

test('it starts in a folder with a blank in its path, with links of the portal and for npm run smoke; Ctrl-C stops every process', async () => {
  const { printed, interrupt, ended } = start()
  const banner = await printed('the data stays.')
  expect(banner).toContain(`http://127.0.0.1:${checkout.ports.PORT}/docs`)
  expect(banner).toContain(readmeCall())
  const docs = await fetch(`http://127.0.0.1:${checkout.ports.PORT}/docs`)
  expect(docs.status).toBe(200)
  const [link, operator] = [...banner.matchAll(/^ {2}(http:\S+\/sign-in\/link\/\S+)$/gm)].map(
    ([, url]) => url!,
  )
  for (const url of [link!, operator!]) {
    const page = await fetch(url)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<button')])
  }
  expect(checkout.processes().length).toBeGreaterThan(8)
  const smoke = await checkout.run(process.execPath, ['tools/stack/bootstrap.mjs', 'smoke']).ended
  expect(smoke).toEqual({
    code: 0,
    output: expect.stringMatching(/ the signed webhook .* arrived [\s\S]*\nOK: 10 steps/),
  })
  interrupt()
  expect((await ended).code).toBe(0)
  expect(checkout.processes()).toEqual([])
})

// A supervisor, a CI job and `kill` send a signal to npm alone; Ctrl-C in a terminal sends it to the whole group.
test('a second start has the data of the first and keeps its logs; stack.json lists where each process serves /metrics; SIGTERM to the npm process of npm start ends every process (P-327)', async () => {
  const folder = join(checkout.folder, '.jobboard')
  const demo = readFileSync(join(folder, 'demo.json'), 'utf8')
  const log = readFileSync(join(folder, 'logs', 'jobs.log'), 'utf8')
  const { child, printed, ended } = npmStart()
  await printed('the data stays.')
  const listed: StackTarget[] = JSON.parse(readFileSync(join(folder, 'stack.json'), 'utf8'))
  expect(listed.map(({ labels }) => labels.service).sort()).toEqual(
    [...upstreamNames, 'gateway', 'portal'].sort(),
  )
  for (const { targets } of listed) {
    expect(await (await fetch(`http://${targets[0]}/metrics`)).text()).toContain(
      'http_request_duration_seconds',
    )
  }
  const { targets } = listed.find(({ labels }) => labels.service === 'jobs')!
  // PORT + 22, or a free one where that is taken.
  expect(targets).toEqual([expect.stringMatching(/^127\.0\.0\.1:\d+$/)])
  expect(checkout.processes().length).toBeGreaterThan(8)
  child.kill('SIGTERM')
  await ended
  expect(checkout.processes()).toEqual([])
  expect(readFileSync(join(folder, 'demo.json'), 'utf8')).toBe(demo)
  expect(readFileSync(join(folder, 'logs', 'jobs.log.1'), 'utf8')).toBe(log)
})

// One folder: a start continues where an interrupted one ended.
const interrupted = () => join(checkout.folder, '.interrupted')
test.each([
  ['NATS', 'Starting NATS'],
  ['demo data', 'Adding demo data'],
])('Ctrl-C while it starts %s stops every process and is no failure', async (_what, line) => {
  const { printed, interrupt, ended } = start({ DATA_DIR: interrupted() })
  await printed(line)
  interrupt()
  const { code, output } = await ended
  expect({ code, lastLine: output.trimEnd().split('\n').at(-1) }).toEqual({ code: 0, lastLine: 'Stopping…' })
  expect(checkout.processes()).toEqual([])
})

test('SIGINT to the npm process of npm start while it starts the services stops every process (P-327)', async () => {
  const { child, printed, ended } = npmStart({ DATA_DIR: interrupted() })
  await printed('Starting the services')
  child.kill('SIGINT')
  await ended
  expect(checkout.processes()).toEqual([])
})

/** The first curl call of README.md, with the address and the key of this stack. */
function readmeCall(): string {
  const call = /^curl .*$/m.exec(readFileSync(join(root, 'README.md'), 'utf8'))![0]
  const demo = JSON.parse(readFileSync(join(checkout.folder, '.jobboard', 'demo.json'), 'utf8'))
  return call
    .replace('localhost:8080', `http://127.0.0.1:${checkout.ports.PORT}`)
    .replace('$KEY', demo.employers[0].apiKey)
}
