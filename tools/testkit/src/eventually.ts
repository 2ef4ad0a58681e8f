/** Asks again until `probe` gives something other than undefined or false. Throws with `what` after the deadline. */
export async function eventually<T>(
  what: string,
  probe: () => Promise<T | undefined | false>,
  deadlineMs = 20_000,
  pauseMs = 20,
): Promise<T> {
  const end = Date.now() + deadlineMs
  for (;;) {
    const found = await probe()
    if (found !== undefined && found !== false) return found
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
