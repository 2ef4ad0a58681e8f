import { applicationStatuses } from '@jobboard/contracts/applications/application'
import { getJob } from '@jobboard/contracts/jobs/endpoints'
import { getOpenJob } from '@jobboard/contracts/jobs/open-jobs'
import { badge, linkButton, missingPart, notice, panel } from '../../html/blocks.ts'
import { copyable as copyableText, curlOf } from '../../html/copy.ts'
import { type Child, type Html, html } from '../../html/html.ts'
import { definitions, money, number, stats, userText, when } from '../../html/values.ts'
import type { Page, View } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { readApplicationCounts } from '../../parts/application-counts.ts'
import { copyable } from '../../peers/ask.ts'
import { wordsOf } from './form.ts'
import {
  editors,
  isOpen,
  type Job,
  jobScreen,
  missingList,
  type Publishing,
  readers,
  readPublishing,
} from './job.ts'

/** One job, how its applications stand, and what can be done with it. */
async function showJob(visit: Visit): Promise<View> {
  const id = visit.params.jobId!
  const isEditor = editors.includes(visit.person.role)
  const [job, counts, publishing] = await Promise.all([
    visit.ask(getJob),
    readApplicationCounts(visit, [id]),
    isEditor ? readPublishing(visit, id) : undefined,
  ])
  const { status, screeningQuestions = [] } = job
  const path = `/jobs/${job.id}`
  const byStatus = counts?.get(Number(id))?.byStatus
  const edit = linkButton({ href: `${path}/edit`, label: 'Edit', icon: 'edit' })
  const publish = linkButton({ href: `${path}/publish`, label: 'Publish', icon: 'play', tone: 'primary' })
  return jobScreen(visit, job, '', {
    title: job.title,
    actions: isEditor && isOpen(job) && [edit, status === 'Draft' && publishing?.kind === 'ready' && publish],
    body: [
      status === 'Draft' && publishing && readiness(job, publishing),
      byStatus
        ? funnel(path, byStatus)
        : missingPart({ service: 'pipeline', what: 'Applications by status' }),
      posting(visit, job),
      screeningQuestions.length > 0 &&
        panel({
          title: 'Screening questions',
          body: html`<ol class="vstack gap-3 ps-4">
            ${screeningQuestions.map(({ text, type, required, options }) => {
              return html`<li>
                ${userText(text)}
                <div class="hstack flex-wrap gap-1">${badge({ text: wordsOf('questionType', type) })}${badge({ text: required ? 'Required' : 'Optional' })}</div>
                ${options.length > 0 && html`<div class="text-body-secondary">${userText(options.join(' · '))}</div>`}
              </li>`
            })}
          </ol>`,
        }),
      status === 'Active' && linkedData(visit, job),
    ],
  })
}

function funnel(path: string, counts: Record<(typeof applicationStatuses)[number], number>): Html {
  const total = applicationStatuses.reduce((sum, status) => sum + counts[status], 0)
  return panel({
    title: `Applications: ${number(total)}`,
    actions: linkButton({ href: `${path}/board`, label: 'Open the board', icon: 'board' }),
    body: stats(
      applicationStatuses.map((status) => ({
        label: status,
        value: number(counts[status]),
        href: `${path}/board#column-${status}`,
      })),
    ),
  })
}

function readiness(job: Job, publishing: Publishing): Html | null {
  if (publishing.kind === 'refused') return null
  if (publishing.kind === 'incomplete') {
    const { length } = publishing.fields
    const what = length === 1 ? 'One thing is missing' : `${length} things are missing`
    const body = [`${what} before it can be published:`, missingList(job.id, publishing.fields)]
    return notice({ tone: 'info', body: html`<div>${body}</div>` })
  }
  if (publishing.kind === 'noCredits') {
    const body = 'This draft is complete, but no JobPosting credits are left to publish it.'
    return notice({ tone: 'info', body })
  }
  const { cost, balance, creditKind } = publishing
  const price = money(cost, creditKind)
  const body = `This draft is complete. Publishing it costs ${price}; ${number(balance - cost)} left after it.`
  return notice({ tone: 'success', body })
}

function posting({ zone, now }: Visit, job: Job): Html {
  const { city, country, employmentType, remoteType, expiryDate, postedDate, reference } = job
  const isOver = expiryDate !== null && new Date(expiryDate) <= now
  const place = [city, country && wordsOf('country', country)].filter(Boolean).join(', ')
  const employment = [
    employmentType && wordsOf('employmentType', employmentType),
    remoteType && wordsOf('remoteType', remoteType),
  ]
  const facts = {
    Place: place && userText(place),
    Employment: employment.filter(Boolean).join(' · '),
    Salary: salaryOf(job),
    'How to apply': applyOf(job),
    'Your reference': reference && userText(reference),
    Published: postedDate && when(postedDate, zone),
    [isOver ? 'Ended' : 'Ends']: expiryDate && when(expiryDate, zone),
    Drafted: when(job.createdAt, zone),
    Changed: when(job.updatedAt, zone),
  }
  return panel({
    title: 'Posting',
    body: html`<div class="jb-columns jb-columns-side">
      ${
        job.description
          ? html`<div class="jb-prose" dir="auto">${job.description}</div>`
          : html`<p class="text-body-secondary">There is no description yet.</p>`
      }
      ${definitions(facts)}
    </div>`,
  })
}

function linkedData({ deps }: Visit, { id }: Job): Html {
  const call = copyable(deps.env, getOpenJob, { params: { id } }, { Accept: 'application/ld+json' })
  return panel({
    title: 'For your own page',
    body: [
      html`<p class="text-body-secondary">The posting as schema.org JSON-LD, for your own page and for search engines. It takes a key of a candidate.</p>`,
      copyableText({ label: 'The posting as JSON-LD', text: curlOf(call) }),
    ],
  })
}

function applyOf({ applyMethod, applyEmailAddress, applyUrl }: Job): Child {
  if (!applyMethod) return null
  const where = { PlatformApply: null, EmailApply: applyEmailAddress, ExternalApply: applyUrl }[applyMethod]
  return html`<span>${wordsOf('applyMethod', applyMethod)}${where && [': ', userText(where)]}</span>`
}

/** `from 50,000 EUR a year`; empty without an amount. */
function salaryOf({ salaryMin, salaryMax, salaryCurrency, salaryPeriod }: Job): string {
  const [from, to] = [salaryMin ?? null, salaryMax ?? null].map((amount) => amount !== null && number(amount))
  if (!from && !to) return ''
  const amount = !to ? `from ${from}` : !from ? `up to ${to}` : from === to ? to : `${from} to ${to}`
  return `${amount} ${salaryCurrency ?? ''} ${salaryPeriod ? wordsOf('salaryPeriod', salaryPeriod) : ''}`
}

export const showPage: Page = { method: 'GET', path: '/jobs/:jobId', roles: readers, handle: showJob }
