import { MAX_BODY_BYTES } from '@jobboard/contracts/limits'

/** Whole lines that are sent in one request. */
export interface LinePart {
  body: Buffer
  /** Line number in the file of the first line. */
  firstLine: number
  lines: number
}

const MAX_LINES = 2_000
const MAX_BYTES = 8 * 1_048_576
const LINE_FEED = 10

/** Cuts a stream between lines, from line `fromLine` on, in memory of one part. Of a line over 1 MiB, which the service
 * rejects, only the start is sent. */
export async function* lineParts(stream: AsyncIterable<Buffer>, fromLine = 1): AsyncGenerator<LinePart> {
  let part: Buffer[] = []
  let bytes = 0
  let firstLine = fromLine
  let line = 1
  let lineBytes = 0

  const add = (piece: Buffer) => {
    const free = MAX_BODY_BYTES + 1 - lineBytes
    lineBytes += piece.length
    if (line < fromLine || free <= 0) return
    part.push(piece.subarray(0, free))
    bytes += Math.min(piece.length, free)
  }
  const take = (): LinePart => {
    const taken = { body: Buffer.concat(part), firstLine, lines: line - firstLine }
    part = []
    bytes = 0
    firstLine = line
    return taken
  }

  for await (const chunk of stream) {
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      add(chunk.subarray(start, end))
      if (line >= fromLine) part.push(Buffer.from('\n'))
      start = end + 1
      line++
      lineBytes = 0
      if (line - firstLine >= MAX_LINES || bytes >= MAX_BYTES) yield take()
    }
    if (start < chunk.length) add(chunk.subarray(start))
  }
  if (lineBytes > 0) line++
  if (line > firstLine) yield take()
}
