import { importCandidates } from '@jobboard/contracts/candidates/admin'
import { MAX_BODY_BYTES } from '@jobboard/contracts/limits'
import type { AdminApi } from '../admin-api.ts'
import { note, print } from '../output.ts'
import { progress, Rejects } from './report.ts'

/** A request with some lines of the file. */
export interface CandidateLines {
  body: Buffer
  /** The number in the file of its first line. */
  firstLine: number
  lines: number
}

interface CandidateImport {
  includeErased: boolean
  /** Imports a line without the fields that a candidate does not have, instead of rejecting it. */
  ignoresUnknown: boolean
}

const INTERRUPTED = 130

/** Sends the parts one after another, with progress on stderr and the report on stdout. A request that fails is sent again:
 * what is stored is skipped. Ctrl-C ends it after the request in flight. Returns the exit code. */
export async function runImport(
  api: AdminApi,
  parts: AsyncIterable<CandidateLines>,
  { includeErased, ignoresUnknown }: CandidateImport,
): Promise<number> {
  let [sent, imported, skipped, isInterrupted] = [0, 0, 0, false]
  const rejects = new Rejects()
  const interrupt = () => {
    isInterrupted = true
  }
  const counts = () => `${imported} imported, ${skipped} skipped, ${rejects.count} rejected`
  const show = progress(() => `${sent} lines sent: ${counts()}`)
  const query = includeErased ? { includeErased: 'true' } : {}
  process.once('SIGINT', interrupt)
  try {
    for await (const { body, firstLine, lines } of parts) {
      const report = await api(importCandidates, { query, body, isStrict: !ignoresUnknown })
      sent += lines
      imported += report.imported
      skipped += report.skipped
      for (const { line, code, message } of report.rejected)
        rejects.add(`line ${firstLine + line - 1}`, `${message} (${code})`)
      rejects.addMore(report.rejectedCount - report.rejected.length)
      show()
      if (isInterrupted) break
    }
  } catch (error) {
    const advice = `${counts()}. Run the same command again: what is imported is skipped.`
    throw new Error(`${(error as Error).message}\n${advice}`)
  } finally {
    process.off('SIGINT', interrupt)
  }
  print([...rejects.report('Rejected:'), ...rejects.advice(), counts()].join('\n'))
  if (isInterrupted) {
    note('Interrupted. Run the same command again: what is imported is skipped.')
    return INTERRUPTED
  }
  return rejects.count > 0 ? 1 : 0
}

const MAX_LINES = 2_000
const MAX_BYTES = 8 * 1_048_576
const LINE_FEED = 10

/** Cuts a stream between lines, from line `fromLine` on, in memory of one part. Of a line over 1 MiB, which the service
 * rejects, only the start is sent. */
export async function* lineParts(
  stream: AsyncIterable<Buffer>,
  fromLine: number,
): AsyncGenerator<CandidateLines> {
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
  const take = (): CandidateLines => {
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
