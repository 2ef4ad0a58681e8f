import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

// The code of docs/guides/webhooks.md with the official libraries, on a delivery as it arrived.
const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))

let system: WebhookSystem
let dir: string
let event: unknown
beforeAll(async () => {
  system = await openWebhookSystem()
  dir = await mkdtemp(join(tmpdir(), 'jobboard-official-'))
  const { id, signingSecret } = await system.subscribe()
  await system.submit()
  const [request] = system.receiver.requestsOf((await system.delivery(id, 'Succeeded')).id)
  const { headers, body } = request!
  event = JSON.parse(body.toString())
  const delivery = { secret: signingSecret, headers, body: body.toString() }
  await writeFile(join(dir, 'delivery.json'), JSON.stringify(delivery))
  await writeFile(join(dir, 'changed.json'), JSON.stringify({ ...delivery, body: `${delivery.body} ` }))
  const guide = await readFile(join(root, 'docs/guides/webhooks.md'), 'utf8')
  for (const file of ['verify-standard.ts', 'verify_standard.py']) {
    const [, code] = new RegExp(`^\`\`\`\\w+\\n((?://|#) ${file}\\n[^]*?)^\`\`\``, 'm').exec(guide)!
    await writeFile(join(dir, file), code!)
  }
})
afterAll(async () => {
  await system.stop()
  await rm(dir, { recursive: true, force: true })
})

test('the TypeScript of the guide verifies a real delivery with the library of npm, and refuses a changed body (P-372)', async () => {
  await symlink(join(root, 'node_modules'), join(dir, 'node_modules'))
  const program = `import { readFileSync } from 'node:fs'
import { readEvent } from './verify-standard.ts'
const { secret, headers, body } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
console.log(JSON.stringify(readEvent(secret, headers, body)))`
  await writeFile(join(dir, 'main.mts'), program)
  const { stdout } = await run(process.execPath, ['main.mts', 'delivery.json'], { cwd: dir })
  expect(JSON.parse(stdout)).toEqual(event)
  await expect(run(process.execPath, ['main.mts', 'changed.json'], { cwd: dir })).rejects.toThrow(
    'No matching signature found',
  )
})

test('the Python of the guide verifies a real delivery with the library of PyPI, and refuses a changed body (P-372)', async ({
  skip,
}) => {
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--retries', '1']
  const installed = spawnSync(
    'python3',
    [...pip, '--target', join(dir, 'packages'), 'standardwebhooks==1.1.0'],
    { encoding: 'utf8' },
  )
  if (installed.status !== 0) {
    const reason = installed.error?.message ?? installed.stderr.trim().split('\n').at(-1)
    skip(`SKIPPED: standardwebhooks of PyPI cannot be installed here: ${reason}`)
  }
  const program = `import json, sys
from verify_standard import read_event
given = json.load(open(sys.argv[1], encoding="utf-8"))
print(json.dumps(read_event(given["secret"], given["headers"], given["body"])))`
  await writeFile(join(dir, 'main.py'), program)
  const options = { cwd: dir, env: { ...process.env, PYTHONPATH: join(dir, 'packages') } }
  const { stdout } = await run('python3', ['main.py', 'delivery.json'], options)
  expect(JSON.parse(stdout)).toEqual(event)
  await expect(run('python3', ['main.py', 'changed.json'], options)).rejects.toThrow('No matching signature')
})
