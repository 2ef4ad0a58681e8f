import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { getKeyUsageOf } from '@jobboard/contracts/keys/admin'
import { KEY_USAGE_DAYS, requestsPerMinute } from '@jobboard/contracts/limits'
import { empty, panel } from '../../html/blocks.ts'
import { barChart } from '../../html/chart.ts'
import { type Html, html } from '../../html/html.ts'
import { table } from '../../html/table.ts'
import { number, stats } from '../../html/values.ts'
import { texts } from './texts.ts'

type Usage = ResponseBody<typeof getKeyUsageOf>
type Row = Usage['days'][number]
type Counts = Pick<Row, 'ok' | 'clientErrors' | 'rateLimited' | 'serverErrors'>

const DAY_MS = 86_400_000
const words = texts.show
const kinds = ['ok', 'clientErrors', 'rateLimited', 'serverErrors'] as const

/** The calls of a key by UTC day and by limit family. */
export function usagePanel({ days }: Usage, now: Date, isInUse: boolean): Html {
  if (days.length === 0) {
    return panel({
      title: words.usage,
      body: empty({ title: words.unused, text: isInUse ? words.unusedText : words.unusedEnded }),
    })
  }
  const all = sumOf(days)
  const calls = totalOf(all)
  const refused = all.clientErrors + all.rateLimited
  return panel({
    title: words.usage,
    body: html`<div class="jb-stack">
      ${stats([
        { label: words.calls, value: number(calls) },
        { label: words.served, value: number(all.ok) },
        { label: words.refusedCalls, value: number(refused), hint: words.refusedHint(share(refused, calls)) },
        { label: words.failed, value: number(all.serverErrors) },
      ])}
      ${barChart({
        title: words.chart,
        unit: words.unit,
        series: [
          { key: 'ok', label: words.series.ok, tone: 'success' },
          { key: 'serverErrors', label: words.series.serverErrors, tone: 'danger' },
          { key: 'clientErrors', label: words.series.clientErrors },
          { key: 'rateLimited', label: words.series.rateLimited },
        ],
        points: daysUntil(now, days).map((date) => {
          return { label: shortDay(date), values: { ...sumOf(days.filter((row) => row.date === date)) } }
        }),
      })}
      ${families(days)}
    </div>`,
  })
}

function families(days: readonly Row[]): Html {
  const names = [...new Set(days.map(({ family }) => family))].sort()
  const rows = names.map((family) => ({ family, ...sumOf(days.filter((row) => row.family === family)) }))
  return table({
    caption: words.families,
    rows,
    empty: words.unused,
    columns: [
      { head: words.family, cell: ({ family }) => words.familyNames[family] },
      { head: words.calls, cell: (row) => number(totalOf(row)), numeric: true },
      ...kinds.map((kind) => ({
        head: words.series[kind],
        cell: (row: (typeof rows)[number]) => number(row[kind]),
        numeric: true,
      })),
      { head: words.limit, cell: ({ family }) => number(requestsPerMinute[family]), numeric: true },
    ],
  })
}

/** The last 30 UTC days, oldest first. The clock of the counts may be a little ahead of this one. */
function daysUntil(now: Date, days: readonly Row[]): string[] {
  const newest = days.reduce((last, { date }) => (date > last ? date : last), now.toISOString().slice(0, 10))
  const lastMs = Date.parse(newest)
  return Array.from({ length: KEY_USAGE_DAYS }, (_, day) =>
    new Date(lastMs - (KEY_USAGE_DAYS - 1 - day) * DAY_MS).toISOString().slice(0, 10),
  )
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const shares = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 })

function shortDay(date: string): string {
  return dayFormat.format(new Date(date))
}

function share(part: number, all: number): string {
  return shares.format(all === 0 ? 0 : part / all)
}

function sumOf(rows: readonly Counts[]): Counts {
  const sum = { ok: 0, clientErrors: 0, rateLimited: 0, serverErrors: 0 }
  for (const row of rows) for (const kind of kinds) sum[kind] += row[kind]
  return sum
}

function totalOf(counts: Counts): number {
  return kinds.reduce((sum, kind) => sum + counts[kind], 0)
}
