import { ApiError } from '@jobboard/contracts/error'
import {
  type DeadLetterDetail,
  dropDeadLetter,
  getDeadLetter,
  retryDeadLetter,
} from '@jobboard/contracts/operators/operations'
import * as every from '@jobboard/service/every-service/every-service'
import { linkButton, pageHead, panel } from '../../html/blocks.ts'
import { form } from '../../html/form.ts'
import { type Html, html } from '../../html/html.ts'
import { definitions, number, userText, when } from '../../html/values.ts'
import { text } from '../../http/form.ts'
import { redirect, view } from '../../http/outcome.ts'
import type { Page } from '../../http/page.ts'
import { newOperation, type Visit } from '../../http/visit.ts'
import { copyable } from '../../peers/ask.ts'
import { askEvery } from '../../peers/every-service.ts'
import { mayCall, staffRoles } from '../../person/person.ts'
import { texts } from './texts.ts'

const list = '/staff/dead-letters'
const path = `${list}/:deadLetterId`
const operators = ['operator'] as const
const paramsOf = ({ params }: Visit) => ({ deadLetterId: params.deadLetterId! })

/** One dead letter, and what becomes of it. */
export const letterPages: Page[] = [
  {
    method: 'GET',
    path,
    roles: staffRoles,
    async handle(visit) {
      const params = paramsOf(visit)
      const letter = await askEvery(visit, getDeadLetter, { params }, (services, { requestId }) =>
        every.getDeadLetter(services, params.deadLetterId, requestId),
      )
      const body = html`<div class="jb-stack">
        ${pageHead({
          title: userText(letter.subject, { lines: 2 }),
          lead: letter.id,
          actions: linkButton({ href: list, label: texts.back, icon: 'previous' }),
        })}
        ${facts(visit, letter)}
        ${mayCall(visit.person.role, retryDeadLetter) ? actions(visit, letter) : html`<p class="jb-muted">${texts.readOnly}</p>`}
      </div>`
      return view({ title: `${texts.title} ${letter.id}`, body })
    },
  },
  {
    method: 'POST',
    path: `${path}/retry`,
    roles: operators,
    async handle(visit) {
      const params = paramsOf(visit)
      const id = params.deadLetterId
      try {
        await askEvery(
          visit,
          retryDeadLetter,
          { params },
          (services, askedBy) => every.retryDeadLetter(services, id, askedBy),
          visit.operation,
        )
        return redirect(list, texts.retried(id))
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'invalid_state') throw error
        return redirect(`${list}/${encodeURIComponent(id)}`, error.message, 'danger')
      }
    },
  },
  {
    method: 'POST',
    path: `${path}/drop`,
    roles: operators,
    async handle(visit) {
      const params = paramsOf(visit)
      const id = params.deadLetterId
      if (text(visit.form, 'confirmed') !== 'yes') {
        return redirect(`${list}/${encodeURIComponent(id)}`, texts.tickFirst, 'warning')
      }
      await askEvery(
        visit,
        dropDeadLetter,
        { params },
        (services, askedBy) => every.dropDeadLetter(services, id, askedBy),
        visit.operation,
      )
      return redirect(list, texts.dropped(id), 'warning')
    },
  },
]

function facts({ zone }: Visit, letter: DeadLetterDetail): Html {
  const { terms } = texts
  return panel({
    title: texts.facts,
    body: [
      definitions([
        { term: terms.consumer, value: `${letter.consumer} (${letter.service})` },
        { term: terms.attempts, value: number(letter.attempts) },
        { term: terms.first, value: when(letter.firstFailedAt, zone) },
        { term: terms.last, value: when(letter.lastFailedAt, zone) },
        { term: terms.occurred, value: when(letter.occurredAt, zone) },
        {
          term: terms.aggregate,
          value: userText(texts.aggregate(letter.aggregateId, number(letter.aggregateVersion))),
        },
        { term: terms.eventId, value: html`<code>${letter.eventId}</code>` },
        { term: texts.error, value: userText(letter.error) },
      ]),
      html`<p class="jb-muted">${texts.payload}</p>`,
    ],
  })
}

function actions({ csrf, deps }: Visit, { id }: DeadLetterDetail): Html {
  const params = { deadLetterId: id }
  return html`<div class="jb-columns jb-columns-even">
    ${panel({
      title: texts.retryTitle,
      body: form({
        action: `${list}/${id}/retry`,
        csrf,
        operation: newOperation(),
        submit: { label: texts.retry, icon: 'refresh' },
        body: html`<p>${texts.retryLead}</p>`,
        call: copyable(deps.env, retryDeadLetter, { params }),
      }),
    })}
    ${panel({
      title: texts.dropTitle,
      body: form({
        action: `${list}/${id}/drop`,
        csrf,
        operation: newOperation(),
        submit: { label: texts.drop, icon: 'trash', tone: 'danger' },
        body: html`<p>${texts.dropLead}</p>`,
        confirm: { question: texts.dropConfirm, tick: texts.dropTick },
        call: copyable(deps.env, dropDeadLetter, { params }),
      }),
    })}
  </div>`
}
