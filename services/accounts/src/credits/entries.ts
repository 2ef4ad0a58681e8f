import { ApiError } from '@jobboard/contracts/error'
import { type CreditKind, MAX_ENTRY_DEPTH } from '@jobboard/contracts/limits'

/** The services that hold a credit ledger, in the order in which entries with equal timestamps are listed. */
export const ledgerOwners = ['jobs', 'search'] as const
export type LedgerOwner = (typeof ledgerOwners)[number]

/** The service that spends a kind of credit and holds its ledger. */
export function ownerOf(kind: CreditKind): LedgerOwner {
  return kind === 'JobPosting' ? 'jobs' : 'search'
}

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
function positionOf(entry: { createdAt: string; kind: CreditKind; id: number }): EntryPosition {
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

interface Entry {
  id: number
  kind: CreditKind
  createdAt: string
}

/** Some entries, and how many the list has in total; null when they were not counted. */
export interface Entries<E> {
  total: number | null
  items: E[]
}

/** A page of entries; `nextCursor` is null when no entry follows. */
export interface EntryPage<E> {
  total: number
  items: E[]
  nextCursor: string | null
}

/** Reads at most `take` entries of one ledger, newest first, that are older than a bound. */
export type ReadLedger<E> = (
  owner: LedgerOwner,
  query: {
    before?: { createdAt: string; id: number } | undefined
    take: number
    withTotal: boolean
  },
) => Promise<Entries<E>>

interface PageRequest {
  position?: EntryPosition | undefined
  skip: number
  take: number
  step: number
}

/** The entries of all ledgers, newest first: `take` of them after `position` and the next `skip`. Skipped
 * entries are read, `step` at a time: throws invalid_request when the page would end deeper than
 * `MAX_ENTRY_DEPTH`. */
export async function readMergedPage<E extends Entry>(
  read: ReadLedger<E>,
  { position, skip, take, step }: PageRequest,
): Promise<EntryPage<E>> {
  let from = position
  let total: number | null = null
  for (let left = skip; left > 0; ) {
    const skipped: Entries<E> = await readMerged(read, from, Math.min(left, step), total === null)
    total ??= skipped.total!
    if (skip >= total) return { total, items: [], nextCursor: null }
    if (Math.min(skip + take, total) > MAX_ENTRY_DEPTH) throw tooDeep()
    left -= skipped.items.length
    from = positionOf(skipped.items.at(-1)!)
  }
  const found = await readMerged(read, from, take + 1, total === null)
  return toPage(found.items, total ?? found.total!, take)
}

/** A page of at most `take` entries, from `items` that have one more when another page follows. */
export function toPage<E extends Entry>(items: E[], total: number, take: number): EntryPage<E> {
  const page = items.slice(0, take)
  const last = page.at(-1)
  return {
    total,
    items: page,
    nextCursor: items.length > take && last ? encodeCursor(positionOf(last)) : null,
  }
}

async function readMerged<E extends Entry>(
  read: ReadLedger<E>,
  position: EntryPosition | undefined,
  take: number,
  withTotal: boolean,
): Promise<Entries<E>> {
  const ledgers = await Promise.all(
    ledgerOwners.map((owner) =>
      read(owner, { before: position && boundIn(owner, position), take, withTotal }),
    ),
  )
  // The sort is stable: on equal timestamps the order of the ledgers stays, and within a ledger that of the ids.
  const items = ledgers
    .flatMap((ledger) => ledger.items)
    .sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
  const total = withTotal ? ledgers.reduce((sum, ledger) => sum + ledger.total!, 0) : null
  return { total, items: items.slice(0, take) }
}

function tooDeep(): ApiError {
  return new ApiError(
    'invalid_request',
    `page: reaches only the newest ${MAX_ENTRY_DEPTH} entries; pass kind, or follow nextCursor with cursor.`,
  )
}
