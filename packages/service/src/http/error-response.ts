import { ApiError, type FieldError, notFound, unavailable } from '@jobboard/contracts/error'
import { plainWords } from '@jobboard/contracts/plain-words'
import { isUnavailable } from '@jobboard/db/failure'
import type { z } from 'zod'
import { unsupportedMediaType } from './media-type.ts'

// An import would load Node's own undici for an export that nobody uses: 13 MB.
export const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** Maps a thrown value to the error that the client receives. Details of an internal error stay in the log. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isUnavailable(error)) return unavailable('A required part of the service')
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new ApiError('payload_too_large', 'The body is larger than 1 MiB; send less.')
  }
  if (code === 'FST_ERR_BAD_URL') return notFound()
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return unsupportedMediaType()
  if (code.startsWith('FST_ERR_CTP_'))
    return new ApiError(
      'invalid_request',
      'The body could not be read; send it again with a correct Content-Length.',
    )
  return new ApiError(
    'internal_error',
    'Internal error; try again, and report the X-Request-Id if it persists.',
  )
}

/** The header of a 4xx that leads to what the guide says about its code; none for a 5xx. */
export function helpLink({ status, code }: Pick<ApiError, 'status' | 'code'>): { link?: string } {
  return status < 500 ? { link: `</docs/guides/errors#${code}>; rel="help"` } : {}
}

type Place = 'body' | 'query' | 'path'

/** How each input of a client is parsed: messages in plain words, and `input` shows what is missing. */
export const parsing = { error: plainWords, reportInput: true }

/** Most invalid fields that an error names: a body can have 20 000. */
const MAX_FIELDS = 100

/** 400 that names the first 100 invalid fields of the body, the query or the path, after those that were found before, and
 * how many more there are. */
export function validationError(
  error: z.ZodError | undefined,
  place: Place,
  found: readonly DescribedField[] = [],
): ApiError {
  const issues = error?.issues ?? []
  const named = issues.slice(0, MAX_FIELDS)
  const all = [...found, ...named.map((issue) => describeIssue(issue, place))]
  const more = issues.length > MAX_FIELDS ? [`and ${issues.length - MAX_FIELDS} more`] : []
  const message = [...all.map((one) => one.message), ...more].join('; ')
  const fields = all.map(({ pointer, reason }) => ({ pointer, reason }))
  return new ApiError('invalid_request', message.endsWith('?') ? message : `${message}.`, { fields })
}

/** An invalid field, and what the message says about it. */
export interface DescribedField extends FieldError {
  message: string
}

function describeIssue(issue: z.core.$ZodIssue, place: Place): DescribedField {
  const field = toFieldError(issue, place)
  return { ...field, message: `${fieldName(field.pointer)}: ${field.reason}` }
}

function toFieldError(issue: z.core.$ZodIssue, place: Place): FieldError {
  const path = issue.path.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1'))
  const pointer = place === 'body' ? `/${path.join('/')}` : `#${place}/${path.join('/')}`
  return { pointer: issue.path.length === 0 && place === 'body' ? '' : pointer, reason: reasonOf(issue) }
}

function reasonOf(issue: z.core.$ZodIssue): string {
  // `input` is present when the caller parsed with `parsing`.
  const isMissing = 'input' in issue && issue.input === undefined
  return isMissing ? `is required and ${ruleOf(issue)}` : ruleOf(issue)
}

function ruleOf(issue: z.core.$ZodIssue): string {
  // Unions are `""` or a value: the last branch describes the value.
  const lastBranch = issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0] : undefined
  return lastBranch ? ruleOf(lastBranch) : issue.message
}

function fieldName(pointer: string): string {
  return pointer === '' ? 'The body' : pointer.replace(/^(#query|#path)?\//, '').replaceAll('/', '.')
}

// Where Node still has the phrase before RFC 9110.
const REASON_PHRASES: Record<number, string> = { 413: 'Content Too Large', 422: 'Unprocessable Content' }

/** The body of an error response: the frozen envelope (D-02), or problem details for a client that accepts
 * them (D-03). */
export function errorBody(error: ApiError, problem: boolean): Record<string, unknown> {
  if (!problem) return { code: error.code, message: error.message }
  return {
    type: 'about:blank',
    title: REASON_PHRASES[error.status] ?? STATUS_CODES[error.status],
    status: error.status,
    detail: error.message,
    code: error.code,
    errors: error.fields,
  }
}
