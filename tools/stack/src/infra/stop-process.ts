import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './process-facts.ts'

/** Signals from polite to final, each with the time it is given. */
export type StopLadder = { signal: NodeJS.Signals; waitMs: number }[]

/** The process (a child or not) is gone when this resolves. Throws when even the last signal did not end it. */
export async function stopProcess(pid: number, ladder: StopLadder): Promise<void> {
  for (const { signal, waitMs } of ladder) {
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
  throw new Error(`Process ${pid} does not stop, not even by ${ladder.at(-1)?.signal}`)
}
