import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@jobboard/stack/infra/free-port'
import { startNats } from '@jobboard/stack/infra/nats'

/** A NATS that a test takes down, brings back, and robs of what it stored. */
export interface ControllableNats {
  url: string
  start(): Promise<void>
  stopServer(): Promise<void>
  /** Takes it down without warning (SIGKILL). */
  kill(): Promise<void>
  /** Keeps the store as it is now; only while it is down. */
  snapshot(): Promise<void>
  /** Loses everything since `keep`, or everything at all; only while it is down. */
  wipe(since?: 'keep'): Promise<void>
  stop(): Promise<void>
}

/** One on a port of its own, up. */
export async function openControllableNats(): Promise<ControllableNats> {
  const dir = await mkdtemp(join(tmpdir(), 'jobboard-nats-'))
  const port = await freePort()
  const start = () => startNats({ dir: join(dir, 'live'), port, log: () => {} })
  let running: Awaited<ReturnType<typeof start>> | undefined = await start()
  const down = async () => {
    await running?.stop()
    running = undefined
  }
  const store = join(dir, 'live', 'jetstream')
  return {
    url: running.url,
    stopServer: down,
    async kill() {
      process.kill(running!.pid!, 'SIGKILL')
      await running!.exited
      await down()
    },
    async start() {
      running ??= await start()
    },
    snapshot: () => cp(store, join(dir, 'kept'), { recursive: true }),
    async wipe(since) {
      await rm(store, { recursive: true })
      if (since) await cp(join(dir, 'kept'), store, { recursive: true })
    },
    async stop() {
      await down()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
