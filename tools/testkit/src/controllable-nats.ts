import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@jobboard/stack/infra/free-port'
import { startNats } from '@jobboard/stack/infra/nats'

export type ControllableNats = Awaited<ReturnType<typeof openControllableNats>>

/** Starts a NATS server on a free port, with an empty store that a test can save, replace and search while the server is
 * down; `maxFileStoreBytes` limits the store. */
export async function openControllableNats({ maxFileStoreBytes }: { maxFileStoreBytes?: number } = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'jobboard-nats-'))
  const port = await freePort()
  const startServer = () => startNats({ dir: join(dir, 'live'), port, log: () => {}, maxFileStoreBytes })
  let running: Awaited<ReturnType<typeof startServer>> | undefined = await startServer()
  const { url } = running
  const stopServer = async () => {
    await running?.stop()
    running = undefined
  }
  const store = join(dir, 'live', 'jetstream')
  const saved = join(dir, 'saved')
  const wipe = () => rm(store, { recursive: true })
  return {
    url,
    stopServer,
    /** Ends the server with SIGKILL. */
    async kill() {
      process.kill(running!.pid!, 'SIGKILL')
      await running!.exited
      await stopServer()
    },
    /** Starts the server again, on the same port and store. */
    async start() {
      running ??= await startServer()
    },
    snapshot: () => cp(store, saved, { recursive: true }),
    wipe,
    /** Replaces the store with the last snapshot. */
    async restore() {
      await wipe()
      await cp(saved, store, { recursive: true })
    },
    async storeHas(text: string): Promise<boolean> {
      const files = await readdir(store, { recursive: true, withFileTypes: true })
      const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
      const contents = await Promise.all(paths.map((path) => readFile(path)))
      return contents.some((content) => content.includes(text))
    },
    /** Stops the server for good and removes its files. */
    async stop() {
      await stopServer()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
