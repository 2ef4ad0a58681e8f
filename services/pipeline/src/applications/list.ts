import type { listApplications } from '@jobboard/contracts/applications/endpoints'
import type { Input } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import { MAX_ID } from '@jobboard/contracts/limits'

type Query = Input<typeof listApplications>['query']
export type ApplicationSort = NonNullable<Query['sort']>

/** The place of an application in a list: what the list is sorted by, and the id. */
export interface ListPosition {
  at: Date
  id: number
  /** How many matched on the first page, where the cursor says so. */
  total?: number | undefined
}

const LIST_CURSOR = /^(-?(?:applied|updated)At)\.(\d{1,14})\.(\d{1,10})(?:\.(\d{1,10}))?$/
const CHANGE_CURSOR = /^(\d{1,15})\.(\d{1,10})$/

/** The sort that applies to a query. */
export function sortOf({ sort, updatedSince }: Pick<Query, 'sort' | 'updatedSince'>): ApplicationSort {
  return sort ?? (updatedSince ? '-updatedAt' : '-appliedAt')
}

/** The place after an application, as an opaque token that is safe in a URL. With `total` the pages that follow are not
 * counted again. */
export function listCursorAfter(
  application: { id: number; appliedAt: Date; updatedAt: Date },
  sort: ApplicationSort,
  total?: number,
): string {
  const at = sort.endsWith('appliedAt') ? application.appliedAt : application.updatedAt
  return encode(`${sort}.${at.getTime()}.${application.id}${total === undefined ? '' : `.${total}`}`)
}

/** The place that a cursor stands for. Throws invalid_request for another sort's cursor and with a page. */
export function readListCursor(cursor: string, sort: ApplicationSort, page: number): ListPosition {
  if (page > 1) throw invalid('page', 'must be absent or 1 with cursor')
  const [, cursorSort, atMs, id, total] = LIST_CURSOR.exec(decode(cursor)) ?? []
  if (cursorSort !== sort || Number(id) > MAX_ID)
    throw invalid('cursor', `must be the nextCursor of a page of this list sorted by ${sort}, unchanged`)
  return { at: new Date(Number(atMs)), id: Number(id), total: total ? Number(total) : undefined }
}

/** The place after an application in the list of changes. */
export function changeCursorAfter({ changeNumber, id }: { changeNumber: number; id: number }): string {
  return encode(`${changeNumber}.${id}`)
}

/** The place that a cursor of the list of changes stands for; without one, its beginning. Throws
 * invalid_request. */
export function readChangeCursor(cursor: string | undefined): { changeNumber: number; id: number } {
  if (cursor === undefined) return { changeNumber: 0, id: 0 }
  const [, changeNumber, id] = CHANGE_CURSOR.exec(decode(cursor)) ?? []
  if (id === undefined || Number(id) > MAX_ID)
    throw invalid('cursor', 'must be the nextCursor of an earlier call, unchanged')
  return { changeNumber: Number(changeNumber), id: Number(id) }
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url')
}

function decode(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString()
}

function invalid(field: string, reason: string): ApiError {
  return new ApiError('invalid_request', `${field}: ${reason}.`, {
    fields: [{ pointer: `#query/${field}`, reason }],
  })
}
