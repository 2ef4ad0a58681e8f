import type { listCreditEntries } from '@jobboard/contracts/credits/endpoints'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { type CreditKind, creditKinds } from '@jobboard/contracts/limits'
import type { Chart } from '../../html/chart.ts'
import { dayOf, endOfDay } from '../../parts/day.ts'
import { type Entry, isSpending } from '../../parts/ledger/ledger.ts'
import { texts } from '../../parts/ledger/texts.ts'

type EntryPage = ResponseBody<typeof listCreditEntries>

/** Days of the chart. */
const DAYS = 30
const DAY_MS = 86_400_000
/** Pages of 100 entries that are read of each kind: the first, then the others at once. */
const MAX_PAGES = 3
export const MAX_DRAWN = MAX_PAGES * 100

/** The entries of the last days by kind, and the kinds of which older ones are missing. `read` gives one page. */
export async function readRecent(
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
export function spendingChart(entries: readonly Entry[], now: Date, zone: string): Chart {
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
    title: texts.chart,
    unit: texts.unit,
    points,
    series: creditKinds.map((key) => ({ key, label: texts.kinds[key] })),
  }
}
