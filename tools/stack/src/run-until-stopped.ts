const log = (line: string) => void process.stderr.write(`${line}\n`)

/** Runs a command that has no arguments until the first SIGINT, SIGTERM or SIGHUP aborts its signal, and ends this process.
 * `run` resolves after an orderly stop; it throws a sentence, or the reason of the signal. */
export async function runUntilStopped(
  name: string,
  help: string,
  run: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const args = process.argv.slice(2)
  const unknown = args.find((arg) => arg !== '--help' && arg !== '-h')
  if (unknown !== undefined) {
    log(`${name} has no option "${unknown}".\n\n${help}`)
    process.exitCode = 2
    return
  }
  if (args.length > 0) return void process.stdout.write(help)
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!stopping.signal.aborted) log('Stopping…')
      stopping.abort()
    })
  }
  try {
    await run(stopping.signal)
    process.exit(0)
  } catch (error) {
    const { name: kind, message } = error as Error
    // Ctrl-C while it starts is no failure.
    if (kind === 'AbortError') process.exit(0)
    log(`Could not ${stopping.signal.aborted ? 'stop' : 'start'}. ${message}`)
    process.exit(1)
  }
}
