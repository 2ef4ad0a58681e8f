import { createCandidate, type importCandidates } from '@jobboard/contracts/candidates/admin'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import { MAX_IMPORT_REPORT_LINES } from '@jobboard/contracts/limits'
import { checkJsonShape } from '@jobboard/service/http/parse-json'
import { parseSentBody } from '@jobboard/service/http/request'
import {
  findUnknownFields,
  ignoredFieldsHeader,
  knownFieldsOf,
  type UnknownField,
} from '@jobboard/service/http/unknown-fields'
import type { Candidate, CandidateForm } from '../profiles/candidate.ts'
import { newCandidate } from '../profiles/change-profile.ts'
import type { Line } from './lines.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The candidate that a line of an import describes, checked as the body of `POST /admin/v1/candidates` is, and the fields
 * of it that were ignored. Throws payload_too_large, invalid_request, under strict handling also for an unknown field. */
export function toCandidate(
  { bytes }: Line,
  now: Date,
  isStrict: boolean,
): { candidate: Omit<Candidate, 'id'>; unknown: UnknownField[] } {
  if (!bytes) throw new ApiError('payload_too_large', 'The line is longer than 1 MiB; shorten its texts.')
  const json = parseObject(decode(bytes))
  const unknown = findUnknownFields(json, knownFieldsOf(createCandidate.body!))
  const form = parseSentBody(createCandidate, { json, unknown, isStrict }) as CandidateForm
  return { candidate: newCandidate(form, now), unknown }
}

function decode(bytes: Buffer): string {
  checkJsonShape(bytes, 'The line')
  try {
    return utf8.decode(bytes)
  } catch {
    throw new ApiError('invalid_request', 'The line is not valid UTF-8; send the file in UTF-8.')
  }
}

function parseObject(text: string): object {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ApiError('invalid_request', 'The line is not valid JSON; send one object per line.')
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new ApiError('invalid_request', 'The line is not a JSON object; send one object per line.')
}

type Report = ResponseBody<typeof importCandidates>

const MAX_IGNORED = 20

/** The result of an import so far, in memory that does not grow after 10 000 lines. */
export class ImportReport {
  #lines = 0
  #imported = 0
  #skipped = 0
  #rejectedCount = 0
  #ids: number[] = []
  readonly #rejected: Report['rejected'] = []
  readonly #ignored = new Map<string, UnknownField>()

  /** Lines that were imported, and those whose e-mail address exists. */
  add(ids: readonly number[], skipped: number): void {
    this.#imported += ids.length
    this.#skipped += skipped
    this.#addLines(ids.length + skipped)
    if (this.#lines <= MAX_IMPORT_REPORT_LINES) this.#ids.push(...ids)
  }

  reject(line: number, { code, message }: Pick<Report['rejected'][number], 'code' | 'message'>): void {
    this.#rejectedCount++
    this.#addLines(1)
    if (this.#rejected.length < MAX_IMPORT_REPORT_LINES) this.#rejected.push({ line, code, message })
  }

  /** Fields of a line that no candidate has, once each whatever the place in a list. */
  ignore(fields: readonly UnknownField[]): void {
    for (const { path, known } of fields) {
      const names = path.filter((part) => typeof part === 'string')
      if (this.#ignored.size < MAX_IGNORED) this.#ignored.set(names.join('.'), { path: names, known })
    }
  }

  /** What the response says of unknown fields; undefined when there was none. */
  get ignored(): string | undefined {
    return this.#ignored.size > 0 ? ignoredFieldsHeader([...this.#ignored.values()]) : undefined
  }

  /** The report as the response has it: rejected lines in the order of the file. */
  toResponse(): Report {
    return {
      imported: this.#imported,
      skipped: this.#skipped,
      rejectedCount: this.#rejectedCount,
      ids: this.#ids,
      rejected: this.#rejected.toSorted((a, b) => a.line - b.line),
    }
  }

  #addLines(count: number): void {
    this.#lines += count
    if (this.#lines > MAX_IMPORT_REPORT_LINES) this.#ids = []
  }
}
