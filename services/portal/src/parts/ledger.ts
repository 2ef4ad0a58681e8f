import type { listCreditEntries } from '@jobboard/contracts/credits/endpoints'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { type CreditKind, creditKinds } from '@jobboard/contracts/limits'
import { missingPart } from '@jobboard/html/blocks'
import { type Child, type Html, html } from '@jobboard/html/html'
import { type Columns, more, numeric, tablePanel } from '@jobboard/html/table'
import { number, stats, userText, when } from '@jobboard/html/values'
import type { Page, Visit } from '../http/page.ts'
import { csvExport, exportLink } from '../kit/export.ts'
import { filters } from '../kit/filters.ts'
import type { Role } from '../person/person.ts'

export type Entry = ResponseBody<typeof listCreditEntries>['items'][number]

export const kindTexts: Record<CreditKind, string> = {
  JobPosting: 'Job posting',
  CvSearch: 'CV search',
  CvDownload: 'Unlock',
}
const useTexts: Record<CreditKind, string> = {
  JobPosting: 'One for each job that you publish',
  CvSearch: 'One for each page of results of a search',
  CvDownload: 'One for each candidate that you unlock, for 30 days',
}

/** The service that credits are asked of. */
export const LEDGER = 'accounts'

/** Below it a balance is called low. */
const LOW = 3

/** The kinds of which few credits are left; a kind whose balance is unknown is not among them. */
export function lowKinds(balances: Record<CreditKind, number | null>): CreditKind[] {
  return creditKinds.filter((kind) => {
    const left = balances[kind]
    return left !== null && left < LOW
  })
}

type Balances = Record<CreditKind, number | null>

/** What is left of each kind, on a page where a service may not have answered. */
export function balancePart({ missing }: Visit, balances: Balances | undefined, href?: string): Html {
  return balances ? balanceStats(balances, href) : missingPart({ service: missing, what: 'The balances' })
}

export function balanceStats(balances: Balances, href?: string): Html {
  return stats(
    creditKinds.map((kind) => {
      const left = balances[kind]
      const value = left === null ? '–' : number(left)
      return { label: kindTexts[kind], value, hint: useTexts[kind], href }
    }),
  )
}

/** The ledger as a part of the page with this path: what of it is read, and the entries of one kind or all. */
export function openLedger(path: string) {
  const list = filters({
    path,
    pageSize: 25,
    tabs: { name: 'kind', label: 'Entries by kind', values: ['', ...creditKinds] },
  })
  return (visit: Visit) => {
    const at = list.read(visit)
    const { cursor } = visit.query
    const file = `${visit.request.url.split('?')[0]}/export`
    const toFile = (total: number) => total > 0 && exportLink(file, { kind: at.tab }, total)
    return {
      query: { pageSize: at.query.pageSize, kind: at.tab || undefined, cursor },
      /** `columns` are others behind those of every ledger. */
      part<E extends Entry>(
        page: { items: readonly E[]; nextCursor?: string | null; total: number } | undefined,
        links: CauseLinks,
        columns?: Columns<E>,
      ): Child {
        return [
          at.tabs({ '': 'All', ...kindTexts }),
          page
            ? entryPanel(page.items, visit.zone, links, columns, toFile(page.total))
            : missingPart({ service: visit.missing, what: 'Entries' }),
          cursor && more({ href: at.href({}), label: 'Back to the newest entries' }),
          page?.nextCursor && more({ href: at.href({ cursor: page.nextCursor }), label: 'Older entries' }),
        ]
      },
    }
  }
}

/** The ledger as a file; `read` gives a page of it. */
export function ledgerExport(
  path: string,
  roles: readonly Role[],
  read: Parameters<typeof csvExport<Entry>>[0]['read'],
): Page {
  return csvExport({
    path: `${path}/export`,
    roles,
    name: 'credits',
    filters: ['kind'],
    read,
    columns: () => ({
      Entry: ({ id }) => id,
      Kind: ({ kind }) => kindTexts[kind],
      Credits: ({ amount }) => amount,
      'What for': ({ cause }) => cause,
      When: ({ createdAt }) => createdAt,
    }),
  })
}

function entryPanel<E extends Entry>(
  rows: readonly E[],
  zone: string,
  links: CauseLinks,
  columns: Columns<E> | undefined,
  actions: Child,
): Html {
  return tablePanel<E>({
    title: 'Entries',
    actions,
    rows,
    columns: {
      'What for': (entry) => causeOf(entry, links),
      Kind: ({ kind }) => kindTexts[kind],
      Credits: numeric(({ amount }) => signed(amount)),
      When: ({ createdAt }) => when(createdAt, zone),
      Entry: numeric(({ id }) => String(id)),
      ...columns,
    },
    empty: {
      title: 'No entries yet',
      text: 'Each credit that you get, spend or get back will be listed here, with what it was for.',
    },
  })
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
export const UNLOCK = 'get-candidate '
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
