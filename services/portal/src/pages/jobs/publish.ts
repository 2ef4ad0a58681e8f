import { closeJob, getJob, publishJob } from '@jobboard/contracts/jobs/endpoints'
import { MAX_PUBLISH_DAYS } from '@jobboard/contracts/limits'
import { linkButton, notice, panel } from '@jobboard/html/blocks'
import { type Html, html } from '@jobboard/html/html'
import { credits, definitions, money, number, stats, userText, when } from '@jobboard/html/values'
import { type FormData, text } from '../../http/form.ts'
import { dayOf, endOfDay, zoneOfForm } from '../../http/local-time.ts'
import { get, type Outcome, type Page, redirect, type View, type Visit } from '../../http/page.ts'
import { command } from '../../kit/command.ts'
import { fields } from '../../kit/fields.ts'
import { locationOf } from '../../parts/facts.ts'
import { wordsOf } from './form.ts'
import {
  descriptionOf,
  editors,
  isOpen,
  type Job,
  jobScreen,
  missingList,
  questionList,
  readers,
  readPublishing,
  salaryOf,
  suggestedDay,
} from './job.ts'

const DAY_MS = 86_400_000
const noCredits = 'No job posting credits are left'
const wrongDay = { day: `Choose a day from today on, at most ${MAX_PUBLISH_DAYS} days ahead.` }
const priceChanged =
  'The price has changed, and nothing was debited. Look at it, and send the form again if you agree.'

async function showPublish(visit: Visit): Promise<Outcome> {
  const id = visit.params.jobId!
  const [job, publishing] = await Promise.all([
    visit.ask(getJob, {}, { isHidden: true }),
    readPublishing(visit),
  ])
  if (job.status !== 'Draft') {
    return redirect(`/jobs/${id}`, `The job was ${job.status} already; nothing was debited.`, 'info')
  }
  const screenOf = (body: Html) => jobScreen(visit, job, '/publish', { title: `Publish ${job.title}`, body })
  if (publishing.kind === 'ready') return screenOf(pricePanel(visit, publishing))
  if (publishing.kind === 'refused') {
    return screenOf(notice({ tone: 'warning', body: publishing.error.message }))
  }
  if (publishing.kind === 'noCredits') {
    const body =
      'Nothing was debited, and the draft is kept. Ask the operator of this job board for job posting credits; an admin of your employer sees every entry under Credits. Then publish it here.'
    return screenOf(notice({ tone: 'warning', title: noCredits, body }))
  }
  const edit = { href: `/jobs/${id}/edit`, label: 'Edit the draft', icon: 'edit', tone: 'primary' } as const
  return screenOf(
    panel({
      title: 'What is missing',
      actions: linkButton(edit),
      body: [
        html`<p>Candidates need this to decide and to apply. Each line leads to its field.</p>`,
        missingList(job.id, publishing.fields),
      ],
    }),
  )
}

function pricePanel(
  visit: Visit,
  { cost, balance, creditKind }: { cost: number; balance: number; creditKind: string },
): Html {
  const { now, zone } = visit
  const left = { value: number(balance - cost), hint: `of ${number(balance)} that you have now` }
  return panel({
    title: 'What it costs',
    body: [
      stats([
        { label: 'Price', value: number(cost), hint: credits(creditKind, 1) },
        { label: 'Left after it', ...left },
      ]),
      publish.form(visit, {
        values: { day: suggestedDay(visit) },
        price: cost,
        hidden: { zone },
        submit: { label: `Publish for ${money(cost, creditKind)}` },
        fields: {
          day: {
            hint: `The job ends at the end of this day (${zone}), at most ${MAX_PUBLISH_DAYS} days from now. It cannot be changed later.`,
            min: dayOf(now, zone),
            max: dayOf(new Date(now.getTime() + (MAX_PUBLISH_DAYS - 1) * DAY_MS), zone),
          },
        },
        after: html`<p class="text-body-secondary">Candidates find the job within 2 seconds. It stays until its last day or until you close it; a credit is not given back.</p>`,
      }),
    ],
  })
}

/** Publishes a draft for the price that its form showed, and never for more. */
const publish = command({
  path: '/jobs/:jobId/publish',
  roles: editors,
  call: publishJob,
  isPriced: true,
  body: (sent, visit) => ({ expiryDate: lastMoment(sent, visit) }),
  fields: fields(undefined, { day: { type: 'date', label: 'Last day', required: true } }),
  submit: { label: 'Publish', icon: 'play' },
  check: (visit) => (lastMoment(visit.form, visit) ? undefined : wrongDay),
  refusals: {
    invalid_request: wrongDay,
    precondition_failed: { '': priceChanged },
    no_credits: { '': `${noCredits}. Nothing was debited.` },
    invalid_state: { '': 'Something is missing now, so it was not published. Nothing was debited.' },
  },
  again: showPublish,
  done({ params }, _job, headers) {
    const left = headers['x-credits-remaining']
    const said =
      left === undefined
        ? 'Published. Candidates find the job within 2 seconds.'
        : `Published for 1 job posting credit; ${number(Number(left))} left. Candidates find it within 2 seconds.`
    return redirect(`/jobs/${params.jobId}`, said)
  },
})

function lastMoment(sent: FormData, visit: Visit): Date | undefined {
  return endOfDay(text(sent, 'day'), zoneOfForm(visit))
}

/** What closing means, before it is done. */
async function showClose(visit: Visit): Promise<Outcome> {
  const id = visit.params.jobId!
  const job: Job = await visit.ask(getJob, {}, { isHidden: true })
  if (!isOpen(job)) return redirect(`/jobs/${id}`, `The job was ${job.status} already.`, 'info')
  const effect =
    job.status === 'Draft'
      ? 'The draft is closed for good: it can neither be changed nor published any more. It has cost nothing.'
      : 'Candidates do not find the job any more and cannot apply. Applications stay, and you can still work on them. It cannot be opened again, and no credit is given back.'
  return jobScreen(visit, job, '/close', {
    title: `Close ${job.title}`,
    body: close.panel(visit, 'Close', { before: effect }),
  })
}

const close = command({
  path: '/jobs/:jobId/close',
  roles: editors,
  call: closeJob,
  submit: { label: 'Close the job', tone: 'danger', icon: 'lock' },
  confirm: { question: 'Do you want to close it?', tick: 'Yes, close it for good' },
  again: showClose,
  done: ({ params }) => redirect(`/jobs/${params.jobId}`, 'The job is closed. Its applications stay.'),
})

/** `GET /jobs/:jobId/preview`: what candidates read of the job, and nothing else of it. */
async function showPreview(visit: Visit): Promise<View> {
  const job = await visit.ask(getJob)
  const said = {
    Draft: 'Candidates will read this once you publish the job.',
    Active: 'Candidates read this now.',
    Closed: 'Candidates read this until the job ended.',
    Expired: 'Candidates read this until the job ended.',
  }[job.status]
  return jobScreen(visit, job, '/preview', {
    title: `Preview of ${job.title}`,
    body: [notice({ tone: 'info', body: said }), posting(visit, job)],
  })
}

function posting({ zone, person }: Visit, job: Job): Html {
  const { employmentType, remoteType, postedDate, expiryDate, applyMethod, applyUrl } = job
  const { screeningQuestions = [] } = job
  return html`<article class="card" data-preview="">
    <div class="card-body vstack gap-4">
      <h2 dir="auto">${userText(job.title)}</h2>
      ${definitions({
        Employer: person.kind === 'user' && userText(person.employerName),
        Place: locationOf(job) && userText(locationOf(job)),
        Employment: employmentType && wordsOf('employmentType', employmentType),
        Where: remoteType && wordsOf('remoteType', remoteType),
        Salary: salaryOf(job),
        Published: postedDate && when(postedDate, zone, 'date'),
        'Apply until': expiryDate && when(expiryDate, zone),
        'How to apply': applyMethod && wordsOf('applyMethod', applyMethod),
        'Page to apply at': applyMethod === 'ExternalApply' && applyUrl && userText(applyUrl),
      })}
      ${descriptionOf(job)}
      ${
        screeningQuestions.length > 0 &&
        html`<section class="vstack gap-3"><h3>Questions to answer</h3>${questionList(screeningQuestions)}</section>`
      }
    </div>
  </article>`
}

export const publishPages: Page[] = [
  get('/jobs/:jobId/preview', readers, showPreview),
  get(publish.path, editors, showPublish),
  publish,
  get(close.path, editors, showClose),
  close,
]
