import type { listCreditEntries } from '@jobboard/contracts/credits/endpoints'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { type CreditKind, creditKinds } from '@jobboard/contracts/limits'
import { empty, panel } from '../../html/blocks.ts'
import type { Child, Html } from '../../html/html.ts'
import { type Column, more, table } from '../../html/table.ts'
import { number, stats, when } from '../../html/values.ts'
import { type CauseLinks, causeOf } from './cause.ts'
import { texts } from './texts.ts'

export type Entry = ResponseBody<typeof listCreditEntries>['items'][number]

/** Below it a balance is called low. */
const LOW = 3

/** The kinds of which few credits are left; a kind whose balance is unknown is not among them. */
export function lowKinds(balances: Record<CreditKind, number | null>): CreditKind[] {
  return creditKinds.filter((kind) => {
    const left = balances[kind]
    return left !== null && left < LOW
  })
}

/** What is left of each kind. */
export function balanceStats(balances: Record<CreditKind, number | null>, href?: string): Html {
  return stats(
    creditKinds.map((kind) => {
      const left = balances[kind]
      return {
        label: texts.kinds[kind],
        value: left === null ? '–' : number(left),
        hint: texts.uses[kind],
        ...(href && { href }),
      }
    }),
  )
}

/** One page of the ledger as a part of a page. `address` gives the path with another cursor. */
export function entryTable<E extends Entry>(
  { items, nextCursor }: { items: readonly E[]; nextCursor?: string | null | undefined },
  {
    zone,
    links,
    cursor,
    address,
    action,
  }: {
    zone: string
    links: CauseLinks
    cursor: string | undefined
    address: (cursor?: string) => string
    /** A last column with what can be done with an entry. */
    action?: Column<E>
  },
): Child {
  const { columns } = texts
  const rows = table<E>({
    caption: texts.entries,
    columns: [
      { head: columns.cause, cell: (entry) => causeOf(entry, links) },
      { head: columns.kind, cell: ({ kind }) => texts.kinds[kind] },
      { head: columns.amount, numeric: true, cell: ({ amount }) => signed(amount) },
      { head: columns.time, cell: ({ createdAt }) => when(createdAt, zone) },
      { head: columns.entry, numeric: true, cell: ({ id }) => String(id) },
      ...(action ? [action] : []),
    ],
    rows: items,
    empty: empty(texts.empty),
  })
  return [
    panel({ title: texts.entries, body: rows }),
    cursor && more({ href: address(), label: texts.newest }),
    nextCursor && more({ href: address(nextCursor), label: texts.older }),
  ]
}

/** `+50`, `−1`. */
export function signed(amount: number): string {
  return amount < 0 ? `−${number(-amount)}` : `+${number(amount)}`
}
