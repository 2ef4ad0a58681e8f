import type { IncomingHttpHeaders } from 'node:http'
import type { ApiError } from '@jobboard/contracts/error'
import { getJob, publishJob } from '@jobboard/contracts/jobs/endpoints'
import { MAX_PUBLISH_DAYS } from '@jobboard/contracts/limits'
import { linkButton, notice, panel } from '../../html/blocks.ts'
import { type Entered, errorSummary, field, titleOf } from '../../html/field.ts'
import { form } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { money, number, stats } from '../../html/values.ts'
import { errorsOf, text } from '../../http/form.ts'
import { type Outcome, redirect, view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { dayOf, endOfDay, zoneOfForm } from '../../parts/day.ts'
import { copyable } from '../../peers/ask.ts'
import type { Job } from './fields.ts'
import { editors, jobHead } from './head.ts'
import { missingList } from './missing-list.ts'
import { type Publishing, readPublishing, suggestedDay } from './publishing.ts'
import { texts } from './texts.ts'

const words = texts.publish
const DAY_MS = 86_400_000
const path = '/jobs/:jobId/publish'

/** What publishing needs and costs, before the click. */
export const publishPage: Page = {
  method: 'GET',
  path,
  roles: editors,
  handle: (visit) => show(visit, { values: { day: suggestedDay(visit) }, errors: {} }, newOperation()),
}

/** Publishes a draft for the price that its form showed, and never for more. */
export const publishAction: Page = {
  method: 'POST',
  path,
  roles: editors,
  async handle(visit) {
    const { params, form: sent, operation } = visit
    const id = params.jobId!
    const day = text(sent, 'day')
    const entered = (errors: Record<string, string>): Entered => ({ values: { day }, errors })
    const expiryDate = endOfDay(day, zoneOfForm(visit))
    if (!expiryDate) return show(visit, entered({ day: words.whenWrong }), operation)
    let headers: IncomingHttpHeaders = {}
    try {
      await visit.ask(
        publishJob,
        { params: { id }, body: { expiryDate } },
        {
          operation,
          maxCredits: Number(text(sent, 'price')) || 0,
          onHeaders: (received) => {
            headers = received
          },
        },
      )
    } catch (error) {
      return refused(visit, error, entered)
    }
    const left = headers['x-credits-remaining']
    return redirect(
      `/jobs/${id}`,
      left === undefined ? words.doneWithoutBalance : words.done(number(Number(left))),
    )
  },
}

/** Nothing was published: says why, with an operation of its own for the next try. */
async function refused(
  visit: Visit,
  error: unknown,
  entered: (errors: Record<string, string>) => Entered,
): Promise<Outcome> {
  const errors = errorsOf(error, () => 'day')
  const { code } = error as ApiError
  if (code === 'invalid_request') return show(visit, entered({ day: words.whenWrong }), newOperation())
  if (code === 'precondition_failed') return show(visit, entered({ '': words.priceChanged }), newOperation())
  // What is missing, and that there is no credit, is shown in place of the form.
  const isShown = code === 'invalid_state' || code === 'no_credits'
  return show(visit, entered(isShown ? {} : { '': errors[''] ?? words.priceChanged }), newOperation(), 422)
}

async function show(
  visit: Visit,
  entered: Entered,
  operation: string,
  status = Object.keys(entered.errors).length > 0 ? 422 : 200,
): Promise<Outcome> {
  const id = visit.params.jobId!
  const [job, publishing] = await Promise.all([
    visit.ask(getJob, { params: { id } }, { isHidden: true }),
    readPublishing(visit, id),
  ])
  if (job.status !== 'Draft') {
    return redirect(`/jobs/${id}`, words.already(texts.statuses[job.status]), 'info')
  }
  return view({
    title: titleOf(words.heading(job.title), entered),
    status,
    body: html`<div class="jb-stack">
      ${jobHead(job, 'publish', visit.person.role)}
      ${errorSummary(entered, { day: words.when })}
      ${content(visit, job, publishing, entered, operation)}
    </div>`,
  })
}

function content(visit: Visit, job: Job, publishing: Publishing, entered: Entered, operation: string): Html {
  if (publishing.kind === 'incomplete') {
    const edit = linkButton({
      href: `/jobs/${job.id}/edit`,
      label: words.edit,
      icon: 'edit',
      tone: 'primary',
    })
    const body = [html`<p>${words.missingText}</p>`, missingList(job.id, publishing.fields)]
    return panel({ title: words.missing, body, actions: edit })
  }
  if (publishing.kind === 'noCredits') {
    return notice({ tone: 'warning', title: words.noCredits, body: words.noCreditsText })
  }
  if (publishing.kind === 'refused') return notice({ tone: 'warning', body: publishing.error.message })
  return publishForm(visit, job, publishing, entered, operation)
}

function publishForm(
  { csrf, zone, now, deps }: Visit,
  { id }: Job,
  { cost, balance, creditKind }: Extract<Publishing, { kind: 'ready' }>,
  entered: Entered,
  operation: string,
): Html {
  const price = money(cost, creditKind)
  const expiryDate = endOfDay(suggestedDay({ now, zone }), zone)!
  return panel({
    title: words.priceTitle,
    body: [
      html`<div class="jb-price">${stats([
        { label: words.price, value: number(cost), hint: words.priceHint(creditKind) },
        { label: words.balance, value: number(balance - cost), hint: words.balanceHint(number(balance)) },
      ])}</div>`,
      form({
        action: `/jobs/${id}/publish`,
        csrf,
        operation,
        submit: { label: words.submit(price), icon: 'play' },
        call: copyable(deps.env, publishJob, { params: { id }, body: { expiryDate } }),
        body: [
          html`<input type="hidden" name="price" value=${String(cost)} />`,
          html`<input type="hidden" name="zone" value=${zone} />`,
          field(entered, {
            type: 'date',
            name: 'day',
            label: words.when,
            hint: words.whenHint(zone),
            min: dayOf(now, zone),
            max: dayOf(new Date(now.getTime() + (MAX_PUBLISH_DAYS - 1) * DAY_MS), zone),
            required: true,
          }),
          html`<p class="jb-muted">${words.effect}</p>`,
        ],
      }),
    ],
  })
}
