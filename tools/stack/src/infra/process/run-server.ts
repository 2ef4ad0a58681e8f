import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import type { Log } from '../log.ts'
import { claimFolder } from './claim-folder.ts'
import { logTail, type ProcessPlan, type RunningProcess, runProcess } from './run-process.ts'
import { type StopSteps, stopLeftover, stopProcess } from './stop-process.ts'

/** A server that responds. */
export interface Server {
  port: number
  version: string
  /** Where its program was found, or the variable that has its address. */
  source: string
  /** Resolves when it has ended. Does nothing to a server that was not started here. */
  stop(): Promise<void>
  /** Absent for a server that was not started here. */
  pid?: number
  /** Resolves when it has ended, by `stop` or by itself; absent like `pid`. */
  exited?: Promise<void>
}

interface ServerPlan {
  name: string
  /** Without it a free port is chosen, and another one when that is taken before the server listens. */
  port?: number
  plan(port: number): ProcessPlan
  /** Returns the server's version once it responds, undefined until then. Throws when waiting longer is useless. */
  probe(port: number): Promise<string | undefined>
  stopSteps: StopSteps
  readyMs: number
}

const MAX_ATTEMPTS = 3
const portTaken = /address already in use/i
// The postmaster was killed, and its backends have not ended yet.
const backendsRunning = /pre-existing shared memory block/

/** Starts a server and resolves when it responds. Throws a sentence with the end of its log when it does not. */
export async function runServer(server: ServerPlan): Promise<Required<Omit<Server, 'source'>>> {
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

/** How a program that was found runs. */
export interface Launch extends Pick<ServerPlan, 'plan' | 'probe' | 'readyMs'> {
  version: string
  source: string
  /** Removes the container, if there is one. */
  cleanUp?(): Promise<void>
}

interface OwnServer {
  name: string
  /** Data folder of this server alone. */
  dir: string
  port: number | undefined
  log: Log
  stopSteps: StopSteps
  pidFile: string
  /** All of these are in the command line of the server that wrote the pid file. */
  marks: string[]
  find(): Promise<Launch>
}

/** Starts a server on a data folder that this process claims, after one that a killed start left running is stopped. Throws
 * a sentence that says what to do. */
export async function startOwnServer(own: OwnServer): Promise<Required<Server>> {
  const { name, dir, port, log, stopSteps, pidFile, marks } = own
  const claim = claimFolder(dir, name)
  try {
    await stopLeftover({ name, pidFile, marks, stopSteps, log })
    const { version, source, cleanUp = async () => {}, ...launch } = await own.find()
    log(`Starting ${name} ${version} (${source})…`)
    await cleanUp()
    const server = await runServer({ name, port, stopSteps, ...launch })
    return { ...server, source, stop: () => server.stop().finally(cleanUp).finally(claim.release) }
  } catch (error) {
    claim.release()
    throw error
  }
}
