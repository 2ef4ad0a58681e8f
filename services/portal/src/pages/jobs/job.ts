import { applicationStatuses } from '@jobboard/contracts/applications/application'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import { duplicateJob, getJob, publishJob } from '@jobboard/contracts/jobs/endpoints'
import type { JobStatus } from '@jobboard/contracts/jobs/job'
import { getOpenJob } from '@jobboard/contracts/jobs/open-jobs'
import { badge, linkButton, missingPart, notice, panel, type Tone, tabs } from '@jobboard/html/blocks'
import { copyable as copyableText, curlOf } from '@jobboard/html/copy'
import { type Child, type Html, html } from '@jobboard/html/html'
import { definitions, money, number, stats, userText, when } from '@jobboard/html/values'
import { dayOf, endOfDay } from '../../http/local-time.ts'
import { get, type Page, redirect, screen, type View, type Visit } from '../../http/page.ts'
import { askPrice } from '../../http/visit.ts'
import { command } from '../../kit/command.ts'
import { readApplicationCounts } from '../../parts/applications.ts'
import { locationOf, rangeOf } from '../../parts/facts.ts'
import { copyable } from '../../peers/ask.ts'
import type { Role } from '../../person/person.ts'
import { labels, wordsOf } from './form.ts'

export type Job = ResponseBody<typeof getJob>

/** Roles that see jobs, and those that change them. */
export const readers: readonly Role[] = ['EmployerAdmin', 'Recruiter', 'Interviewer']
export const editors: readonly Role[] = ['EmployerAdmin', 'Recruiter']

const tones: Record<JobStatus, Tone | 'neutral'> = {
  Draft: 'neutral',
  Active: 'success',
  Closed: 'neutral',
  Expired: 'warning',
}

export function statusBadge(status: JobStatus): Html {
  return badge({ text: status, tone: tones[status] })
}

/** Whether a job can still be changed and closed. */
export function isOpen({ status }: Pick<Job, 'status'>): boolean {
  return status === 'Draft' || status === 'Active'
}

export function jobScreen(
  visit: Visit,
  job: Job,
  current: '' | '/preview' | '/publish' | '/close',
  shown: Omit<Parameters<typeof screen>[1], 'heading' | 'lead' | 'tabs'>,
): View {
  const { id, title, status, reference } = job
  const isEditor = editors.includes(visit.person.role)
  const base = `/jobs/${id}`
  const links = {
    [base]: 'Job',
    [`${base}/board`]: 'Board',
    [`${base}/preview`]: 'Preview',
    ...(isEditor && status === 'Draft' && { [`${base}/publish`]: 'Publish' }),
    ...(isEditor && isOpen(job) && { [`${base}/close`]: 'Close' }),
  }
  return screen(visit, {
    ...shown,
    heading: userText(title, { lines: 3 }),
    lead: html`<span class="hstack flex-wrap gap-1">${statusBadge(status)}${reference && userText(reference, { lines: 1 })}</span>`,
    tabs: tabs('Pages of this job', links, base + current),
  })
}

/** What a draft needs to be published, each a link to its field in the form. */
export function missingList(jobId: number, names: readonly string[]): Html {
  return html`<ul class="jb-missing ps-4">
    ${names.map((name) => html`<li><a class="d-inline-block py-1" href=${`/jobs/${jobId}/edit#field-${name}`}>${labels[name] ?? name}</a></li>`)}
  </ul>`
}

/** Whether a draft can be published now, and for how much. */
export type Publishing =
  | { kind: 'ready'; cost: number; balance: number; creditKind: string }
  | { kind: 'incomplete'; fields: string[] }
  | { kind: 'noCredits' }
  /** It is no draft any more, or the service refuses it for another reason. */
  | { kind: 'refused'; error: ApiError }

const DAY_MS = 86_400_000
/** Days for which a job is published unless the person says otherwise. */
const DEFAULT_DAYS = 30

export function suggestedDay({ now, zone }: Pick<Visit, 'now' | 'zone'>): string {
  return dayOf(new Date(now.getTime() + DEFAULT_DAYS * DAY_MS), zone)
}

/** Asks jobs what publishing would do: it knows what is required, and what it costs. Nothing is debited. */
export async function readPublishing(visit: Visit): Promise<Publishing> {
  const expiryDate = endOfDay(suggestedDay(visit), visit.zone)!
  try {
    const { credits } = await askPrice(visit, publishJob, { body: { expiryDate } })
    const { cost = 0, balance = 0, kind: creditKind = 'JobPosting' } = credits ?? {}
    return { kind: 'ready', cost, balance, creditKind }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'unavailable' || error.code === 'not_found')
      throw error
    if (error.code === 'no_credits') return { kind: 'noCredits' }
    const fields = error.fields.map(({ pointer }) => pointer.slice(1))
    if (error.code === 'invalid_state' && fields.length > 0) return { kind: 'incomplete', fields }
    return { kind: 'refused', error }
  }
}

async function showJob(visit: Visit): Promise<View> {
  const id = visit.params.jobId!
  const isEditor = editors.includes(visit.person.role)
  const [job, counts, publishing] = await Promise.all([
    visit.ask(getJob),
    readApplicationCounts(visit, [id]),
    isEditor ? readPublishing(visit) : undefined,
  ])
  const { status, screeningQuestions = [] } = job
  const path = `/jobs/${job.id}`
  const byStatus = counts?.get(Number(id))?.byStatus
  const edit = linkButton({ href: `${path}/edit`, label: 'Edit', icon: 'edit' })
  const publish = linkButton({ href: `${path}/publish`, label: 'Publish', icon: 'play', tone: 'primary' })
  return jobScreen(visit, job, '', {
    title: job.title,
    actions: [
      visit.person.role === 'EmployerAdmin' &&
        linkButton({ href: `${path}/scorecard-template`, label: 'Scorecard template', icon: 'star' }),
      isEditor && duplicate.form(visit),
      isEditor && isOpen(job) && [edit, status === 'Draft' && publishing?.kind === 'ready' && publish],
    ],
    body: [
      status === 'Draft' && publishing && readiness(job, publishing),
      byStatus
        ? funnel(path, byStatus)
        : missingPart({ service: 'pipeline', what: 'Applications by status' }),
      posting(visit, job),
      screeningQuestions.length > 0 &&
        panel({ title: 'Screening questions', body: questionList(screeningQuestions) }),
      status === 'Active' && linkedData(visit, job),
    ],
  })
}

/** Each with the kind of its answer, and whether it may be left out. */
export function questionList(questions: NonNullable<Job['screeningQuestions']>): Html {
  return html`<ol class="vstack gap-3 ps-4">
    ${questions.map(({ text, type, required, options }) => {
      return html`<li>
        ${userText(text)}
        <div class="hstack flex-wrap gap-1">${badge({ text: wordsOf('questionType', type) })}${badge({ text: required ? 'Required' : 'Optional' })}</div>
        ${options.length > 0 && html`<div class="text-body-secondary">${userText(options.join(' · '))}</div>`}
      </li>`
    })}
  </ol>`
}

export const descriptionOf = ({ description }: Job) =>
  description
    ? html`<div class="jb-prose" dir="auto">${description}</div>`
    : html`<p class="text-body-secondary">There is no description yet.</p>`

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
    const body = 'This draft is complete, but no job posting credits are left to publish it.'
    return notice({ tone: 'info', body })
  }
  const { cost, balance, creditKind } = publishing
  const price = money(cost, creditKind)
  const body = `This draft is complete. Publishing it costs ${price}; ${number(balance - cost)} left after it.`
  return notice({ tone: 'success', body })
}

function posting({ zone, now }: Visit, job: Job): Html {
  const { employmentType, remoteType, expiryDate, postedDate, reference } = job
  const isOver = expiryDate !== null && new Date(expiryDate) <= now
  const employment = [
    employmentType && wordsOf('employmentType', employmentType),
    remoteType && wordsOf('remoteType', remoteType),
  ]
  const facts = {
    Place: locationOf(job) && userText(locationOf(job)),
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
      ${descriptionOf(job)} ${definitions(facts)}
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
export function salaryOf({ salaryMin, salaryMax, salaryCurrency, salaryPeriod }: Job): string {
  const range = rangeOf(salaryMin, salaryMax)
  return (
    range && `${range} ${salaryCurrency ?? ''} ${salaryPeriod ? wordsOf('salaryPeriod', salaryPeriod) : ''}`
  )
}

/** A new draft with what a job says. */
export const duplicate = command({
  path: '/jobs/:jobId/duplicate',
  roles: editors,
  call: duplicateJob,
  submit: { label: 'Duplicate', icon: 'copy', tone: 'secondary' },
  refusals: { invalid_state: (error) => ({ '': error.message }) },
  again: showJob,
  done: (_visit, { id }) =>
    redirect(`/jobs/${id}/edit`, 'This draft is a copy, without the reference. Nobody else sees it yet.'),
})

export const showPage: Page = get('/jobs/:jobId', readers, showJob)
