import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './process-info.ts'

/** Signals in the order in which they are sent, each with the time that the process has to end. */
export type StopSteps = { signal: NodeJS.Signals; waitMs: number }[]

/** Resolves when the process, a child or not, has ended. Throws when it survives the last signal. */
export async function stopProcess(pid: number, steps: StopSteps): Promise<void> {
  for (const { signal, waitMs } of steps) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return
      throw new Error(`Process ${pid} belongs to another user: stop it as that user`)
    }
    const deadline = performance.now() + waitMs
    while (performance.now() < deadline) {
      if (!isAlive(pid)) return
      await sleep(10)
    }
  }
  throw new Error(`Process ${pid} does not end, not even after ${steps.at(-1)?.signal}`)
}
