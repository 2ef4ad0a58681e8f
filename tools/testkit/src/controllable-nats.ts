import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@jobboard/stack/infra/free-port'
import { startNats } from '@jobboard/stack/infra/nats'

/** A NATS server that a test can stop, kill and start again, and whose JetStream store it can save and
 * delete. */
export interface ControllableNats {
  url: string
  /** Starts the server again, on the same port and store. */
  start(): Promise<void>
  stopServer(): Promise<void>
  /** Ends the server with SIGKILL. */
  kill(): Promise<void>
  /** Saves the store. Only while the server is down, as for the next two. */
  snapshot(): Promise<void>
  /** Deletes the store. */
  wipe(): Promise<void>
  /** Replaces the store with the last snapshot. */
  restore(): Promise<void>
  /** Whether a file of the store has the text. Only while the server is down. */
  storeHas(text: string): Promise<boolean>
  /** Stops the server for good and removes its files. */
  stop(): Promise<void>
}

/** Starts one on a free port, with an empty store; `maxFileStoreBytes` limits the store. */
export async function openControllableNats({
  maxFileStoreBytes,
}: {
  maxFileStoreBytes?: number
} = {}): Promise<ControllableNats> {
  const dir = await mkdtemp(join(tmpdir(), 'jobboard-nats-'))
  const port = await freePort()
  const start = () => startNats({ dir: join(dir, 'live'), port, log: () => {}, maxFileStoreBytes })
  let running: Awaited<ReturnType<typeof start>> | undefined = await start()
  const stopServer = async () => {
    await running?.stop()
    running = undefined
  }
  const store = join(dir, 'live', 'jetstream')
  const saved = join(dir, 'saved')
  const wipe = () => rm(store, { recursive: true })
  return {
    url: running.url,
    stopServer,
    async kill() {
      process.kill(running!.pid!, 'SIGKILL')
      await running!.exited
      await stopServer()
    },
    async start() {
      running ??= await start()
    },
    snapshot: () => cp(store, saved, { recursive: true }),
    wipe,
    async restore() {
      await wipe()
      await cp(saved, store, { recursive: true })
    },
    async storeHas(text) {
      const files = await readdir(store, { recursive: true, withFileTypes: true })
      const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
      const contents = await Promise.all(paths.map((path) => readFile(path)))
      return contents.some((content) => content.includes(text))
    },
    async stop() {
      await stopServer()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
