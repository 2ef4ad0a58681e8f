import { applicationStatuses } from '@jobboard/contracts/applications/application'
import { badge, empty, linkButton, missingPart, panel, type Tone } from '@jobboard/html/blocks'
import { type Child, type Html, html } from '@jobboard/html/html'
import { type IconName, icon } from '@jobboard/html/icon'
import { number, userText, when } from '@jobboard/html/values'
import type { Visit } from '../../http/page.ts'
import { balanceStats, kindTexts, lowKinds } from '../../parts/ledger.ts'
import { type EmployerParts, readEmployerParts, UNSCORED } from './employer-parts.ts'

const MAX_NAMED = 5

export async function employerStart(visit: Visit): Promise<Child> {
  const parts = await readEmployerParts(visit)
  const { metrics } = parts
  const missing = (what: string) => missingPart({ service: 'accounts', what })
  const waiting = waitingOf(visit, parts)
  return [
    firstSteps(parts),
    html`<div class="jb-columns">
      ${panel({ title: 'To do', body: waiting.length > 0 ? waitingList(waiting) : noneWaits(visit) })}
      ${panel({ title: 'Applications', body: metrics ? funnel(metrics) : missing('The applications') })}
    </div>`,
    panel({
      title: 'Credits left',
      actions: linkButton({ href: '/credits', label: 'Credits', icon: 'credits' }),
      body: metrics ? balanceStats(metrics.credits, '/credits') : missing('The credits'),
    }),
  ]
}

/** While a part is missing, nobody knows whether something waits. */
function noneWaits({ missing }: Visit): Html {
  if (missing.size > 0) return missingPart({ service: missing, what: 'What there is to do' })
  return empty({
    title: 'Nothing to do',
    text: 'New applications and everything that needs you appear here.',
  })
}

interface Waiting {
  href: string
  icon: IconName
  text: Child
  /** How many, or when. */
  count?: number | Html
  tone?: Tone
}

/** What waits, each line a link to where it is done. */
export function waitingList(items: readonly Waiting[]): Html {
  return html`<ul class="jb-waiting list-unstyled">
    ${items.map(({ href, icon: name, text, count, tone }) => {
      const right = typeof count === 'number' ? number(count) : count
      return html`<li class="jb-row">
        ${icon(name)}<a class="jb-row-link" href=${href}>${text}</a>
        ${tone && typeof right === 'string' ? badge({ text: right, tone }) : html`<span class="text-body-secondary">${right}</span>`}
      </li>`
    })}
  </ul>`
}

/** What it is about, and whose it is below it. */
export function line(what: Child, whose: string): Html {
  return html`<span>${what}<span class="text-body-secondary d-block">${userText(whose, { lines: 1 })}</span></span>`
}

/** The most urgent first: people who wait, then what is broken or ends, drafts last. */
function waitingOf({ zone, now }: Visit, parts: EmployerParts): Waiting[] {
  const { metrics, arrived, unscored = 0, ending, keys = [], endpoints = [] } = parts
  const jobs = arrived?.jobs.slice(0, MAX_NAMED) ?? []
  const others = (arrived?.total ?? 0) - jobs.reduce((sum, { count }) => sum + count, 0)
  const endsAt = ({ expiryDate }: { expiryDate: string | null }) => Date.parse(expiryDate!)
  const soonest = ending?.items.toSorted((a, b) => endsAt(a) - endsAt(b)).slice(0, MAX_NAMED) ?? []
  const low = metrics ? lowKinds(metrics.credits) : []
  const unreviewed = keys.filter(({ status }) => status === 'PendingApproval')
  const all: Waiting[] = [
    ...jobs.map(({ id, title, count, since }): Waiting => {
      const what = count === 1 ? 'New application' : 'New applications'
      const oldest = html`<span>${what}, the oldest ${when(since, zone, 'relative', now)}</span>`
      return { href: `/jobs/${id}/board`, icon: 'board', text: line(oldest, title), count, tone: 'info' }
    }),
    {
      href: '/applications?status=New',
      icon: 'board',
      text: 'New applications to other jobs',
      count: others,
    },
    {
      href: `/applications?${new URLSearchParams(UNSCORED)}`,
      icon: 'edit',
      text: 'Interviews without a scorecard',
      count: unscored,
    },
    ...endpoints.flatMap(failing),
    {
      href: '/credits',
      icon: 'credits',
      text: line('Few credits are left', low.map((kind) => kindTexts[kind]).join(', ')),
      count:
        low.length > 0
          ? html`<span>${low.map((kind) => number(metrics!.credits[kind] ?? 0)).join(', ')}</span>`
          : 0,
    },
    ...soonest.map(({ id, title, expiryDate }): Waiting => {
      const text = line('Ends soon', title)
      return { href: `/jobs/${id}`, icon: 'clock', text, count: when(expiryDate, zone, 'date') }
    }),
    {
      href: '/jobs?status=Active',
      icon: 'clock',
      text: 'More jobs that end within 7 days',
      count: (ending?.total ?? 0) - soonest.length,
    },
    ...unreviewed.slice(0, MAX_NAMED).map(({ name, createdAt }): Waiting => {
      const text = line('Key waits for review by the platform', name)
      return { href: '/keys', icon: 'key', text, count: when(createdAt, zone, 'relative', now) }
    }),
    {
      href: '/keys',
      icon: 'key',
      text: 'More keys that wait for review',
      count: Math.max(0, unreviewed.length - MAX_NAMED),
    },
    {
      href: '/jobs?status=Draft',
      icon: 'edit',
      text: 'Drafts that nobody sees yet',
      count: metrics?.jobs.Draft ?? 0,
    },
  ]
  return all.filter(({ count }) => typeof count !== 'number' || count > 0)
}

function failing({
  id,
  url,
  status,
  consecutiveFailures: failures,
  givenUp,
}: NonNullable<EmployerParts['endpoints']>[number]): Waiting[] {
  const href = `/webhooks/${id}`
  const failed = line(`Webhook endpoint fails, ${number(failures)} times in a row`, url)
  const lost = line('Deliveries given up in the last 7 days', url)
  const state: Waiting[] =
    status === 'Disabled'
      ? [{ href, icon: 'danger', text: line('Webhook endpoint disabled', url) }]
      : failures > 0
        ? [{ href, icon: 'warning', text: failed }]
        : []
  return [...state, { href, icon: 'delivery', text: lost, count: givenUp, tone: 'danger' }]
}

/** What a new employer does first; null once a job was published. A step whose service did not answer is left out. */
function firstSteps({ metrics, keys, endpoints, users }: EmployerParts): Html | null {
  if (!metrics || metrics.jobs.Active + metrics.jobs.Closed + metrics.jobs.Expired > 0) return null
  const steps: [isDone: boolean | undefined, href: string, text: string, hint: string][] = [
    [
      false,
      '/jobs',
      'Publish your first job',
      'A draft costs nothing. You see the price before you publish.',
    ],
    [keys && keys.length > 0, '/keys', 'Mint a key', 'Your own systems call the API with it.'],
    [
      endpoints && endpoints.length > 0,
      '/webhooks',
      'Add a webhook endpoint',
      'Applications reach your systems as they arrive.',
    ],
    [
      users && users.length > 1,
      '/users',
      'Invite a colleague',
      'Recruiters run jobs, interviewers write scorecards.',
    ],
  ]
  return panel({
    title: 'First steps',
    body: html`<ol class="jb-waiting list-unstyled">
      ${steps
        .filter(([isDone]) => isDone !== undefined)
        .map(([isDone, href, text, hint]) => {
          return html`<li class=${isDone ? 'jb-row jb-step-done text-body-secondary' : 'jb-row'}>
            ${icon(isDone ? 'success' : 'next')}
            <span><a class="jb-row-link" href=${href}>${text}</a><span class="text-body-secondary d-block">${hint}</span></span>
            ${isDone && badge({ text: 'Done', tone: 'success' })}
          </li>`
        })}
    </ol>`,
  })
}

function funnel({ applications, conversion }: NonNullable<EmployerParts['metrics']>): Html {
  const { total, byStatus } = applications
  if (total === 0) {
    return empty({
      title: 'No application yet',
      text: 'When candidates apply to a published job, they appear here.',
      action: linkButton({ href: '/jobs', label: 'Jobs' }),
    })
  }
  const share = (value: number | null) => (value === null ? '–' : `${number(Math.round(value * 100))} %`)
  const most = Math.max(...Object.values(byStatus))
  return html`<div class="vstack gap-3">
    <ol class="jb-funnel list-unstyled">
      ${applicationStatuses.map((status) => {
        const count = byStatus[status]
        return html`<li><a href=${`/applications?status=${status}`}>
          <span>${status}</span><span class="jb-progress"><progress value=${count} max=${most} aria-hidden="true"></progress></span><span class="text-end">${number(count)}</span>
        </a></li>`
      })}
    </ol>
    <p class="text-body-secondary">${`Of ${number(total)} in all, ${share(conversion.Interviewing)} reached an interview, ${share(conversion.Offered)} an offer, and ${share(conversion.Hired)} were hired.`}</p>
  </div>`
}
