/** Steps that end closer to each other than this are worth a pause: from about 80 a second on. */
const SOON_MS = 12

/** Returns a function for the end of each step: true where it follows the one before so soon that a short pause gathers work
 * for the next. Rare work never waits. */
export function openRush(now = () => performance.now()): () => boolean {
  let before = Number.NEGATIVE_INFINITY
  return () => {
    const last = before
    before = now()
    return before - last < SOON_MS
  }
}
