import { importCandidates } from '@jobboard/contracts/candidates/admin'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { AdminApi } from '../admin-api.ts'

/** A request with some lines, and how the user knows each of them. */
export interface CandidateLines {
  body: Buffer
  lines: number
  /** The name of a line of the body, which counts from 1: `line 17`, or a file. */
  nameOf(line: number): string
}

/** Counts of an import, so far or in the end. */
export interface CandidatesResult {
  lines: number
  imported: number
  skipped: number
  rejected: number
  /** The first 20 rejected ones, with their reasons. */
  firstRejected: string[]
  /** Ctrl-C. */
  isInterrupted: boolean
}

const MAX_REJECTED_SHOWN = 20

/** A result without a line. */
export function emptyResult(): CandidatesResult {
  return { lines: 0, imported: 0, skipped: 0, rejected: 0, firstRejected: [], isInterrupted: false }
}

/** Records that something was not imported, and why. */
export function reject(result: CandidatesResult, name: string, reason: string): void {
  result.rejected++
  if (result.firstRejected.length < MAX_REJECTED_SHOWN) result.firstRejected.push(`${name}: ${reason}`)
}

interface SendOptions {
  includeErased: boolean
  /** Imports a line without the fields that a candidate does not have, instead of rejecting it. */
  ignoresUnknown: boolean
  result: CandidatesResult
  onProgress(): void
  signal: AbortSignal
}

/** Sends the parts one after another and adds them to the result, until the end or the signal. A request that fails is
 * sent again: what is stored is skipped. */
export async function sendCandidates(
  api: AdminApi,
  parts: AsyncIterable<CandidateLines>,
  { includeErased, ignoresUnknown, result, onProgress, signal }: SendOptions,
): Promise<void> {
  const path = `${importCandidates.path}${includeErased ? '?includeErased=true' : ''}`
  for await (const { body, lines, nameOf } of parts) {
    const response = await api('POST', path, body, !ignoresUnknown)
    const report = response as ResponseBody<typeof importCandidates>
    result.lines += lines
    result.imported += report.imported
    result.skipped += report.skipped
    for (const { line, code, message } of report.rejected)
      reject(result, nameOf(line), `${message} (${code})`)
    result.rejected += report.rejectedCount - report.rejected.length
    onProgress()
    if (signal.aborted) {
      result.isInterrupted = true
      return
    }
  }
}
