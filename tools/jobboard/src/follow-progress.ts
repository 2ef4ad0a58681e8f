import { setTimeout as sleep } from 'node:timers/promises'
import { asCalled, note, print } from './output.ts'

const POLL_INTERVAL_MS = 1_000
const INTERRUPTED = 130

/** Work that runs in a service and continues without this process. */
export interface RunningWork {
  /** One call of the Admin API. `line` is shown on stderr; with `done`, on stdout and last. */
  read(): Promise<{ done: boolean; line: string }>
  /** The command that follows this work again. */
  again: string
}

/** Shows the progress of work until it is done. Ctrl-C ends the command only. Returns the exit code. */
export async function followProgress({ read, again }: RunningWork): Promise<number> {
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort()
  process.once('SIGINT', interrupt)
  try {
    let shown = ''
    for (;;) {
      const { done, line } = await raceAbort(read(), interrupted.signal)
      if (done) {
        print(line)
        return 0
      }
      if (line !== shown) note(line)
      shown = line
      await sleep(POLL_INTERVAL_MS, undefined, { signal: interrupted.signal })
    }
  } catch (error) {
    if (!interrupted.signal.aborted) {
      throw new Error(
        `${(error as Error).message}\nThe work continues. Look again: npm run jobboard -- ${again}`,
      )
    }
    note(asCalled(`\nThe work continues. Look again: npm run jobboard -- ${again}`))
    return INTERRUPTED
  } finally {
    process.off('SIGINT', interrupt)
  }
}

function raceAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work, aborted])
}
