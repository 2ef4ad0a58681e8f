import { getJob } from '@jobboard/contracts/jobs/endpoints'
import type { openJob } from '@jobboard/contracts/jobs/open-jobs'
import { badge, notice } from '@jobboard/html/blocks'
import { type Child, type Html, html } from '@jobboard/html/html'
import { definitions, userText, when } from '@jobboard/html/values'
import type { Page, View } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { wordsOf } from './form.ts'
import { type Job, jobScreen, readers, salaryOf } from './job.ts'

type Field = keyof typeof openJob.shape

/** `GET /jobs/:jobId/preview`: what candidates read of the job, and nothing else of it. */
async function showPreview(visit: Visit): Promise<View> {
  const job = await visit.ask(getJob)
  const isOpen = job.status === 'Active'
  return jobScreen(visit, job, '/preview', {
    title: `Preview of ${job.title}`,
    body: [
      notice({
        tone: 'info',
        body: isOpen
          ? 'Candidates read this now.'
          : job.status === 'Draft'
            ? 'Candidates will read this once you publish the job.'
            : 'Candidates read this until the job ended.',
      }),
      posting(visit, job),
    ],
  })
}

function posting({ zone, person }: Visit, job: Job): Html {
  const { title, description, screeningQuestions = [] } = job
  const place = [job.city, job.country && wordsOf('country', job.country)].filter(Boolean).join(', ')
  const employer = person.kind === 'user' ? person.employerName : ''
  const shown: Partial<Record<Field, [label: string, value: Child]>> = {
    employerName: ['Employer', userText(employer)],
    city: ['Place', place && userText(place)],
    employmentType: ['Employment', job.employmentType && wordsOf('employmentType', job.employmentType)],
    remoteType: ['Where', job.remoteType && wordsOf('remoteType', job.remoteType)],
    salaryMin: ['Salary', salaryOf(job)],
    postedAt: ['Published', job.postedDate && when(job.postedDate, zone, 'date')],
    expiresAt: ['Apply until', job.expiryDate && when(job.expiryDate, zone)],
    applyMethod: ['How to apply', job.applyMethod && wordsOf('applyMethod', job.applyMethod)],
    applyUrl: [
      'Page to apply at',
      job.applyMethod === 'ExternalApply' && job.applyUrl && userText(job.applyUrl),
    ],
  }
  return html`<article class="card" data-preview="">
    <div class="card-body vstack gap-4">
      <h2 dir="auto">${userText(title)}</h2>
      ${definitions(Object.fromEntries(Object.values(shown)))}
      ${
        description
          ? html`<div class="jb-prose" dir="auto">${description}</div>`
          : html`<p class="text-body-secondary">There is no description yet.</p>`
      }
      ${
        screeningQuestions.length > 0 &&
        html`<section class="vstack gap-3">
          <h3>Questions to answer</h3>
          <ol class="vstack gap-3 ps-4">
            ${screeningQuestions.map(({ text, type, required, options }) => {
              return html`<li>
                ${userText(text)}
                <div class="hstack flex-wrap gap-1">${badge({ text: wordsOf('questionType', type) })}${!required && badge({ text: 'Optional' })}</div>
                ${options.length > 0 && html`<div class="text-body-secondary">${userText(options.join(' · '))}</div>`}
              </li>`
            })}
          </ol>
        </section>`
      }
    </div>
  </article>`
}

export const previewPage: Page = {
  method: 'GET',
  path: '/jobs/:jobId/preview',
  roles: readers,
  handle: showPreview,
}
