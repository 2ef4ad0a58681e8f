import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { getKeyUsageOf } from '@jobboard/contracts/keys/admin'
import { KEY_USAGE_DAYS, type LimitFamily, requestsPerMinute } from '@jobboard/contracts/limits'
import { empty, panel } from '../../html/blocks.ts'
import { barChart } from '../../html/chart.ts'
import { type Html, html } from '../../html/html.ts'
import { numeric, table } from '../../html/table.ts'
import { number, stats } from '../../html/values.ts'

type Usage = ResponseBody<typeof getKeyUsageOf>
type Row = Usage['days'][number]
type Counts = Pick<Row, 'ok' | 'clientErrors' | 'rateLimited' | 'serverErrors'>

const DAY_MS = 86_400_000
const kinds: Record<keyof Counts, string> = {
  ok: 'Answered',
  clientErrors: 'Refused (4xx)',
  rateLimited: 'Over a limit (429)',
  serverErrors: 'Failed here (5xx)',
}
const kindNames = Object.keys(kinds) as (keyof Counts)[]
const familyNames: Record<LimitFamily, string> = {
  jobs: 'Jobs',
  applications: 'Applications',
  me: 'Candidates themselves',
  employer: 'Employer, events and key',
  search: 'CV search',
  candidates: 'Candidates',
}

/** The calls of a key by UTC day and by limit family. */
export function usagePanel({ days }: Usage, now: Date, isInUse: boolean): Html {
  if (days.length === 0) {
    return panel({
      title: 'Calls of the last 30 days',
      body: empty({
        title: 'No calls in these days',
        text: isInUse
          ? 'Try the call below. It costs nothing, and is counted here within 5 seconds.'
          : 'The key has ended.',
      }),
    })
  }
  const all = sumOf(days)
  const calls = totalOf(all)
  const refused = all.clientErrors + all.rateLimited
  return panel({
    title: 'Calls of the last 30 days',
    body: html`<div class="vstack gap-4">
      ${stats([
        { label: 'Calls', value: number(calls) },
        { label: 'Answered', value: number(all.ok) },
        { label: 'Refused', value: number(refused), hint: `${share(refused, calls)} of all calls` },
        { label: 'Failed here', value: number(all.serverErrors) },
      ])}
      ${barChart({
        title: 'Calls a day',
        unit: 'calls',
        series: [
          { key: 'ok', label: kinds.ok, tone: 'success' },
          { key: 'serverErrors', label: kinds.serverErrors, tone: 'danger' },
          { key: 'clientErrors', label: kinds.clientErrors },
          { key: 'rateLimited', label: kinds.rateLimited },
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
  return table<(typeof rows)[number]>({
    caption: 'By group of endpoints',
    rows,
    empty: 'No calls in these days',
    columns: {
      Group: ({ family }) => familyNames[family],
      Calls: numeric((row) => number(totalOf(row))),
      ...Object.fromEntries(
        kindNames.map((kind) => [kinds[kind], numeric((row: Counts) => number(row[kind]))]),
      ),
      'Limit a minute': numeric(({ family }) => number(requestsPerMinute[family])),
    },
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
  for (const row of rows) for (const kind of kindNames) sum[kind] += row[kind]
  return sum
}

function totalOf(counts: Counts): number {
  return kindNames.reduce((sum, kind) => sum + counts[kind], 0)
}
