/** Starts a child process with `start` and waits until it has ended. Resolves with its `code` or `signal`, with `error` when it could not be
 *  started, and with `stoppedBy`, the signal that this process received meanwhile.
 *
 *  The first signal is passed on as what `passedOn` says, by default one SIGTERM: Ctrl-C also reaches the child from the
 *  terminal, so it must act on the first of SIGINT and SIGTERM and ignore the others. */
export function childEnd(start, passedOn = () => 'SIGTERM') {
  return new Promise((resolve) => {
    let stoppedBy
    const stop = (signal) => {
      const passed = passedOn(signal)
      if (!stoppedBy && passed) child.kill(passed)
      stoppedBy = signal
    }
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    // Before the start: a signal that comes with the child's first output must not end this process alone.
    for (const signal of signals) process.on(signal, stop)
    const child = start()
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

/** Calls `onGone` when the parent process has ended: npm and its shell end on SIGTERM without passing it on. */
function watchParent(onGone) {
  if (!process.env.npm_lifecycle_event) return undefined
  const parent = process.ppid
  return setInterval(() => {
    if (process.ppid !== parent) onGone()
  }, 300)
}

/** Ends this process by a signal, so that its parent sees that signal. */
export function dieBy(signal) {
  process.kill(process.pid, signal)
  process.exit(1)
}
