import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { logTail, type ProcessPlan, type RunningProcess, runProcess } from './run-process.ts'
import { type StopSteps, stopProcess } from './stop-process.ts'

export type ServerPlan = {
  name: string
  /** Without it a free port is chosen, and another one when that is taken before the server listens. */
  port?: number
  plan(port: number): ProcessPlan
  /** Returns the server's version once it responds, undefined until then. Throws when waiting longer is useless. */
  probe(port: number): Promise<string | undefined>
  stopSteps: StopSteps
  readyMs: number
}

export type RunningServer = {
  pid: number
  port: number
  version: string
  /** Resolves when the server has ended, by `stop` or by itself. */
  exited: Promise<void>
  stop(): Promise<void>
}

const MAX_ATTEMPTS = 3
const portTaken = /address already in use/i
// The postmaster was killed, and its backends have not ended yet.
const backendsRunning = /pre-existing shared memory block/

/** Starts a server and resolves when it responds. Throws a sentence with the end of its log when it does not. */
export async function runServer(server: ServerPlan): Promise<RunningServer> {
  for (let attempt = 1; ; attempt++) {
    const port = server.port ?? (await freePort())
    const plan = server.plan(port)
    const child = runProcess(plan)
    let stopping: Promise<void> | undefined
    const stop = () => {
      stopping ??= child.hasExited() ? Promise.resolve() : stopProcess(child.pid, server.stopSteps)
      return stopping
    }
    const version = await waitUntilReady(server, port, child).catch(async (error) => {
      await stop()
      throw error
    })
    if (version !== undefined) return { pid: child.pid, port, version, exited: child.exited, stop }
    const tail = logTail(plan.logFile)
    const canRetry = backendsRunning.test(tail) || (server.port === undefined && portTaken.test(tail))
    if (attempt >= MAX_ATTEMPTS || !canRetry) {
      throw new Error(`${server.name} did not start on port ${port}. The end of ${plan.logFile}:\n${tail}`)
    }
    await sleep(200)
  }
}

/** Undefined when the server ended before it was ready. */
async function waitUntilReady(
  server: ServerPlan,
  port: number,
  child: RunningProcess,
): Promise<string | undefined> {
  const deadline = performance.now() + server.readyMs
  while (!child.hasExited()) {
    // The probe may hang on another program that listens on this port.
    const version = await Promise.race([server.probe(port), child.exited.then(() => undefined)])
    if (version !== undefined) return child.hasExited() ? undefined : version
    if (performance.now() > deadline) throw new Error(`${server.name} does not respond on port ${port}`)
    await sleep(20)
  }
  return undefined
}
