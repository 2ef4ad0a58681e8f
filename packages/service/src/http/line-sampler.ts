const WINDOW_MS = 1_000

/** True when the line of this kind may be written. */
export type LineSampler = (kind: number) => boolean

/** Lets so many lines of each kind through in a second. After the second, `report` gets the number of lines
 * that were left out. */
export function openLineSampler(
  linesPerSecond: number,
  report: (kind: number, omitted: number) => void,
): LineSampler {
  const counts = new Map<number, number>()
  const endWindow = () => {
    for (const [kind, count] of counts) if (count > linesPerSecond) report(kind, count - linesPerSecond)
    counts.clear()
  }
  return (kind) => {
    if (counts.size === 0) setTimeout(endWindow, WINDOW_MS).unref()
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count <= linesPerSecond
  }
}
