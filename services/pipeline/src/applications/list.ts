import type { listApplications } from '@jobboard/contracts/applications/endpoints'
import type { Input } from '@jobboard/contracts/endpoint'
import { MAX_ID } from '@jobboard/contracts/limits'
import { invalid } from '@jobboard/contracts/page'

type Query = Input<typeof listApplications>['query']
export type ApplicationSort = NonNullable<Query['sort']>

/** What a list is sorted by: a time, a score (-1 without one), or the words of a name. */
export type SortKey = Date | number | string

/** The place of an application in a list. */
export interface ListPosition {
  key: SortKey
  id: number
  /** How many matched on the first page, where the cursor says so. */
  total?: number | undefined
}

// The key is last: a name has dots.
const LIST_CURSOR =
  /^(?:(-?(?:applied|updated)At)\.(\d{1,14})|(-?score)\.(-1|\d{1,3}))\.(\d{1,10})(?:\.(\d{1,10}))?$/
// Names that an older release stored may end with U+FFFD.
const NAME_CURSOR = /^(-?name)\.(\d{1,10})(?:\.(\d{1,10}))?\/([\p{L}\p{M}\p{N} .+#\ufffd]{0,200})$/u
const CHANGE_CURSOR = /^(\d{1,15})\.(\d{1,10})$/

/** The sort that applies to a query. */
export function sortOf({ sort, updatedSince }: Pick<Query, 'sort' | 'updatedSince'>): ApplicationSort {
  return sort ?? (updatedSince ? '-updatedAt' : '-appliedAt')
}

/** A place as an opaque token that is safe in a URL. With `total` the pages that follow are not counted again. */
export function toListCursor({ key, id, total }: ListPosition, sort: ApplicationSort): string {
  const counted = total === undefined ? '' : `.${total}`
  if (typeof key === 'string') return encode(`${sort}.${id}${counted}/${key}`)
  return encode(`${sort}.${key instanceof Date ? key.getTime() : key}.${id}${counted}`)
}

/** The place that a cursor stands for. Throws invalid_request for another sort's cursor and with a page. */
export function readListCursor(cursor: string, sort: ApplicationSort, page: number): ListPosition {
  if (page > 1) throw invalid('page', 'must be absent or 1 with cursor')
  const place = readPlace(decode(cursor))
  if (place?.sort !== sort || place.id > MAX_ID)
    throw invalid('cursor', `must be the nextCursor of a page of this list sorted by ${sort}, unchanged`)
  const { sort: _, ...position } = place
  return position
}

function readPlace(text: string): (ListPosition & { sort: string }) | undefined {
  const named = NAME_CURSOR.exec(text)
  if (named) {
    const [, sort, id, total, key] = named
    return { sort: sort!, key: key!, id: Number(id), total: total ? Number(total) : undefined }
  }
  const [, sortOfTime, ms, sortOfScore, score, id, total] = LIST_CURSOR.exec(text) ?? []
  if (id === undefined) return undefined
  const key = sortOfTime ? new Date(Number(ms)) : Number(score)
  return {
    sort: sortOfTime ?? sortOfScore!,
    key,
    id: Number(id),
    total: total ? Number(total) : undefined,
  }
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
