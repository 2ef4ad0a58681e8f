import { ApiError } from './error.ts'
import { MAX_ID } from './limits.ts'

/** The place of an object in a list, newest first: its time and its id. */
export interface ListPosition {
  at: Date
  id: number
}

/** By how much the clock of the replica that wrote an object may be ahead. */
const AHEAD_MS = 60_000
const CURSOR = /^(\d{1,13})\.(\d{1,10})$/

/** The place before the newest object. */
export function newest(now: Date): ListPosition {
  return { at: new Date(now.getTime() + AHEAD_MS), id: MAX_ID }
}

/** The place after an object, as an opaque token that is safe in a URL. */
export function cursorAfter({ at, id }: ListPosition): string {
  return Buffer.from(`${at.getTime()}.${id}`).toString('base64url')
}

/** The place that a cursor stands for. Throws invalid_request, also with a page. */
export function readCursor(cursor: string, page = 1): ListPosition {
  if (page > 1) throw invalid('page', 'must be absent or 1 with cursor')
  const [, atMs, id] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (id !== undefined && Number(id) <= MAX_ID) return { at: new Date(Number(atMs)), id: Number(id) }
  throw invalid('cursor', 'must be the nextCursor of a page of this list, unchanged')
}

/** A refusal that names a parameter of the query. */
export function invalid(field: string, reason: string): ApiError {
  return new ApiError('invalid_request', `${field}: ${reason}.`, {
    fields: [{ pointer: `#query/${field}`, reason }],
  })
}
