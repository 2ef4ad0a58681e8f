const SLOWER_BY = 1.25
const LONGEST_PAUSE_MS = 1_000

/** Calls `probe` until it returns a value other than undefined and false, and returns that. Throws an error
 * that names `what` after the deadline. The pauses grow to 1 s, so that a minute of probes with one API key stays below
 * its 100 calls. */
export async function eventually<T>(
  what: string,
  probe: () => Promise<T | undefined | false>,
  deadlineMs = 90_000,
  pauseMs = 20,
): Promise<T> {
  const end = Date.now() + deadlineMs
  let pause = pauseMs
  for (;;) {
    const found = await probe()
    if (found !== undefined && found !== false) return found
    if (Date.now() > end) throw new Error(`not within ${deadlineMs} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, pause))
    pause = Math.max(pauseMs, Math.min(pause * SLOWER_BY, LONGEST_PAUSE_MS))
  }
}
