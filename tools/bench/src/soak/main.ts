import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '@jobboard/stack/infra/free-port'
import { readSettings, root } from '@jobboard/stack/settings'
import { startStack } from '@jobboard/stack/stack'
import { markdownTable, quantile } from '../figures.ts'
import { chart } from './chart.ts'
import { type Load, openLoad } from './load.ts'
import { APPLIES_EACH, createCandidates, createEmployer } from './people.ts'
import { openReceiver } from './receiver.ts'
import { openSampler, type Sample, SERIES } from './samples.ts'

const help = `npm run soak: a stack of its own under a steady mix of calls, to see what grows over time.

  --minutes N    how long the steady load lasts (20)
  --share N      its rate as a share of what this machine manages (0.7)
  --rate N       its rate in rounds a second, in place of measuring what this machine manages
  --svg FILE     where the charts go (soak.svg in the root of the checkout)

First it measures for a minute how many rounds a second eight clients get done. One round: a candidate finds jobs and
applies, a recruiter lists applications, reads the new one and moves it, both changes arrive as webhooks; each second
round searches CVs, each twentieth publishes a job. Then the steady load begins. The table compares the first quarter
of it, without its first two minutes, with the last. Ctrl-C stops everything. Needs about 3 GB of disk.
`

const CAPACITY_CLIENTS = 8
const WARM_UP_MS = 20_000
const CAPACITY_MS = 60_000
const SAMPLE_MS = 5_000
const SETTLED_MINUTES = 2
/** Enough for 100 rounds a second. */
const CAPACITY_CANDIDATES = 800
const WEBHOOKS_WITHIN_MS = 60_000

const log = (line: string) => void process.stderr.write(`${line}\n`)

async function soak(minutes: number, share: number, rate: number | undefined, svg: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'jobboard-soak-'))
  const ports = { PORT: String(await freePort()), ADMIN_PORT: String(await freePort()) }
  const env = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn', PORTAL_PORT: undefined, ...ports }
  const settings = readSettings(env)
  const interrupted = new AbortController()
  process.once('SIGINT', () => interrupted.abort(new Error('Stopped.')))
  const stack = await startStack(settings, env, log, interrupted.signal)
  const receiver = await openReceiver()
  const sampler = await openSampler(stack)
  try {
    log('Creating people…')
    const employer = await createEmployer(stack, settings, receiver.url)
    const first = await createCandidates(stack, settings, 0, rate ? 1 : CAPACITY_CANDIDATES)
    const load = openLoad(stack.baseUrl, employer, first)
    let perSecond = rate
    if (!perSecond) {
      log('Measuring what this machine manages (80 s)…')
      await load.runClosed(CAPACITY_CLIENTS, WARM_UP_MS)
      const capacity = await load.runClosed(CAPACITY_CLIENTS, CAPACITY_MS)
      perSecond = capacity * share
      log(`${capacity.toFixed(1)} rounds a second; the load is ${perSecond.toFixed(1)}.`)
    }
    const used = Math.ceil(load.started / APPLIES_EACH) + CAPACITY_CLIENTS
    const wanted = Math.ceil((perSecond * minutes * 60) / APPLIES_EACH) + used + CAPACITY_CLIENTS
    log(`Creating ${Math.max(0, wanted - first.length)} more candidates…`)
    load.candidateKeys.push(
      ...(await createCandidates(stack, settings, first.length, Math.max(0, wanted - first.length))),
    )
    log(`Steady load for ${minutes} minutes…`)
    load.drainTimes()
    const samples: Sample[] = []
    const at: number[] = []
    const begin = performance.now()
    let isOver = false
    const sampling = (async () => {
      while (!isOver && !interrupted.signal.aborted) {
        await sleep(SAMPLE_MS)
        samples.push(await sampler.read(load, receiver.arrived()))
        at.push((performance.now() - begin) / 60_000)
        if (samples.length % 12 === 0) log(progress(at.at(-1)!, samples.at(-1)!, load))
      }
    })()
    const aborted = new Promise<never>((_, reject) => {
      interrupted.signal.addEventListener('abort', () => reject(interrupted.signal.reason))
    })
    await Promise.race([load.runOpen(perSecond, minutes * 60_000), aborted])
    isOver = true
    await sampling
    const deadline = performance.now() + WEBHOOKS_WITHIN_MS
    while (receiver.arrived() < load.webhooksExpected && performance.now() < deadline) await sleep(100)
    const title = `npm run soak: ${perSecond.toFixed(1)} rounds a second`
    writeFileSync(svg, chart(title, at, samples, Object.keys(SERIES)))
    report(samples, at)
    const missing = load.webhooksExpected - receiver.arrived()
    process.stdout.write(
      `\n${load.rounds} rounds, ${load.webhooksExpected} webhooks, of which ${missing} did not arrive.\n`,
    )
    for (const [what, count] of load.failures) process.stdout.write(`failed ${count} times: ${what}\n`)
    process.stdout.write(`Charts: ${svg}\n`)
    if (load.failures.size > 0 || missing > 0) process.exitCode = 1
  } finally {
    await sampler.close()
    await receiver.close()
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function progress(minute: number, sample: Sample, load: Load): string {
  const value = (name: keyof typeof SERIES) => `${name} ${sample[name]!.toFixed(0)}`
  const failed = [...load.failures.values()].reduce((sum, count) => sum + count, 0)
  const seen = [value('p99 ms'), value('services MB'), value('events waiting'), `failed rounds ${failed}`]
  return `minute ${minute.toFixed(0)}: ${seen.join(', ')}`
}

/** Medians of the first quarter and of the last. */
function report(samples: Sample[], at: number[]): void {
  const settled = samples.filter((_, i) => at[i]! >= Math.min(SETTLED_MINUTES, at.at(-1)! / 5))
  const quarter = Math.max(1, Math.floor(settled.length / 4))
  const rows = Object.entries(SERIES).map(([name, what]) => {
    const median = (part: Sample[]) =>
      quantile(part.map((sample) => sample[name]!).filter(Number.isFinite), 0.5)
    const [first, last] = [median(settled.slice(0, quarter)), median(settled.slice(-quarter))]
    const change = first > 0 ? `${(((last - first) / first) * 100).toFixed(0)} %` : ''
    return [name, first, last, change, what]
  })
  process.stdout.write(
    `\n${markdownTable(['series', 'first quarter', 'last quarter', 'change', 'what'], rows)}\n`,
  )
}

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    share: { type: 'string', default: '0.7' },
    rate: { type: 'string' },
    svg: { type: 'string', default: join(root, 'soak.svg') },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
const [minutes, share, rate] = [values.minutes, values.share, values.rate].map(Number)
if (values.help) process.stdout.write(help)
else if (!(minutes! > 0 && share! > 0) || (values.rate && !(rate! > 0))) {
  log(`--minutes, --share and --rate are numbers above 0.\n\n${help}`)
  process.exitCode = 2
} else {
  soak(minutes!, share!, values.rate ? rate : undefined, resolve(values.svg)).catch((error: Error) => {
    log(error.message)
    process.exitCode = 1
  })
}
