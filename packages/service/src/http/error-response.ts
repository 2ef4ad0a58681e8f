import { ApiError, type FieldError, notFound, unavailable } from '@jobboard/contracts/error'
import { isUnavailable } from '@jobboard/db/failure'
import type { z } from 'zod'
import { unsupportedMediaType } from './media-type.ts'

/** Turns whatever was thrown into the one kind of error that clients see; the rest stays in the log. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isUnavailable(error)) return unavailable('A part of the service')
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new ApiError('payload_too_large', 'The body has more than 1 MiB.')
  }
  if (code === 'FST_ERR_BAD_URL') return notFound()
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return unsupportedMediaType()
  if (code.startsWith('FST_ERR_CTP_')) return new ApiError('invalid_request', 'The body could not be read.')
  return new ApiError(
    'internal_error',
    'Something went wrong on our side; try again, and tell us the X-Request-Id.',
  )
}

/** 400 naming every refused field. `place` is where they were sent: the body, or `query`. */
export function validationError(error: z.ZodError, place: 'body' | 'query'): ApiError {
  const fields = error.issues.map((issue) => toFieldError(issue, place))
  const message = fields.map(({ pointer, reason }) => `${fieldName(pointer)}: ${reason}`).join('; ')
  return new ApiError('invalid_request', `${message}.`, { fields })
}

const KINDS: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
}

function toFieldError(issue: z.core.$ZodIssue, place: 'body' | 'query'): FieldError {
  const path = issue.path.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1'))
  const pointer = place === 'query' ? `#query/${path.join('/')}` : `/${path.join('/')}`
  return { pointer: issue.path.length === 0 && place === 'body' ? '' : pointer, reason: reasonOf(issue) }
}

function reasonOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `must be ${KINDS[issue.expected] ?? issue.expected}`
  // A union stands for "or empty": the last branch is the one that says what is wanted.
  const wanted = issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0] : undefined
  if (wanted) return reasonOf(wanted)
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  return issue.message
}

function fieldName(pointer: string): string {
  return pointer === '' ? 'The body' : pointer.replace(/^(#query)?\//, '').replaceAll('/', '.')
}

/** The body of an error answer: the frozen envelope, or problem details when those were asked for (D-02, D-03). */
export function errorBody(error: ApiError, problem: boolean): Record<string, unknown> {
  if (!problem) return { code: error.code, message: error.message }
  return {
    type: 'about:blank',
    title: error.code,
    status: error.status,
    detail: error.message,
    code: error.code,
    errors: error.fields,
  }
}
