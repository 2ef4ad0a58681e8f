import type { Log } from '../log.ts'
import { claimFolder } from './claim-folder.ts'
import { runServer, type ServerPlan } from './run-server.ts'
import { type StopSteps, stopLeftover } from './stop-process.ts'

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
