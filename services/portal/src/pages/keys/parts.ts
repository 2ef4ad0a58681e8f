import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { getKeyUsageOf, listRecruiterKeys } from '@jobboard/contracts/keys/admin'
import { getKey } from '@jobboard/contracts/keys/own'
import { KEY_USAGE_DAYS, type LimitFamily, requestsPerMinute } from '@jobboard/contracts/limits'
import { badge, empty, linkButton, notice, panel } from '@jobboard/html/blocks'
import { barChart } from '@jobboard/html/chart'
import { curlOf, secretOnce } from '@jobboard/html/copy'
import { type Child, type Html, html } from '@jobboard/html/html'
import { numeric, table } from '@jobboard/html/table'
import { number, stats, userText } from '@jobboard/html/values'
import { screen, type View, type Visit } from '../../http/page.ts'
import { keyStatusBadge, keyStatuses } from '../../parts/key.ts'
import { copyable } from '../../peers/ask.ts'
import { keyStart } from '../../person/person.ts'

export type Key = ResponseBody<typeof listRecruiterKeys>[number]

export const scopeTexts: Record<Key['scopes'][number], string> = {
  JobPosting: 'Write, publish and close jobs. Publishing spends job posting credits.',
  Applications: 'Read applications and the event feed, move candidates, write tags, notes and scorecards.',
  CvSearch: 'Search CVs and unlock candidates. Both spend credits.',
  Webhooks:
    'Manage webhook endpoints and their deliveries. What events say needs the scope of the event too: Applications or JobPosting.',
}

/** The page that shows a new key once, with a call that uses it. */
export function secretPage(
  visit: Visit,
  { apiKey, ...key }: Pick<Key, 'id' | 'status' | 'refusedReason' | 'scopes'> & { apiKey: string },
  { title, lead, more }: { title: string; lead: string; more?: Child },
): View {
  const page = `/keys/${key.id}`
  const snippet = `API_KEY=${apiKey}\n${keyCall(visit)}`
  return screen(visit, {
    title,
    lead: userText(lead, { lines: 2 }),
    body: [
      more && notice({ tone: 'info', body: more }),
      secretOnce({ label: 'API key', secret: apiKey, page, snippet }),
      reviewNotice(key),
      html`<p>You will not see it again. When you leave or close this page, only the name of the key remains; a lost key is replaced by rotating it.</p>`,
      html`<div>${linkButton({ href: page, label: 'I have stored it: to the key', tone: 'primary', icon: 'next' })}</div>`,
    ],
  })
}

/** A call that says what the key in API_KEY may do. */
export function keyCall({ deps }: Visit): string {
  return curlOf(copyable(deps.env, getKey, {}))
}

/** The status of a key, or that the platform has refused it. */
export function statusBadge({ status, refusedReason }: Pick<Key, 'status' | 'refusedReason'>): Html {
  return refusedReason ? badge({ text: 'Refused', tone: 'danger' }) : keyStatusBadge(status)
}

/** What keeps a key from working, if the platform does (D-15). */
export function reviewNotice(key: Pick<Key, 'status' | 'refusedReason' | 'scopes'>): Html | null {
  if (key.refusedReason) {
    const body = html`<div class="vstack gap-2">
      <blockquote class="mb-0 ps-3 border-start border-3">${userText(key.refusedReason, { lines: 5 })}</blockquote>
      <p>A refused key stays refused. Mend what the reason says, then create a new one.</p>
    </div>`
    return notice({ tone: 'danger', title: 'The platform has refused this key', body })
  }
  if (key.status !== 'PendingApproval') return null
  const why = key.scopes.includes('CvSearch')
    ? 'Every key with CvSearch is looked at by the platform before it works, unless the employer is a trusted partner.'
    : 'Your employer had neither an active contract nor a credit when this key was created, so the platform looks at it first.'
  const until =
    'Until it is approved, every call with it is refused with 401. Nothing more is needed from you.'
  return notice({ tone: 'warning', title: keyStatuses.PendingApproval, body: html`<p>${why} ${until}</p>` })
}

/** How a key begins and ends, which a person compares with the one in a system; nothing for keys of older releases. */
export function keyEnds({ lastFour }: Pick<Key, 'lastFour'>, { person }: Visit): Html | null {
  return lastFour ? html`<code>${keyStart(person)}…${lastFour}</code>` : null
}

/** The keys that this one replaces and is replaced by, of all keys of the employer. */
export function rotationOf(key: Key, keys: readonly Key[], visit: Visit): Html | null {
  const before = keys.find(({ replacedBy }) => replacedBy === key.id)
  const after = keys.find(({ id }) => id === key.replacedBy)
  const link = (text: string, to: Key | undefined) =>
    to && html`<span>${text} <a href=${`/keys/${to.id}`}>${keyEnds(to, visit) ?? `key ${to.id}`}</a></span>`
  if (!before && !after) return null
  return html`<span class="hstack flex-wrap gap-1 text-body-secondary">${[link('replaces', before), link('replaced by', after)]}</span>`
}

/** The user who is the author of what is written with a key; `nobody` where it has none. */
export function authorOf(
  { userId }: Key,
  users: readonly { id: number; name: string }[],
  nobody: string,
): Child {
  if (userId === null) return nobody
  return userText(users.find(({ id }) => id === userId)?.name ?? `User ${userId}, who was removed`, {
    lines: 2,
  })
}

type Usage = ResponseBody<typeof getKeyUsageOf>
type Row = Usage['days'][number]
type Counts = Pick<Row, 'ok' | 'clientErrors' | 'rateLimited' | 'serverErrors'>

const DAY_MS = 86_400_000
const kinds: Record<keyof Counts, string> = {
  ok: 'Succeeded (2xx)',
  clientErrors: 'Client errors (4xx)',
  rateLimited: 'Rate limited (429)',
  serverErrors: 'Server errors (5xx)',
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
        { label: 'Succeeded (2xx)', value: number(all.ok) },
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
