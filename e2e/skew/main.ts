import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { checkOut } from '@jobboard/releases/check-out'
import { ROOT, readReleases } from '@jobboard/releases/releases'
import { type Load, startLoad } from './load.ts'
import { listed, rowOf, TABLE_HEAD } from './report.ts'
import { planSteps, type Step, services } from './steps.ts'
import { type MixedSystem, startMixedSystem } from './system.ts'

const MOST_SECONDS = 60
const CANDIDATES = 400
const AFTERWARDS_MS = 1_000

const USAGE = `npm run do -- test:skew [--only SERVICE]... [--seconds N]

Runs the release before this tree (N-1, the first of releases.json) and this tree (N) side by side, on one Postgres and
one NATS, each service twice, under load: publish, apply, move, search, unlock, webhooks, event feed, keys, pages of the
portal (not those that show what only N of a service has, while it runs in N-1). First a rolling upgrade of everything
from N-1 to N; then each service of N-1 with all others of N; a rolling way back; then each service of N with all others
of N-1. Prints a table row for each: tries, failed tries, the longest wait, what was lost or doubled. Exit code 1:
anything failed, was lost or doubled, or a process ended.

  --only SERVICE   only the pairs of this service, one of ${[...services, 'portal'].join(', ')}; may be repeated
  --seconds N      how long each pair is under load after its change, 1 to ${MOST_SECONDS}; default 10
  --keep           keep the folder with the data and the logs of all processes, and print where it is

The first run writes N-1 to ~/.cache/jobboard and installs it there (about 700 MB). Needs the commit of N-1 in this clone:
after a shallow one, git fetch --unshallow. Everything stays on 127.0.0.1. The whole run takes about 15 minutes.`

function readOptions() {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      only: { type: 'string', multiple: true, default: [] },
      seconds: { type: 'string', default: '10' },
      keep: { type: 'boolean', default: false },
    },
  })
  const unknown = values.only.find((name) => ![...services, 'portal'].some((service) => service === name))
  if (unknown !== undefined) throw new Error(`--only: there is no service "${unknown}"`)
  const seconds = Number(values.seconds)
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > MOST_SECONDS)
    throw new Error(`--seconds is "${values.seconds}": it must be a whole number from 1 to ${MOST_SECONDS}`)
  return { ...values, seconds }
}

const log = (line: string) => void process.stderr.write(`${line}\n`)

/** Runs every step and prints its row. Returns whether all of them are good. */
async function runSteps(steps: Step[], holdMs: number, keepData: boolean): Promise<boolean> {
  const [release] = readReleases()
  if (!release) throw new Error('releases.json is empty: nothing was released before this tree')
  const old = await checkOut(release, log)
  const treeOf = { old, new: ROOT }
  let current = steps[0]!.before
  log(`N-1 is release ${release.version} in ${old}. Starting everything…`)
  const system = await startMixedSystem((service) => (service === 'portal' ? ROOT : treeOf[current]), log)
  let isGood = true
  // Ends every process and deletes the folder, also at Ctrl-C.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void system.stop(keepData).finally(() => process.exit(130)))
  }
  try {
    const load = await startLoad(system, CANDIDATES)
    let visits = false
    console.log(TABLE_HEAD)
    for (const step of steps) {
      if (current !== step.before) {
        log(`Changing everything to ${step.before === 'new' ? 'N' : 'N-1'}, without load…`)
        await load.pause()
        for (const service of services) await system.runFrom(service, treeOf[step.before])
        current = step.before
        await load.resume()
      }
      if (current === 'new' && !visits) {
        await load.visitPortal()
        visits = true
      }
      const other = current === 'new' ? 'old' : 'new'
      log(`${step.name}…`)
      isGood = (await runStep(step, system, load, treeOf[other], treeOf[current], holdMs)) && isGood
      if (!step.isUndone && step.change.length > 0) current = other
    }
    await load.pause()
  } finally {
    await system.stop(keepData)
    if (keepData) log(`The data and the logs are in ${system.dataDir}`)
  }
  return isGood
}

async function runStep(
  step: Step,
  system: MixedSystem,
  load: Load,
  to: string,
  back: string,
  holdMs: number,
): Promise<boolean> {
  await load.pause()
  load.drain()
  await load.resume()
  for (const service of step.change) await system.runFrom(service, to)
  await sleep(holdMs)
  await load.pause()
  const losses = await load.check()
  await load.resume()
  if (step.isUndone) for (const service of step.change) await system.runFrom(service, back)
  await sleep(AFTERWARDS_MS)
  await load.pause()
  const seen = { ...load.drain(), ...losses }
  await load.resume()
  const crashes = system.drainCrashes()
  console.log(rowOf(step.name, seen))
  for (const crash of crashes) console.log(crash)
  return crashes.length + seen.failures.length + listed(seen.lost).length + listed(seen.doubled).length === 0
}

async function main(): Promise<number> {
  let options: ReturnType<typeof readOptions>
  try {
    options = readOptions()
  } catch (error) {
    log(`${(error as Error).message}\nnpm run do -- test:skew --help`)
    return 2
  }
  if (options.help) console.log(USAGE)
  else if (!(await runSteps(planSteps(options.only), options.seconds * 1_000, options.keep))) return 1
  return 0
}

process.exitCode = await main().catch((error: Error) => {
  log(error.message)
  return 1
})
