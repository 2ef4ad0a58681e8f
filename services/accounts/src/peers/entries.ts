import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { listEmployerCreditEntries } from '@jobboard/contracts/endpoints/credits'
import { listEntries, listEntryDates } from '@jobboard/contracts/internal/credits'
import type { CreditKind } from '@jobboard/contracts/limits'
import type { Call } from '@jobboard/service/http/call'
import { merge, type Ranked, splitAt } from '../domain/split.ts'
import { type LedgerOwner, ledgerOwners, ownerOf } from './balances.ts'

type Entries = ResponseBody<typeof listEmployerCreditEntries>
type Found = Pick<Entries, 'total' | 'items'>
type Stretch = { skip: number; take: number; kind?: CreditKind }

/** What a ledger is asked for one employer. */
interface Ask {
  entries(owner: LedgerOwner, query: Stretch): Promise<Found>
  dates(owner: LedgerOwner): Ranked['dates']
}

/** One page of the ledger, newest first: of one kind from its owner, otherwise of both owners merged. Costs two calls
 * on the first page, about eight on a later one. Throws unavailable. */
export async function listAllEntries(
  call: Call,
  employerId: number,
  requestId: string,
  { kind, page, pageSize }: { kind?: CreditKind | undefined; page: number; pageSize: number },
): Promise<Entries> {
  const params = { employerId }
  const ask: Ask = {
    entries: (owner, query) => call(listEntries(owner), { params, query: { ...query } }, { requestId }),
    dates: (owner) => (from, step, count) =>
      call(listEntryDates(owner), { params, query: { from, step, count } }, { requestId }),
  }
  const stretch = { skip: (page - 1) * pageSize, take: pageSize }
  const found = kind ? await ask.entries(ownerOf(kind), { ...stretch, kind }) : await merged(ask, stretch)
  return { total: found.total, page, pageSize, items: found.items }
}

async function merged(ask: Ask, { skip, take }: Stretch): Promise<Found> {
  const [left, right] = await both((owner) => ask.entries(owner, { skip: 0, take }))
  const total = left.total + right.total
  if (skip >= total) return { total, items: [] }
  if (skip === 0) return { total, items: merge(left.items, right.items).slice(0, take) }

  const ranked = (owner: LedgerOwner, known: Found) => ({ total: known.total, dates: ask.dates(owner) })
  const before = await splitAt(ranked('jobs', left), ranked('search', right), skip)
  const [jobs, search] = await both((owner) =>
    ask.entries(owner, { skip: owner === 'jobs' ? before : skip - before, take }),
  )
  return { total, items: merge(jobs.items, search.items).slice(0, take) }
}

async function both<T>(ask: (owner: LedgerOwner) => Promise<T>): Promise<[T, T]> {
  return (await Promise.all(ledgerOwners.map(ask))) as [T, T]
}
