/** Waits for a child process. Resolves with `code` or `signal` as it ended, `error` when it could not be started, and
 *  `stoppedBy`, the signal that asked this process to stop.
 *
 *  The child is asked to stop once, by SIGTERM, and waited for. A Ctrl-C reaches it from the terminal as well, so it must
 *  act on the first of SIGINT and SIGTERM and ignore the others. */
export function childEnd(child) {
  return new Promise((resolve) => {
    let stoppedBy
    const stop = (signal) => {
      if (!stoppedBy) child.kill('SIGTERM')
      stoppedBy = signal
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, stop)
    const watching = watchParent(() => stop('SIGTERM'))
    const end = (result) => {
      clearInterval(watching)
      for (const signal of signals) process.off(signal, stop)
      resolve({ ...result, stoppedBy })
    }
    child.once('error', (error) => end({ error }))
    child.once('close', (code, signal) => end({ code, signal }))
  })
}

/** npm and its shell end on SIGTERM without passing it on: notices that they are gone. */
function watchParent(onGone) {
  if (!process.env.npm_lifecycle_event) return undefined
  const parent = process.ppid
  return setInterval(() => {
    if (process.ppid !== parent) onGone()
  }, 300)
}

/** Ends this process by a signal, so that its parent sees how it ended. */
export function dieBy(signal) {
  process.kill(process.pid, signal)
  process.exit(1)
}
