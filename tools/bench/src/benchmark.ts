import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Bus, openBus } from '@jobboard/events/nats/bus'
import { postJson } from '@jobboard/jobboard/demo/post-json'
import { freePort } from '@jobboard/stack/infra/free-port'
import type { Log } from '@jobboard/stack/infra/log'
import { readSettings, type Settings } from '@jobboard/stack/settings'
import { type Stack, startStack } from '@jobboard/stack/stack'
import { openReceiver, type Receiver } from '@jobboard/testkit/receiver'
import pg from 'pg'
import type { Figure } from './figures.ts'

/** What a benchmark found; `tables` are Markdown. */
export interface Result {
  figures: Figure[]
  tables?: string[]
}

/** A benchmark of a new stack: `fill` makes what `measure` needs. Or one that starts itself what it measures. */
export type Benchmark<Data = unknown> = {
  name: string
  help: string
  /** Runs when no benchmark is named. */
  isDefault?: boolean
} & (
  | { fill(bench: Bench): Promise<Data>; measure(bench: Bench, data: Data): Promise<Result> }
  | { measureAlone(log: Log): Promise<Result> }
)

/** A running stack and what is opened beside it, which is closed before the stack. */
export type Bench = ReturnType<typeof benchOf>

const IS_QUICK = process.argv.includes('--quick')
const SCALE = Number(process.env.BENCH_SCALE ?? (IS_QUICK ? 0.01 : 1))

/** A number of rows, calls or seconds, smaller or larger with BENCH_SCALE and `--quick`, but at least `least`. */
export const scaled = (count: number, least = 1): number => Math.max(least, Math.round(count * SCALE))

/** Runs a benchmark on a stack of its own; BENCH_DATA_DIR keeps its data. */
export async function withStack<T>(log: Log, run: (bench: Bench) => Promise<T>): Promise<T> {
  const { BENCH_DATA_DIR } = process.env
  const dataDir = BENCH_DATA_DIR ? resolve(BENCH_DATA_DIR) : mkdtempSync(join(tmpdir(), 'jobboard-bench-'))
  const ports = { PORT: String(await freePort()), ADMIN_PORT: String(await freePort()) }
  const env = {
    SANDBOX: 'admins',
    ...process.env,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    PORTAL_PORT: undefined,
    ...ports,
  }
  const settings = readSettings(env)
  const interrupted = new AbortController()
  process.once('SIGINT', () => interrupted.abort(new Error('Stopped.')))
  const aborted = new Promise<never>((_, reject) => {
    interrupted.signal.addEventListener('abort', () => reject(interrupted.signal.reason))
  })
  aborted.catch(() => {})
  const stack = await startStack(settings, env, log, interrupted.signal)
  const closing: (() => Promise<unknown>)[] = []
  try {
    return await Promise.race([aborted, run(benchOf(stack, settings, log, closing))])
  } finally {
    for (const close of closing.reverse()) await close()
    await stack.stop()
    if (!BENCH_DATA_DIR) rmSync(dataDir, { recursive: true, force: true })
  }
}

function benchOf(stack: Stack, settings: Settings, log: Log, closing: (() => Promise<unknown>)[]) {
  const env = (service: string): Record<string, string | undefined> =>
    stack.plans.find(({ name }) => name === service)!.plan.env
  return {
    stack,
    settings,
    log,
    env,
    /** POSTs to the Admin API. */
    admin: <T>(path: string, body: unknown) => postJson<T>(stack.adminUrl, settings.adminToken, path, body),
    /** A connection to the database of a service. */
    async connect(service: string): Promise<pg.Client> {
      const client = new pg.Client({ connectionString: env(service).DATABASE_URL! })
      await client.connect()
      closing.push(() => client.end())
      return client
    },
    async openBus(): Promise<Bus> {
      const silent = { info() {}, warn() {}, error() {} }
      const bus = openBus({ url: stack.plans[0]!.plan.env.NATS_URL!, name: 'bench', log: silent })
      closing.push(() => bus.close())
      await bus.ready()
      return bus
    },
    async openReceiver(): Promise<Receiver> {
      const receiver = await openReceiver()
      closing.push(() => receiver.close())
      return receiver
    },
  }
}

/** Throws when a table has rows: the benchmark fills it itself. */
export async function assertEmpty(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query(`select exists (select from ${table}) as filled`)
  if (rows[0].filled)
    throw new Error(`The table ${table} is not empty: this benchmark needs a new data folder.`)
}
