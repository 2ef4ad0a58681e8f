import type { CreditKind } from '@jobboard/contracts/limits'
import type { ReadLedger } from '../../src/credits/entries.ts'
import { type LedgerOwner, ledgerOwners } from '../../src/credits/entries.ts'

/** An entry to insert: `second` is its timestamp. */
export interface NewEntry {
  owner: LedgerOwner
  second: number
}

/** An entry as a ledger lists it. */
export interface LedgerEntry {
  id: number
  kind: CreditKind
  createdAt: string
}

/** Two ledgers in memory that list entries as jobs and search do: the reference for merged paging. */
export class InMemoryLedgers {
  reads = 0
  counts = 0
  readonly #entries: Record<LedgerOwner, LedgerEntry[]> = { jobs: [], search: [] }
  #inserts: Iterator<NewEntry[]> | undefined
  #insertsLeft = 0

  constructor(entries: readonly NewEntry[]) {
    for (const entry of entries) this.#insert(entry)
  }

  /** Inserts the next entries of the stream before each of the following `reads` reads. */
  insertWhileReading(stream: Iterable<NewEntry[]>, reads: number): void {
    this.#inserts = stream[Symbol.iterator]()
    this.#insertsLeft = reads
  }

  /** All entries: newest first, then jobs before search, then by id descending. */
  inOrder(): LedgerEntry[] {
    return ledgerOwners.flatMap((owner) => this.#list(owner)).sort(newestFirst)
  }

  readonly read: ReadLedger<LedgerEntry> = async (owner, { before, take, withTotal }) => {
    this.reads++
    if (withTotal) this.counts++
    if (this.#insertsLeft-- > 0) for (const entry of this.#inserts!.next().value) this.#insert(entry)
    const all = this.#list(owner)
    const older = all.filter(
      ({ createdAt, id }) =>
        !before || createdAt < before.createdAt || (createdAt === before.createdAt && id < before.id),
    )
    return { total: withTotal ? all.length : null, items: older.slice(0, take) }
  }

  #insert({ owner, second }: NewEntry): void {
    const entries = this.#entries[owner]
    const kind = owner === 'jobs' ? 'JobPosting' : second % 2 ? 'CvSearch' : 'CvDownload'
    const createdAt = new Date(Date.UTC(2030, 0, 1, 0, 0, second)).toISOString()
    entries.push({ id: entries.length + 1, kind, createdAt })
  }

  #list(owner: LedgerOwner): LedgerEntry[] {
    return this.#entries[owner].toSorted((a, b) => newestFirst(a, b) || b.id - a.id)
  }
}

function newestFirst(a: LedgerEntry, b: LedgerEntry): number {
  return b.createdAt.localeCompare(a.createdAt)
}
