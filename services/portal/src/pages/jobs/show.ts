import { type ApplicationStatus, applicationStatuses } from '@jobboard/contracts/applications/application'
import { getJob } from '@jobboard/contracts/jobs/endpoints'
import { getOpenJob } from '@jobboard/contracts/jobs/open-jobs'
import { badge, linkButton, missingPart, notice, panel } from '../../html/blocks.ts'
import { copyable as copyableText, curlOf } from '../../html/copy.ts'
import { type Child, type Html, html } from '../../html/html.ts'
import { definitions, money, number, stats, userText, when } from '../../html/values.ts'
import { view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import type { Visit } from '../../http/visit.ts'
import { readApplicationCounts } from '../../parts/application-counts.ts'
import { copyable } from '../../peers/ask.ts'
import type { Job } from './fields.ts'
import { editors, jobHead, readers } from './head.ts'
import { countryName, wordsOf } from './labels.ts'
import { missingList } from './missing-list.ts'
import { type Publishing, readPublishing } from './publishing.ts'
import { texts } from './texts.ts'

const words = texts.show

/** One job, how its applications stand, and what can be done with it. */
export const showPage: Page = {
  method: 'GET',
  path: '/jobs/:jobId',
  roles: readers,
  async handle(visit) {
    const { person, params } = visit
    const id = params.jobId!
    const isEditor = editors.includes(person.role)
    const [job, counts, publishing] = await Promise.all([
      visit.ask(getJob, { params: { id } }),
      countByStatus(visit, id),
      isEditor ? readPublishing(visit, id) : undefined,
    ])
    const canChange = isEditor && (job.status === 'Draft' || job.status === 'Active')
    const actions = [
      linkButton({ href: `/jobs/${job.id}/edit`, label: words.edit, icon: 'edit' }),
      job.status === 'Draft' &&
        publishing?.kind === 'ready' &&
        linkButton({
          href: `/jobs/${job.id}/publish`,
          label: texts.tabs.publish,
          icon: 'play',
          tone: 'primary',
        }),
    ]
    return view({
      title: job.title,
      body: html`<div class="jb-stack">
        ${jobHead(job, 'job', person.role, canChange && actions)}
        ${job.status === 'Draft' && publishing && readiness(job, publishing)}
        ${counts ? funnel(job.id, counts) : missingPart({ service: 'pipeline', what: words.applications })}
        ${posting(visit, job)}
        ${questions(job)}
        ${job.status === 'Active' && linkedData(visit, job)}
      </div>`,
    })
  },
}

type Counts = Record<ApplicationStatus, number>

/** Undefined while pipeline cannot be reached. */
async function countByStatus(visit: Visit, jobId: string): Promise<Counts | undefined> {
  const counts = await readApplicationCounts(visit, [jobId])
  return counts?.get(Number(jobId))?.byStatus
}

function funnel(jobId: number, counts: Counts): Html {
  const total = applicationStatuses.reduce((sum, status) => sum + counts[status], 0)
  return panel({
    title: words.funnel(number(total)),
    actions: linkButton({ href: `/jobs/${jobId}/board`, label: words.board, icon: 'board' }),
    body: html`<div class="jb-funnel">${stats(
      applicationStatuses.map((status) => ({
        label: texts.applicationStatuses[status],
        value: number(counts[status]),
        href: `/jobs/${jobId}/board#column-${status}`,
      })),
    )}</div>`,
  })
}

function readiness(job: Job, publishing: Publishing): Html | null {
  if (publishing.kind === 'incomplete') {
    const body = [words.draft.incomplete(publishing.fields.length), missingList(job.id, publishing.fields)]
    return notice({ tone: 'info', body: html`<div>${body}</div>` })
  }
  if (publishing.kind === 'refused') return null
  if (publishing.kind === 'noCredits') return notice({ tone: 'info', body: words.draft.noCredits })
  const { cost, balance, creditKind } = publishing
  return notice({
    tone: 'success',
    body: words.draft.ready(money(cost, creditKind), number(balance - cost)),
  })
}

function posting({ zone, now }: Visit, job: Job): Html {
  const { city, country, expiryDate, postedDate, reference } = job
  const isOver = expiryDate !== null && new Date(expiryDate) <= now
  const items: { term: string; value: Child }[] = [
    { term: words.place, value: typed([city, country && countryName(country)].filter(Boolean).join(', ')) },
    {
      term: words.employment,
      value: [
        job.employmentType && wordsOf('employmentType', job.employmentType),
        job.remoteType && wordsOf('remoteType', job.remoteType),
      ]
        .filter(Boolean)
        .join(' · '),
    },
    { term: words.salary, value: salaryOf(job) },
    { term: words.apply, value: applyOf(job) },
    { term: words.reference, value: typed(reference) },
    { term: words.posted, value: postedDate && when(postedDate, zone) },
    { term: isOver ? words.ended : words.ends, value: expiryDate && when(expiryDate, zone) },
    { term: words.created, value: when(job.createdAt, zone) },
    { term: words.changed, value: when(job.updatedAt, zone) },
  ]
  const isGiven = ({ value }: (typeof items)[number]) => value !== '' && value !== null
  return panel({
    title: words.posting,
    body: html`<div class="jb-posting">
      ${
        job.description
          ? html`<div class="jb-description" dir="auto">${job.description}</div>`
          : html`<p class="jb-muted">${words.noDescription}</p>`
      }
      ${definitions(items.filter(isGiven))}
    </div>`,
  })
}

function questions({ screeningQuestions = [] }: Job): Html | null {
  if (screeningQuestions.length === 0) return null
  return panel({
    title: words.questions,
    body: html`<ol class="jb-question-list">
      ${screeningQuestions.map(({ text, type, required, options }) => {
        return html`<li>
          <div>${userText(text)}</div>
          <div class="jb-badges">${badge({ text: wordsOf('questionType', type) })}${badge({ text: required ? words.required : words.optional })}</div>
          ${options.length > 0 && html`<div class="jb-muted">${userText(options.join(' · '))}</div>`}
        </li>`
      })}
    </ol>`,
  })
}

function linkedData({ deps }: Visit, { id }: Job): Html {
  const call = copyable(deps.env, getOpenJob, { params: { id } }, { Accept: 'application/ld+json' })
  return panel({
    title: words.linkedData,
    body: [
      html`<p class="jb-muted">${words.linkedDataText}</p>`,
      copyableText({ label: words.linkedDataCall, text: curlOf(call) }),
    ],
  })
}

function applyOf({ applyMethod, applyEmailAddress, applyUrl }: Job): Child {
  if (!applyMethod) return null
  const where = { PlatformApply: null, EmailApply: applyEmailAddress, ExternalApply: applyUrl }[applyMethod]
  return html`<span>${wordsOf('applyMethod', applyMethod)}${where && [': ', userText(where)]}</span>`
}

function typed(text: string | null): Html | null {
  return text ? userText(text) : null
}

/** `from 50,000 EUR a year`; empty without an amount. */
function salaryOf({
  salaryMin = null,
  salaryMax = null,
  salaryCurrency,
  salaryPeriod,
}: Pick<Job, 'salaryMin' | 'salaryMax' | 'salaryCurrency' | 'salaryPeriod'>): string {
  if (salaryMin === null && salaryMax === null) return ''
  const [from, to] = [salaryMin, salaryMax].map((amount) => (amount === null ? null : number(amount)))
  const amount =
    from === to || !to ? (to ? to : words.from(from!)) : from ? words.range(from, to) : words.upTo(to)
  return words.per(amount, salaryCurrency ?? '', salaryPeriod ? wordsOf('salaryPeriod', salaryPeriod) : '')
}
