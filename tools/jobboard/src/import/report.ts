import { note } from '../output.ts'

const MAX_SHOWN = 20
const PROGRESS_INTERVAL_MS = 2_000
const UNKNOWN_FIELDS =
  'Rename the unknown fields, or run the same command again with --ignore-unknown to import without them.'

/** What was not imported: how many, and the first 20 with their reasons. */
export class Rejects {
  count = 0
  private readonly first: string[] = []

  add(name: string, reason: string): void {
    if (this.count++ < MAX_SHOWN) this.first.push(`  ${name}: ${reason}`)
  }

  /** Counts what is not listed. */
  addMore(count: number): void {
    this.count += count
  }

  /** The lines of a report, below a title; none when nothing was rejected. */
  report(title: string): string[] {
    if (this.count === 0) return []
    const more = this.count - this.first.length
    return [title, ...this.first, ...(more > 0 ? [`  and ${more} more`] : [])]
  }

  /** What to do about fields that the API does not have, where there are some. */
  advice(): string[] {
    return this.first.some((row) => row.includes(': unknown field')) ? [UNKNOWN_FIELDS] : []
  }
}

/** Shows the line of now on stderr, every two seconds at most. */
export function progress(line: () => string): () => void {
  let shownAt = Date.now()
  return () => {
    if (Date.now() - shownAt < PROGRESS_INTERVAL_MS) return
    shownAt = Date.now()
    note(line())
  }
}
