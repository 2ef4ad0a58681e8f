import { ApiError } from '@jobboard/contracts/error'
import { MAX_ID } from '@jobboard/contracts/limits'

/** The place of a job in the list, newest first. */
export interface OpenJobPosition {
  postedAt: Date
  id: number
}

/** By how much the clock of the replica that published a job may be ahead. */
const AHEAD_MS = 60_000
const CURSOR = /^(\d{1,13})\.(\d{1,10})$/

/** The place before the newest job. */
export function newest(now: Date): OpenJobPosition {
  return { postedAt: new Date(now.getTime() + AHEAD_MS), id: MAX_ID }
}

/** The place after a job, as an opaque token that is safe in a URL. */
export function cursorAfter({ postedAt, id }: OpenJobPosition): string {
  return Buffer.from(`${postedAt.getTime()}.${id}`).toString('base64url')
}

/** The place that a cursor stands for. Throws invalid_request. */
export function readCursor(cursor: string): OpenJobPosition {
  const [, postedMs, id] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (id !== undefined && Number(id) <= MAX_ID)
    return { postedAt: new Date(Number(postedMs)), id: Number(id) }
  const reason = 'must be the nextCursor of a page of this list, unchanged'
  throw new ApiError('invalid_request', `cursor: ${reason}.`, {
    fields: [{ pointer: '#query/cursor', reason }],
  })
}
