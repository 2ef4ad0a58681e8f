import type { listEmployerCreditEntries } from '@jobboard/contracts/credits/endpoints'
import { listEntries, MAX_ENTRIES_PER_CALL } from '@jobboard/contracts/credits/internal'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import type { CreditKind } from '@jobboard/contracts/limits'
import type { Call } from '@jobboard/service/lifecycle/call'
import { boundIn, decodeCursor } from '../domain/entry-cursor.ts'
import { type Entries, readMergedPage, toPage } from '../domain/entry-page.ts'
import { type LedgerOwner, ownerOf } from '../domain/ledger-owner.ts'

type EntryList = ResponseBody<typeof listEmployerCreditEntries>
type Entry = EntryList['items'][number]

interface PageQuery {
  kind?: CreditKind | undefined
  page: number
  pageSize: number
  cursor?: string | undefined
}

interface LedgerQuery {
  kind?: CreditKind
  before?: { createdAt: string; id: number } | undefined
  skip?: number
  take: number
  withTotal?: boolean
}

/** One page of the entries, newest first: of one kind from its owner, otherwise of both owners merged. A
 * `cursor` replaces `page`. Throws invalid_request (cursor, page) and unavailable. */
export async function listAllEntries(
  call: Call,
  employerId: number,
  requestId: string,
  { kind, page, pageSize: take, cursor }: PageQuery,
): Promise<EntryList> {
  if (cursor !== undefined && page !== 1)
    throw new ApiError('invalid_request', 'page: must be left out when cursor is sent.')
  const position = cursor === undefined ? undefined : decodeCursor(cursor)
  const skip = (page - 1) * take

  const read = (
    owner: LedgerOwner,
    { before, withTotal = true, ...rest }: LedgerQuery,
  ): Promise<Entries<Entry>> => {
    const bound = before && { beforeCreatedAt: before.createdAt, beforeId: before.id }
    const query = { ...rest, ...bound, withTotal: String(withTotal) }
    return call(listEntries(owner), { params: { employerId }, query }, { requestId })
  }
  if (!kind) {
    const merged = await readMergedPage(read, { position, skip, take, step: MAX_ENTRIES_PER_CALL })
    return { ...merged, page, pageSize: take }
  }
  const owner = ownerOf(kind)
  const before = position && boundIn(owner, position)
  const found = await read(owner, { kind, before, skip, take: take + 1 })
  return { ...toPage(found.items, found.total!, take), page, pageSize: take }
}
