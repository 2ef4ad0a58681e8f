import type { Candidate } from '../profiles/candidate.ts'

/** A line that is not blank. `bytes` is undefined when it is longer than the limit. */
export interface Line {
  /** Counts from 1, blank lines included. */
  number: number
  bytes: Buffer | undefined
}

const LINE_FEED = 10
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/** Splits a stream into its lines, in memory of one chunk and one line of `maxBytes`. The end of the stream ends the
 * last line; when the stream fails, its unfinished line is not returned. */
export async function* readLines(stream: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Line> {
  let number = 1
  let parts: Buffer[] = []
  let length = 0

  const add = (part: Buffer) => {
    length += part.length
    if (length <= maxBytes) parts.push(part)
    else parts = []
  }
  const endLine = (): Line | undefined => {
    const line = Buffer.concat(parts)
    const bytes = number === 1 && line.indexOf(BYTE_ORDER_MARK) === 0 ? line.subarray(3) : line
    const result = length > maxBytes ? { number, bytes: undefined } : { number, bytes }
    number++
    parts = []
    length = 0
    return result.bytes && isBlank(result.bytes) ? undefined : result
  }

  for await (const chunk of stream) {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      add(chunk.subarray(start, end))
      start = end + 1
      const line = endLine()
      if (line) yield line
    }
    if (start < chunk.length) add(chunk.subarray(start))
  }
  const last = endLine()
  if (last) yield last
}

// Spaces, tabs and the carriage return of CRLF.
function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 32 || byte === 9 || byte === 13)
}

/** A line of an import that describes a valid candidate. */
export interface ImportLine {
  /** Counts from 1, blank lines included. */
  number: number
  candidate: Omit<Candidate, 'id'>
}

/** The first of those with the same e-mail address, ignoring case; addresses are ASCII. */
export function withoutRepeats(lines: readonly ImportLine[]): ImportLine[] {
  const seen = new Set<string>()
  return lines.filter(({ candidate }) => {
    const folded = candidate.email.toLowerCase()
    const isFirst = !seen.has(folded)
    seen.add(folded)
    return isFirst
  })
}
