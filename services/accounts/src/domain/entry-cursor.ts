import { ApiError } from '@jobboard/contracts/error'
import type { CreditKind } from '@jobboard/contracts/limits'
import { type LedgerOwner, ledgerOwners, ownerOf } from './ledger-owner.ts'

/** The place of an entry in the list of all ledgers: `createdAt` descending, then ledger, then id descending.
 */
export interface EntryPosition {
  /** ISO 8601 with milliseconds. */
  createdAt: string
  owner: LedgerOwner
  id: number
}

const CURSOR = /^(\d{1,14})\.([a-z]+)\.(\d{1,15})$/

/** The position of an entry. */
export function positionOf(entry: { createdAt: string; kind: CreditKind; id: number }): EntryPosition {
  return { createdAt: entry.createdAt, owner: ownerOf(entry.kind), id: entry.id }
}

/** The `createdAt` and id below which a ledger has the entries that follow a position. On equal timestamps a
 * ledger that is listed earlier has none of them, and a ledger that is listed later has all. */
export function boundIn(owner: LedgerOwner, position: EntryPosition): { createdAt: string; id: number } {
  const distance = ledgerOwners.indexOf(owner) - ledgerOwners.indexOf(position.owner)
  const id = distance === 0 ? position.id : distance < 0 ? 0 : Number.MAX_SAFE_INTEGER
  return { createdAt: position.createdAt, id }
}

/** A position as an opaque token that is safe in a URL. */
export function encodeCursor({ createdAt, owner, id }: EntryPosition): string {
  return Buffer.from(`${Date.parse(createdAt)}.${owner}.${id}`).toString('base64url')
}

/** The position that a cursor stands for. Throws invalid_request. */
export function decodeCursor(cursor: string): EntryPosition {
  const [, createdAtMs, name, id] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const owner = ledgerOwners.find((one) => one === name)
  if (!owner)
    throw new ApiError('invalid_request', 'cursor: must be the nextCursor of a page of this list, unchanged.')
  return { createdAt: new Date(Number(createdAtMs)).toISOString(), owner, id: Number(id) }
}
