import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, openDb } from '@jobboard/db/db'
import { type MigrationSource, migrate } from '@jobboard/db/migrate'
import { natsServerFile, openSchema as openEmptySchema } from '@jobboard/testkit/infra'
import type { Log } from '../../src/log.ts'
import { type Bus, openBus } from '../../src/nats/bus.ts'
import { eventMigrations } from '../../src/publisher/outbox.ts'

const WAIT_MS = 20_000

/** Polls until `check` answers something truthy, and returns it. Throws after 20 s. */
export async function until<T>(
  what: string,
  check: () => Promise<T> | T,
  waitMs = WAIT_MS,
): Promise<NonNullable<T>> {
  const deadline = Date.now() + waitMs
  for (;;) {
    const answer = await check()
    if (answer) return answer
    if (Date.now() > deadline) throw new Error(`waited in vain for: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** A migrated schema of its own; `drop` removes it. */
export async function openSchema(sources: MigrationSource[] = [eventMigrations]): Promise<{
  url: string
  db: Db
  drop(): Promise<void>
}> {
  const { url, drop } = await openEmptySchema()
  await migrate(url, sources)
  const db = openDb({ url })
  return {
    url,
    db,
    async drop() {
      await db.close()
      await drop()
    },
  }
}

/** A nats-server of its own with a store that outlives `kill`. */
export interface Nats {
  url: string
  start(): Promise<void>
  /** SIGKILL. */
  kill(): Promise<void>
  wipe(): void
  stop(): Promise<void>
}

/** A nats-server on a free port, started unless told otherwise. */
export async function startNats({ running = true } = {}): Promise<Nats> {
  const port = await freePort()
  const store = mkdtempSync(join(tmpdir(), 'events-nats-'))
  let child: ChildProcess | undefined
  const nats: Nats = {
    url: `nats://127.0.0.1:${port}`,
    async start() {
      const flags = ['-js', '-a', '127.0.0.1', '-p', String(port), '-sd', store]
      child = spawn(await natsServerFile(), flags, { stdio: 'ignore' })
      await until('nats-server', () => accepts(port))
    },
    async kill() {
      const dying = child
      child = undefined
      if (!dying || dying.exitCode !== null) return
      const gone = new Promise((resolve) => dying.once('exit', resolve))
      dying.kill('SIGKILL')
      await gone
    },
    wipe: () => rmSync(store, { recursive: true, force: true }),
    async stop() {
      await nats.kill()
      nats.wipe()
    },
  }
  if (running) await nats.start()
  return nats
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(socket.destroy() !== undefined))
    socket.once('error', () => resolve(false))
  })
}

/** Keeps what was logged, for tests that look at it. */
export function memoryLog(): Log & { lines: { level: string; details: object; message: string }[] } {
  const lines: { level: string; details: object; message: string }[] = []
  const keep = (level: string) => (details: object, message: string) =>
    void lines.push({ level, details, message })
  return { lines, info: keep('info'), warn: keep('warn'), error: keep('error') }
}

/** A bus that is connected. */
export async function connectedBus(url: string, log: Log = memoryLog()): Promise<Bus> {
  const bus = openBus({ url, name: 'test', log })
  await bus.ready()
  return bus
}
