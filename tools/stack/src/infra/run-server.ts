import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { logTail, type ProcessPlan, type RunningProcess, runProcess } from './run-process.ts'
import { type StopLadder, stopProcess } from './stop-process.ts'

export type ServerPlan = {
  name: string
  /** Asked for by the caller; otherwise a free one is chosen, and chosen again when somebody was faster. */
  port?: number
  plan(port: number): ProcessPlan
  /** Something once the server answers; nothing while it is not there yet. Throws what no waiting can cure. */
  probe(port: number): Promise<string | undefined>
  ladder: StopLadder
  readyMs: number
}

export type RunningServer = {
  pid: number
  port: number
  /** What the probe answered. */
  answer: string
  /** Resolves when the server has ended, asked or not. */
  exited: Promise<void>
  stop(): Promise<void>
}

const attempts = 3
const portTaken = /address already in use/i
// A postmaster was killed, and its backends need a moment to notice.
const notGoneYet = /pre-existing shared memory block/

/** Starts a server and resolves when it answers. Throws a sentence with the end of its log when it does not. */
export async function runServer(server: ServerPlan): Promise<RunningServer> {
  for (let attempt = 1; ; attempt++) {
    const port = server.port ?? (await freePort())
    const plan = server.plan(port)
    const child = runProcess(plan)
    let stopping: Promise<void> | undefined
    const stop = () => {
      stopping ??= child.hasExited() ? Promise.resolve() : stopProcess(child.pid, server.ladder)
      return stopping
    }
    const answer = await waitForAnswer(server, port, child).catch(async (error) => {
      await stop()
      throw error
    })
    if (answer !== undefined) return { pid: child.pid, port, answer, exited: child.exited, stop }
    const tail = logTail(plan.logFile)
    const curable = notGoneYet.test(tail) || (server.port === undefined && portTaken.test(tail))
    if (attempt >= attempts || !curable) {
      throw new Error(`${server.name} did not start on port ${port}. The end of ${plan.logFile}:\n${tail}`)
    }
    await sleep(200)
  }
}

async function waitForAnswer(
  server: ServerPlan,
  port: number,
  child: RunningProcess,
): Promise<string | undefined> {
  const deadline = performance.now() + server.readyMs
  while (!child.hasExited()) {
    // Whoever else sits on the port may keep the probe waiting.
    const answer = await Promise.race([server.probe(port), child.exited.then(() => undefined)])
    if (answer !== undefined) return child.hasExited() ? undefined : answer
    if (performance.now() > deadline) throw new Error(`${server.name} does not answer on port ${port}`)
    await sleep(20)
  }
  return undefined
}
