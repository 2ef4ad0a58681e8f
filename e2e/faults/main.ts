import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { chosen, type Fault, type Options, type System } from './fault.ts'
import { measure, openTrial, TABLE_HEAD } from './measure.ts'

/** A system that faults are injected into by hand. */
interface Harness {
  usage: string
  faults: readonly Fault[]
  start(options: Options, log: (line: string) => void): Promise<System>
  /** The command line that runs a command where the system can be started. */
  inside?(command: readonly string[]): string[]
}

const harnesses: Record<string, () => Promise<Harness>> = {
  skew: () => import('./systems/skew.ts'),
  cluster: () => import('./systems/cluster.ts'),
  compose: () => import('./systems/compose.ts'),
  kubernetes: () => import('./systems/kubernetes.ts'),
}

const OPTIONS = `
  --only TEXT       only faults whose name contains the text; may be repeated
  --hold SECONDS    how long a fault lasts; 10 by default, at most 60
  --list            prints the names of the faults
  --keep            keeps the data and the logs of what it starts

The load, some 25 calls a second: jobs, applications, searches, profiles, lists, the event feed, keys and erasures, each call
repeated with its Idempotency-Key until it succeeds; lists and drafts that are never repeated. After each fault it compares
what was accepted with what is stored and what the webhook receiver got, and prints a row. Exit code 1: something was lost or
doubled, or failed where nothing may.`

const MOST_HOLD_SECONDS = 60
const MAX_MS = 30 * 60_000
const INSIDE = 'JOBBOARD_FAULTS_INSIDE'

const log = (line: string) => void process.stderr.write(`${line}\n`)

function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', multiple: true, default: [] },
      hold: { type: 'string', default: '10' },
      list: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
      project: { type: 'string', default: '' },
    },
  })
  const seconds = Number(values.hold)
  if (!(seconds > 0 && seconds <= MOST_HOLD_SECONDS))
    throw new Error(`--hold must be a number of seconds up to ${MOST_HOLD_SECONDS}`)
  return { ...values, holdMs: seconds * 1_000 }
}

async function runAll(
  harness: Harness,
  faults: readonly Fault[],
  options: ReturnType<typeof readOptions>,
): Promise<number> {
  const system = await harness.start(options, log)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void system.stop().finally(() => process.exit(130)))
  let isGood = true
  try {
    const trial = await openTrial(system)
    console.log(TABLE_HEAD)
    const endsAtMs = performance.now() + MAX_MS
    for (const fault of faults) {
      if (performance.now() > endsAtMs) {
        console.log(
          `Ended after ${MAX_MS / 60_000} minutes, before "${fault.name}": run the rest with --only.`,
        )
        return 1
      }
      log(`${fault.name}…`)
      const { row, problems } = await measure(trial, fault, options.holdMs)
      console.log(row)
      for (const problem of problems) console.log(`${fault.name}: ${problem}`)
      if (problems.length > 0) isGood = false
    }
  } finally {
    await system.stop()
  }
  return isGood ? 0 : 1
}

/** Runs this command again where the system can be started, and returns its exit code. */
async function runInside(command: string[]): Promise<number> {
  const env = { ...process.env, [INSIDE]: '1' }
  // unshare ignores SIGTERM; with it all processes of its namespace end. A fault that hangs ends the run too.
  const limits = { timeout: 2 * MAX_MS, killSignal: 'SIGKILL' } as const
  const child = spawn(command[0]!, command.slice(1), { stdio: 'inherit', env, ...limits })
  process.once('SIGTERM', () => child.kill('SIGKILL'))
  return new Promise((resolve) => {
    child.once('error', (error) => {
      log(`It needs ${command[0]}: ${error.message}`)
      resolve(1)
    })
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

async function main(): Promise<number> {
  const [name = '', ...args] = process.argv.slice(2)
  const harness = await harnesses[name]?.()
  if (!harness) throw new Error(`the first argument must be one of ${Object.keys(harnesses).join(', ')}`)
  const help = `${harness.usage}\n${OPTIONS}`
  try {
    const options = readOptions(args)
    const faults = chosen(harness.faults, options.only)
    if (options.help) console.log(help)
    else if (options.list) for (const fault of faults) console.log(fault.name)
    else if (faults.length === 0) throw new Error('--only is no part of a name of --list')
    else if (harness.inside && !process.env[INSIDE])
      return runInside(harness.inside([process.execPath, ...process.argv.slice(1)]))
    else return await runAll(harness, faults, options)
    return 0
  } catch (error) {
    const { message, cause } = error as Error
    log(`${message}${cause ? `: ${cause}` : ''}\n--help says more.`)
    return 1
  }
}

process.exit(await main())
