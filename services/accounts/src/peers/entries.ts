import type { Answer } from '@jobboard/contracts/endpoint'
import type { listEmployerCreditEntries } from '@jobboard/contracts/endpoints/credits'
import { listEntries } from '@jobboard/contracts/internal/credits'
import type { CreditKind } from '@jobboard/contracts/limits'
import type { Call } from '@jobboard/service/call'
import { merge, splitAt } from '../domain/split.ts'
import { type LedgerOwner, ledgerOwners, ownerOf } from './balances.ts'

type Entries = Answer<typeof listEmployerCreditEntries>
type Wanted = { kind?: CreditKind | undefined; page: number; pageSize: number }
type Ask = (owner: LedgerOwner, query: Wanted) => Promise<Entries>

/** One page of the ledger, newest first: of one kind from its owner, otherwise of both owners merged. Costs two calls
 * on the first page, about 2 x log2(entries before it) more on a later one. Throws unavailable. */
export async function listAllEntries(
  call: Call,
  employerId: number,
  requestId: string,
  wanted: Wanted,
): Promise<Entries> {
  const ask: Ask = (owner, query) =>
    call(listEntries(owner), { params: { employerId }, query: { ...query } }, { requestId })
  return wanted.kind ? ask(ownerOf(wanted.kind), wanted) : mergedPage(ask, wanted)
}

async function mergedPage(ask: Ask, { page, pageSize }: Wanted): Promise<Entries> {
  const skip = (page - 1) * pageSize
  const firsts = await Promise.all(ledgerOwners.map((owner) => ask(owner, { page: 1, pageSize })))
  const [left, right] = firsts as [Entries, Entries]
  const total = left.total + right.total
  if (skip >= total) return { total, page, pageSize, items: [] }
  if (skip === 0) return { total, page, pageSize, items: merge(left.items, right.items).slice(0, pageSize) }

  const ranked = (owner: LedgerOwner, known: Entries) => ({
    total: known.total,
    at: async (index: number) =>
      known.items[index] ?? (await ask(owner, { page: index + 1, pageSize: 1 })).items[0]!,
  })
  const taken = await splitAt(ranked('jobs', left), ranked('search', right), skip)
  const [jobs, search] = await Promise.all([
    slice(ask, 'jobs', taken, pageSize),
    slice(ask, 'search', skip - taken, pageSize),
  ])
  return { total, page, pageSize, items: merge(jobs, search).slice(0, pageSize) }
}

/** `count` entries from `from` on: they lie in two pages of that size. */
async function slice(ask: Ask, owner: LedgerOwner, from: number, count: number): Promise<Entries['items']> {
  const page = Math.floor(from / count) + 1
  const pages = await Promise.all([
    ask(owner, { page, pageSize: count }),
    ask(owner, { page: page + 1, pageSize: count }),
  ])
  const items = pages.flatMap((one) => one.items)
  return items.slice(from % count, (from % count) + count)
}
