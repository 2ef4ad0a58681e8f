import * as contract from '@jobboard/contracts/candidate'
import { ApiError } from '@jobboard/contracts/error'
import { validationError } from '@jobboard/service/http/error-response'
import type { Candidate } from '../domain/candidate.ts'
import { newCandidate } from '../domain/change-profile.ts'
import type { Line } from '../domain/read-lines.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The candidate that a line of an import describes, checked as the body of `POST /admin/v1/candidates` is.
 * Throws payload_too_large, invalid_request. */
export function toCandidate({ bytes }: Line, now: Date): Omit<Candidate, 'id'> {
  if (!bytes) throw new ApiError('payload_too_large', 'The line is longer than 1 MiB; shorten its texts.')
  const parsed = contract.newCandidate.safeParse(parseObject(decode(bytes)), { reportInput: true })
  if (!parsed.success) throw validationError(parsed.error, 'body')
  return newCandidate(parsed.data, now)
}

function decode(bytes: Buffer): string {
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
