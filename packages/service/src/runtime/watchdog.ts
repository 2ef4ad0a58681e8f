import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Log } from '../lifecycle/log.ts'

/** Four within the smallest limit, a second. */
const BEAT_MS = 250
const FIRST_PROCESS = 1

/** Ends this process, with one line in its log, once its event loop has not run for `limitSeconds`: a stuck process
 * ignores SIGTERM and no supervisor restarts it. 0 for never. Time in which the process is suspended does not count. */
export function watchEventLoop(name: string, limitSeconds: number, log: Log): void {
  if (limitSeconds === 0) return
  // The kernel lets no signal from inside a container end its first process.
  if (process.pid === FIRST_PROCESS) {
    log.warn(
      'a stuck process 1 cannot end itself: start the container with an init, as docker run --init does',
    )
  }
  const script = fileURLToPath(new URL('watchdog.sh', import.meta.url))
  const watchdog = spawn('bash', [script, name, String(limitSeconds)], {
    stdio: ['pipe', 'inherit', 'ignore'],
    env: { PATH: process.env.PATH },
  })
  const beats = watchdog.stdin!
  const beating = setInterval(() => {
    if (!beats.writableNeedDrain) beats.write('\n')
  }, BEAT_MS).unref()
  const unwatched = (err?: Error) => {
    clearInterval(beating)
    log.warn({ err }, 'nothing ends this process when it is stuck: bash could not be run, or was ended')
  }
  watchdog.once('error', unwatched).once('exit', () => unwatched())
  // The pipe of a watchdog that has ended; `exit` reports it.
  beats.on('error', () => {})
  watchdog.unref()
}
