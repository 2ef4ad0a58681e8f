import type { listCreditEntries } from '@jobboard/contracts/credits/endpoints'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { type CreditKind, creditKinds } from '@jobboard/contracts/limits'
import { empty, panel } from '../../html/blocks.ts'
import { type Child, type Html, html } from '../../html/html.ts'
import { type Column, more, table } from '../../html/table.ts'
import { number, stats, userText, when } from '../../html/values.ts'

export type Entry = ResponseBody<typeof listCreditEntries>['items'][number]

export const kindTexts: Record<CreditKind, string> = {
  JobPosting: 'Job posting',
  CvSearch: 'CV search',
  CvDownload: 'CV download',
}
const useTexts: Record<CreditKind, string> = {
  JobPosting: 'One for each job that you publish',
  CvSearch: 'One for each page of results of a search',
  CvDownload: 'One for each candidate that you unlock, for 30 days',
}

/** Which service credits are asked for, and what of them may be missing. */
export const ledgerTexts = {
  service: 'accounts',
  balances: 'The balances',
  entries: 'Entries',
  tabs: 'Entries by kind',
}

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
        label: kindTexts[kind],
        value: left === null ? '–' : number(left),
        hint: useTexts[kind],
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
  const rows = table<E>({
    caption: ledgerTexts.entries,
    columns: [
      { head: 'What for', cell: (entry) => causeOf(entry, links) },
      { head: 'Kind', cell: ({ kind }) => kindTexts[kind] },
      { head: 'Credits', numeric: true, cell: ({ amount }) => signed(amount) },
      { head: 'When', cell: ({ createdAt }) => when(createdAt, zone) },
      { head: 'Entry', numeric: true, cell: ({ id }) => String(id) },
      ...(action ? [action] : []),
    ],
    rows: items,
    empty: empty({
      title: 'No entries yet',
      text: 'Each credit that you get, spend or get back will be listed here, with what it was for.',
    }),
  })
  return [
    panel({ title: ledgerTexts.entries, body: rows }),
    cursor && more({ href: address(), label: 'Back to the newest entries' }),
    nextCursor && more({ href: address(nextCursor), label: 'Older entries' }),
  ]
}

/** `+50`, `−1`. */
export function signed(amount: number): string {
  return amount < 0 ? `−${number(-amount)}` : `+${number(amount)}`
}

/** Where the objects of an entry have a page; one that is left out has none for the reader. */
export interface CauseLinks {
  job?: (id: string) => string
  candidate?: (id: string) => string
}

const PUBLISH = 'publish-job '
const UNLOCK = 'get-candidate '
const SEARCH = 'search-candidates'
const GRANT = 'grant'
const REVERSAL = 'reversal of entry '

/** Whether an entry is what a call has cost; grants, corrections and reversals are not. */
export function isSpending({ amount, cause }: { amount: number; cause: string }): boolean {
  return amount < 0 && [PUBLISH, UNLOCK, SEARCH].some((start) => cause.startsWith(start))
}

/** What an entry is for, in words, with a link to it. A cause that is not known stays as it is. */
export function causeOf({ amount, cause }: { amount: number; cause: string }, links: CauseLinks): Html {
  if (cause.startsWith(PUBLISH)) {
    const id = cause.slice(PUBLISH.length)
    return linked(`Published job ${id}`, links.job?.(id))
  }
  if (cause.startsWith(UNLOCK)) {
    const id = cause.slice(UNLOCK.length)
    return linked(`Unlocked candidate ${id}`, links.candidate?.(id))
  }
  if (cause === SEARCH) return userText('CV search')
  if (cause.startsWith(REVERSAL)) {
    const [id = '', ...reason] = cause.slice(REVERSAL.length).split(':')
    return withReason(`Reversal of entry ${id}`, reason.join(':'))
  }
  if (cause === GRANT || cause.startsWith(`${GRANT}:`)) {
    return withReason(
      amount < 0 ? 'Taken back by the platform' : 'Granted by the platform',
      cause.slice(GRANT.length + 1),
    )
  }
  return userText(cause, { lines: 3 })
}

function linked(text: string, href: string | undefined): Html {
  return href ? html`<a href=${href}>${text}</a>` : userText(text)
}

function withReason(text: string, reason: string): Html {
  return html`<span>${text}${reason.trim() && [': ', userText(reason.trim(), { lines: 3 })]}</span>`
}
