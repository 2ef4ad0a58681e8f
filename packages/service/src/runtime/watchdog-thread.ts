import { write } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { TICK_MS, type Watch } from './watchdog.ts'

const STDOUT = 1
/** For the log line; a pipe that nobody reads must not keep the process. */
const WRITE_MS = 1_000

const { name, limitSeconds, beats } = workerData as Watch
const counter = new Int32Array(beats)
let seen = 0
let ticksWithoutBeat = 0

// Ticks of this thread, not the time of day: while the process is stopped, or its machine sleeps, this thread stands
// still too.
const ticking = setInterval(() => {
  const beat = Atomics.load(counter, 0)
  ticksWithoutBeat = beat === seen ? ticksWithoutBeat + 1 : 0
  seen = beat
  if (ticksWithoutBeat < (limitSeconds * 1_000) / TICK_MS) return
  clearInterval(ticking)
  setTimeout(end, WRITE_MS)
  write(STDOUT, `${JSON.stringify(lastLine())}\n`, end)
}, TICK_MS)

function lastLine(): object {
  return {
    ...{ level: 'fatal', time: new Date().toISOString(), service: name, seconds: limitSeconds },
    msg: `the event loop was stuck for ${limitSeconds} s; this process ends itself and must be started again`,
    next: 'docs/runbooks/service-restarting.md',
  }
}

// `process.exit` of a thread ends that thread only. SIGALRM ends the process as its default action does: exit code 142,
// which no other part of the system causes (out of memory is 137).
function end(): void {
  process.kill(process.pid, 'SIGALRM')
}
