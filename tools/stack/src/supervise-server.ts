import type { Log } from './infra/log.ts'
import type { Server } from './infra/process/own-server.ts'

/** A server that is started again on the same port when it ends unexpectedly. */
export interface SupervisedServer<S extends Server> {
  /** The first start; its address stays valid. */
  first: S
  pid(): number | undefined
  stop(): Promise<void>
}

/** Starts a server, and starts it again after each crash. `log` reports each crash, and a start that fails. */
export async function superviseServer<S extends Server>(
  name: string,
  start: (port?: number) => Promise<S>,
  log: Log,
): Promise<SupervisedServer<S>> {
  const first = await start()
  let current = first
  let stopping = false

  async function watch(): Promise<void> {
    while (current.exited && !stopping) {
      await current.exited
      if (stopping) return
      log(`${name} ended unexpectedly and is started again.`)
      // Releases the claim on its data folder.
      await current.stop()
      current = await start(first.port)
    }
  }

  const watching = watch().catch((error: Error) => log(`${name} cannot be started again: ${error.message}`))
  return {
    first,
    pid: () => current.pid,
    async stop() {
      stopping = true
      await current.stop()
      await watching
    },
  }
}
