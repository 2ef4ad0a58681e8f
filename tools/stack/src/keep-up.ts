/** A server of the infrastructure, as `startPostgres` and `startNats` give it. */
export interface Server {
  port: number
  pid?: number
  stop(): Promise<void>
  /** Absent for a server that is not ours. */
  exited?: Promise<void>
}

/** A server that is started again on the same port whenever it ends without being asked to. */
export interface KeptUp<S extends Server> {
  /** As it was started first; the address stays. */
  first: S
  pid(): number | undefined
  stop(): Promise<void>
}

/** Starts a server and keeps it up; `say` tells each restart, and when one fails. */
export async function keepUp<S extends Server>(
  name: string,
  start: (port?: number) => Promise<S>,
  say: (line: string) => void,
): Promise<KeptUp<S>> {
  const first = await start()
  let current = first
  let stopping = false

  async function watch(): Promise<void> {
    while (current.exited && !stopping) {
      await current.exited
      if (stopping) return
      say(`${name} ended unexpectedly; starting it again.`)
      // Gives the folder back, which the dead server's start still holds.
      await current.stop()
      current = await start(first.port)
    }
  }

  const watching = watch().catch((error: Error) => say(`${name} cannot be started again: ${error.message}`))
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
