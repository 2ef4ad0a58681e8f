import { createCandidate } from '@jobboard/contracts/candidates/admin'
import { ApiError } from '@jobboard/contracts/error'
import { knownFieldsOf } from '@jobboard/service/http/known-fields'
import { checkJsonShape } from '@jobboard/service/http/parse-json'
import { parseSentBody } from '@jobboard/service/http/sent-body'
import { findUnknownFields, type UnknownField } from '@jobboard/service/http/unknown-fields'
import type { Candidate, CandidateForm } from '../domain/candidate.ts'
import { newCandidate } from '../domain/change-profile.ts'
import type { Line } from '../domain/read-lines.ts'

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
