import { getCredits, listCreditEntries } from '@jobboard/contracts/credits/endpoints'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { type CreditKind, creditKinds } from '@jobboard/contracts/limits'
import { missingPart, notice, panel } from '@jobboard/html/blocks'
import { barChart, type Chart } from '@jobboard/html/chart'
import { html } from '@jobboard/html/html'
import { number } from '@jobboard/html/values'
import { dayOf, endOfDay } from '../../http/local-time.ts'
import { type Area, get, type Outcome, screen, type Visit } from '../../http/page.ts'
import {
  balancePart,
  type Entry,
  isSpending,
  kindTexts,
  LEDGER,
  ledgerExport,
  lowKinds,
  openLedger,
} from '../../parts/ledger.ts'
import type { Role, User } from '../../person/person.ts'

const path = '/credits'
const roles: readonly Role[] = ['EmployerAdmin', 'Recruiter']
const CHART = 'Credits spent in the last 30 days'

export const credits: Area = {
  places: [{ href: path, label: 'Credits', icon: 'credits', roles }],
  pages: [
    get(path, roles, show),
    ledgerExport(path, roles, (visit, query) => visit.ask(listCreditEntries, { query }, { isHidden: true })),
  ],
}

const readLedger = openLedger(path)

async function show(visit: Visit): Promise<Outcome> {
  const { person, now, zone } = visit
  const ledger = readLedger(visit)
  const [balances, page, recent] = await Promise.all([
    visit.part(LEDGER, () => visit.ask(getCredits)),
    visit.part(LEDGER, () => visit.ask(listCreditEntries, { query: ledger.query })),
    visit.part(LEDGER, () =>
      readRecent(now, (kind, number) =>
        visit.ask(listCreditEntries, { query: { page: number, pageSize: 100, kind } }, { isHidden: true }),
      ),
    ),
  ])
  const { employerName, employerId } = person as User
  return screen(visit, {
    title: 'Credits',
    lead: 'What you have, what you have spent, and on what.',
    body: [
      balancePart(visit, balances),
      balances &&
        lowKinds(balances).map((low) => {
          const body = `Only ${number(balances[low])} left. See below how to get more.`
          return notice({ tone: 'warning', title: kindTexts[low], body })
        }),
      panel({
        title: 'Spending',
        body: recent
          ? [barChart(spendingChart(recent.entries, now, zone)), recent.cut.length > 0 && cutLine(recent.cut)]
          : missingPart({ service: visit.missing, what: CHART }),
      }),
      ledger.part(page, { job: (id) => `/jobs/${id}`, candidate: (id) => `/search/candidates/${id}` }),
      panel({
        title: 'How to get more',
        body: html`<p>Credits are granted by the platform. Write to your contact there, with the kind, the number of credits, and who you are: ${employerName}, employer number ${employerId}. They count as soon as they appear here.</p>`,
      }),
    ],
  })
}

function cutLine(cut: readonly CreditKind[]) {
  const kinds = cut.map((kind) => kindTexts[kind]).join(', ')
  return html`<p class="text-body-secondary">The chart has the newest ${number(MAX_DRAWN)} entries of ${kinds}; older days are missing.</p>`
}

type EntryPage = ResponseBody<typeof listCreditEntries>

const DAYS = 30
const DAY_MS = 86_400_000
/** Pages of 100 entries that are read of each kind: the first, then the others at once. */
const MAX_PAGES = 3
const MAX_DRAWN = MAX_PAGES * 100

/** The entries of the last days by kind, and the kinds of which older ones are missing. `read` gives one page. */
async function readRecent(
  now: Date,
  read: (kind: CreditKind, page: number) => Promise<EntryPage>,
): Promise<{ entries: Entry[]; cut: CreditKind[] }> {
  const since = now.getTime() - DAYS * DAY_MS
  const isRecent = ({ createdAt }: Entry) => Date.parse(createdAt) >= since
  const ofKinds = await Promise.all(
    creditKinds.map(async (kind) => {
      const first = await read(kind, 1)
      const pages = first.items.every(isRecent)
        ? Math.min(MAX_PAGES, Math.ceil(first.total / first.pageSize))
        : 1
      const others = Array.from({ length: pages - 1 }, (_, i) => read(kind, i + 2))
      const items = [first, ...(await Promise.all(others))].flatMap((page) => page.items)
      // An entry that is written meanwhile moves the ones before it to the next page.
      const entries = [...new Map(items.filter(isRecent).map((entry) => [entry.id, entry])).values()]
      return { kind, entries, isCut: items.every(isRecent) && first.total > items.length }
    }),
  )
  return {
    entries: ofKinds.flatMap(({ entries }) => entries),
    cut: ofKinds.filter(({ isCut }) => isCut).map(({ kind }) => kind),
  }
}

/** Credits spent on each of the last days, in the reader's zone, today included. */
function spendingChart(entries: readonly Entry[], now: Date, zone: string): Chart {
  const days = Array.from({ length: DAYS }, (_, index) =>
    dayOf(new Date(now.getTime() - (DAYS - 1 - index) * DAY_MS), zone),
  )
  const points = days.map((label) => ({
    label,
    endMs: endOfDay(label, zone)!.getTime(),
    values: {} as Record<string, number>,
  }))
  const startMs = endOfDay(dayOf(new Date(now.getTime() - DAYS * DAY_MS), zone), zone)!.getTime()
  for (const { kind, amount, createdAt } of entries.filter(isSpending)) {
    const atMs = Date.parse(createdAt)
    const point = atMs > startMs ? points.find(({ endMs }) => atMs <= endMs) : undefined
    if (point) point.values[kind] = (point.values[kind] ?? 0) - amount
  }
  return {
    title: CHART,
    unit: 'credits',
    points,
    series: creditKinds.map((key) => ({ key, label: kindTexts[key] })),
  }
}
