/** Calls `probe` until it returns a value other than undefined and false, and returns that. Throws an error
 * that names `what` after the deadline. */
export async function eventually<T>(
  what: string,
  probe: () => Promise<T | undefined | false>,
  deadlineMs = 45_000,
  pauseMs = 20,
): Promise<T> {
  const end = Date.now() + deadlineMs
  for (;;) {
    const found = await probe()
    if (found !== undefined && found !== false) return found
    if (Date.now() > end) throw new Error(`not within ${deadlineMs} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
