import type { JobStatus } from '@jobboard/contracts/jobs/job'
import { badge, pageHead, type Tone, tabs } from '../../html/blocks.ts'
import { type Child, type Html, html } from '../../html/html.ts'
import { userText } from '../../html/values.ts'
import type { Role } from '../../person/person.ts'
import type { Job } from './fields.ts'
import { texts } from './texts.ts'

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
  return badge({ text: texts.statuses[status], tone: tones[status] })
}

/** What the pages of one job have at their top. */
export function jobHead(
  { id, title, status, reference }: Pick<Job, 'id' | 'title' | 'status' | 'reference'>,
  current: 'job' | 'publish' | 'close',
  role: Role,
  actions?: Child,
): Html {
  const path = `/jobs/${id}`
  const isEditor = editors.includes(role)
  const pages = [
    { key: 'job', href: path, label: texts.tabs.job },
    { key: 'board', href: `${path}/board`, label: texts.tabs.board },
    ...(isEditor && status === 'Draft'
      ? [{ key: 'publish', href: `${path}/publish`, label: texts.tabs.publish }]
      : []),
    ...(isEditor && (status === 'Draft' || status === 'Active')
      ? [{ key: 'close', href: `${path}/close`, label: texts.tabs.close }]
      : []),
  ]
  return html`<div class="jb-job-head">
    ${pageHead({
      title: userText(title, { lines: 3 }),
      lead: html`<span class="jb-job-lead">${statusBadge(status)}${reference && userText(reference, { lines: 1 })}</span>`,
      actions,
    })}
    ${tabs(
      pages.map(({ key, href, label }) => ({ href, label, current: key === current })),
      texts.tabs.label,
    )}
  </div>`
}
