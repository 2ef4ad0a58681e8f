import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import { type getJob, publishJob } from '@jobboard/contracts/jobs/endpoints'
import type { JobStatus } from '@jobboard/contracts/jobs/job'
import { badge, type Tone, tabs } from '../../html/blocks.ts'
import { type Html, html } from '../../html/html.ts'
import { userText } from '../../html/values.ts'
import { dayOf, endOfDay } from '../../http/local-time.ts'
import type { View } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { screen } from '../../kit/screen.ts'
import { askPrice } from '../../peers/ask.ts'
import type { Role } from '../../person/person.ts'
import { labels } from './form.ts'

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

/** The status of a job. */
export function statusBadge(status: JobStatus): Html {
  return badge({ text: status, tone: tones[status] })
}

/** Whether a job can still be changed and closed. */
export function isOpen({ status }: Pick<Job, 'status'>): boolean {
  return status === 'Draft' || status === 'Active'
}

/** A page of one job. */
export function jobScreen(
  visit: Visit,
  job: Job,
  current: '' | '/publish' | '/close',
  shown: Omit<Parameters<typeof screen>[1], 'heading' | 'lead' | 'tabs'>,
): View {
  const { id, title, status, reference } = job
  const isEditor = editors.includes(visit.person.role)
  const base = `/jobs/${id}`
  const links = {
    [base]: 'Job',
    [`${base}/board`]: 'Board',
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

/** The day that the form suggests. */
export function suggestedDay({ now, zone }: Pick<Visit, 'now' | 'zone'>): string {
  return dayOf(new Date(now.getTime() + DEFAULT_DAYS * DAY_MS), zone)
}

/** Asks jobs what publishing would do: it knows what is required, and what it costs. Nothing is debited. */
export async function readPublishing(visit: Visit, jobId: string | number): Promise<Publishing> {
  const expiryDate = endOfDay(suggestedDay(visit), visit.zone)!
  try {
    const input = { params: { id: jobId }, body: { expiryDate } }
    const requestId = visit.request.id
    const { credits } = await askPrice(visit.deps, visit.person, publishJob, input, { requestId })
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
