import { applicationStatuses } from '@jobboard/contracts/applications/application'
import { empty, linkButton, missingPart, notice, panel } from '../../html/blocks.ts'
import { type Html, html } from '../../html/html.ts'
import { number, progress, stats, userText, when } from '../../html/values.ts'
import { type Outcome, view } from '../../http/outcome.ts'
import type { Visit } from '../../http/visit.ts'
import { applicationStatusTexts } from '../../parts/application-status.ts'
import { balanceStats, lowKinds } from '../../parts/ledger/ledger.ts'
import { texts as creditTexts } from '../../parts/ledger/texts.ts'
import { type EmployerParts, readEmployerParts } from './employer-parts.ts'
import { firstSteps } from './first-steps.ts'
import { startHead } from './head.ts'
import { texts } from './texts.ts'
import { type Waiting, waitingList } from './waiting.ts'

const words = texts.waiting
/** Jobs that are named one by one; the others are counted. */
const MAX_NAMED = 5

/** The start page of an EmployerAdmin or a Recruiter. */
export async function employerStart(visit: Visit): Promise<Outcome> {
  const parts = await readEmployerParts(visit)
  const { metrics } = parts
  const waiting = waitingOf(visit, parts)
  return view({
    title: texts.title(visit.person.name),
    body: html`<div class="jb-stack">
      ${startHead(visit)} ${firstSteps(parts)}
      <div class="jb-halves">
        ${panel({
          title: texts.waiting.title,
          body: waiting.length > 0 ? waitingList(waiting) : empty(texts.waiting.nothing),
        })}
        ${panel({
          title: texts.funnel.title,
          body: metrics ? funnel(metrics) : missingPart({ service: 'accounts', what: texts.funnel.what }),
        })}
      </div>
      ${panel({
        title: texts.credits.title,
        actions: linkButton({ href: '/credits', label: texts.credits.link, icon: 'credits' }),
        body: metrics ? balances(metrics) : missingPart({ service: 'accounts', what: texts.credits.what }),
      })}
    </div>`,
  })
}

function waitingOf(visit: Visit, parts: EmployerParts): Waiting[] {
  return [
    ...newApplications(parts),
    ...endingJobs(visit, parts),
    ...drafts(parts),
    ...waitingKeys(visit, parts),
    ...webhooks(parts),
  ]
}

function newApplications({ arrived }: EmployerParts): Waiting[] {
  const { total, jobs } = arrived ?? { total: 0, jobs: [] }
  const named = jobs.toSorted((a, b) => b.count - a.count).slice(0, MAX_NAMED)
  const others = total - named.reduce((sum, { count }) => sum + count, 0)
  return [
    ...named.map(({ id, title, count }) => ({
      href: `/jobs/${id}/board`,
      icon: 'board' as const,
      text: line(words.newApplications, title),
      count,
      tone: 'info' as const,
    })),
    ...more(others, { href: '/applications?status=New', icon: 'board', text: words.newMore }),
  ]
}

function endingJobs({ zone }: Visit, { ending }: EmployerParts): Waiting[] {
  const { total, items } = ending ?? { total: 0, items: [] }
  const named = items
    .toSorted((a, b) => Date.parse(a.expiryDate!) - Date.parse(b.expiryDate!))
    .slice(0, MAX_NAMED)
  return [
    ...named.map(
      ({ id, title, expiryDate }): Waiting => ({
        href: `/jobs/${id}`,
        icon: 'clock',
        text: line(words.expiring, title),
        count: when(expiryDate, zone, 'date'),
      }),
    ),
    ...more(total - named.length, { href: '/jobs?status=Active', icon: 'clock', text: words.expiringMore }),
  ]
}

/** What is not named one by one. */
function more(count: number, rest: Omit<Waiting, 'count'>): Waiting[] {
  return count > 0 ? [{ ...rest, count }] : []
}

function drafts({ drafts: count = 0 }: EmployerParts): Waiting[] {
  return more(count, { href: '/jobs?status=Draft', icon: 'edit', text: words.drafts })
}

function waitingKeys({ zone, now }: Visit, { keys = [] }: EmployerParts): Waiting[] {
  const waiting = keys.filter(({ status }) => status === 'PendingApproval')
  const named = waiting.slice(0, MAX_NAMED)
  return [
    ...named.map(
      ({ name, createdAt }): Waiting => ({
        href: '/keys',
        icon: 'key',
        text: line(words.keys, name),
        count: when(createdAt, zone, 'relative', now),
      }),
    ),
    ...more(waiting.length - named.length, { href: '/keys', icon: 'key', text: words.keysMore }),
  ]
}

function webhooks({ endpoints = [], givenUp }: EmployerParts): Waiting[] {
  return endpoints.flatMap(({ id, url, status, consecutiveFailures }): Waiting[] => {
    const href = `/webhooks/${id}`
    const lost = givenUp.find(({ subscriptionId }) => subscriptionId === id)
    return [
      ...(status === 'Disabled'
        ? [{ href, icon: 'danger' as const, text: line(words.disabled, url) }]
        : consecutiveFailures > 0
          ? [{ href, icon: 'warning' as const, text: line(words.failing(number(consecutiveFailures)), url) }]
          : []),
      ...(lost
        ? [
            {
              href,
              icon: 'delivery' as const,
              text: line(words.givenUp, url),
              count: lost.count,
              tone: 'danger' as const,
            },
          ]
        : []),
    ]
  })
}

function line(what: string, whose: string): Html {
  return html`<span>${what}<span class="jb-muted jb-line-of">${userText(whose, { lines: 1 })}</span></span>`
}

function funnel({ applications, conversion }: NonNullable<EmployerParts['metrics']>): Html {
  const { funnel: funnelWords } = texts
  const { total, byStatus } = applications
  if (total === 0) {
    return empty({
      ...funnelWords.empty,
      action: linkButton({ href: '/jobs', label: funnelWords.emptyAction }),
    })
  }
  const share = (value: number | null) =>
    value === null ? texts.none : `${number(Math.round(value * 100))} %`
  return html`<div class="jb-filled">
    ${stats([
      { label: funnelWords.all, value: number(total), hint: funnelWords.allHint },
      ...(['Interviewing', 'Offered', 'Hired'] as const).map((stage) => ({
        label: funnelWords[stage],
        value: share(conversion[stage]),
      })),
    ])}
    <h3 class="jb-panel-title">${funnelWords.byStatus}</h3>
    <div class="jb-funnel">
      ${applicationStatuses.map((status) =>
        progress({ done: byStatus[status], total, label: applicationStatusTexts[status] }),
      )}
    </div>
  </div>`
}

function balances({ credits }: NonNullable<EmployerParts['metrics']>): Html {
  const low = lowKinds(credits)
  const kinds = low.map((kind) => creditTexts.kinds[kind]).join(', ')
  return html`<div class="jb-filled">
    ${balanceStats(credits, '/credits')}
    ${low.length > 0 && notice({ tone: 'warning', body: texts.credits.low(kinds) })}
  </div>`
}
