import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { MAX_MERGED_DEPTH } from '@jobboard/contracts/limits'
import {
  type DeadLetterDetail,
  dropDeadLetter,
  getDeadLetter,
  listDeadLetters,
  retryDeadLetter,
} from '@jobboard/contracts/operators/operations'
import { upstreamNames } from '@jobboard/contracts/services'
import { notice, panel } from '@jobboard/html/blocks'
import { type Html, html } from '@jobboard/html/html'
import { numeric } from '@jobboard/html/table'
import { definitions, number, userText, when } from '@jobboard/html/values'
import * as every from '@jobboard/service/every-service/every-service'
import { type Area, get, redirect, screen, type View, type Visit } from '../../http/page.ts'
import { command } from '../../kit/command.ts'
import { optionsOf } from '../../kit/fields.ts'
import { filters } from '../../kit/filters.ts'
import { askEvery } from '../../peers/every-service.ts'
import { mayCall, staffRoles } from '../../person/person.ts'

const path = '/staff/dead-letters'
const one = `${path}/:deadLetterId`
const roles = ['operator'] as const
type Letter = ResponseBody<typeof listDeadLetters>['items'][number]

const list = filters({
  path,
  pageSize: 25,
  fields: {
    service: { type: 'select', label: 'Service', options: optionsOf(upstreamNames, 'All services') },
  },
})

async function showList(visit: Visit): Promise<View> {
  const { zone, now } = visit
  const service = upstreamNames.find((name) => name === visit.query.service)
  const at = list.read(visit, service ? undefined : MAX_MERGED_DEPTH)
  const query = { ...at.query, service }
  const { items, total, unavailable } = await askEvery(
    visit,
    listDeadLetters,
    { query },
    (services, { requestId }) => every.listDeadLetters(services, query, requestId),
  )
  const notAsked = `${unavailable.join(', ')} did not answer, so ${unavailable.length === 1 ? 'its' : 'their'} dead letters are missing here.`
  return screen(visit, {
    title: 'Dead letters',
    lead: 'Events that a consumer gave up. Until one is retried or dropped, what it reports is missing in that service.',
    body: [
      unavailable.length > 0 && notice({ tone: 'warning', body: notAsked }),
      at.form(),
      at.panel<Letter>({
        caption: 'Dead letters',
        rows: items,
        total,
        rowHref: ({ id }) => `${path}/${id}`,
        empty: { title: 'No dead letter', text: 'Every consumer handled its events. Nothing is to do here.' },
        noMatch: { title: 'No dead letter in this service', text: 'Choose another service, or all.' },
        columns: {
          Event: ({ subject }) => userText(subject, { lines: 2 }),
          Service: ({ service }) => service,
          Consumer: ({ consumer }) => consumer,
          'Last failure': ({ error }) => userText(error, { lines: 2 }),
          Attempts: numeric(({ attempts }) => number(attempts)),
          'Last failed': ({ lastFailedAt }) => when(lastFailedAt, zone, 'relative', now),
        },
      }),
    ],
  })
}

async function showLetter(visit: Visit): Promise<View> {
  const params = { deadLetterId: visit.params.deadLetterId! }
  const letter = await askEvery(visit, getDeadLetter, { params }, (services, { requestId }) =>
    every.getDeadLetter(services, params.deadLetterId, requestId),
  )
  return screen(visit, {
    title: `Dead letters ${letter.id}`,
    heading: userText(letter.subject, { lines: 2 }),
    lead: letter.id,
    back: { href: path, label: 'All dead letters' },
    body: [
      facts(visit, letter),
      mayCall(visit.person.role, retryDeadLetter)
        ? html`<div class="jb-columns">
            ${retry.panel(visit, 'Handle the event again', { before: 'Repair the cause first. The event is handled before this page answers, which may take a minute.' })}
            ${drop.panel(visit, 'Drop the event', { before: 'The dead letter is deleted. Copies in this service may stay wrong until a resync.' })}
          </div>`
        : html`<p class="text-body-secondary">Operators can retry or drop it.</p>`,
    ],
  })
}

function facts({ zone }: Visit, letter: DeadLetterDetail): Html {
  const object = `${letter.aggregateId}, version ${number(letter.aggregateVersion)}`
  return panel({
    title: 'The event',
    body: [
      definitions({
        Consumer: `${letter.consumer} (${letter.service})`,
        Attempts: number(letter.attempts),
        'First failed': when(letter.firstFailedAt, zone),
        'Last failed': when(letter.lastFailedAt, zone),
        Happened: when(letter.occurredAt, zone),
        Object: userText(object),
        'Event id': html`<code>${letter.eventId}</code>`,
        'Last failure': userText(letter.error),
      }),
      html`<p class="text-body-secondary">The payload is personal data and is never shown.</p>`,
    ],
  })
}

const retry = command({
  path: `${one}/retry`,
  roles,
  call: retryDeadLetter,
  submit: { label: 'Retry now', icon: 'refresh' },
  act: (visit, input) =>
    askEvery(visit, retryDeadLetter, input, (services, askedBy) =>
      every.retryDeadLetter(services, visit.params.deadLetterId!, askedBy),
    ),
  again: showLetter,
  done: ({ params }) =>
    redirect(path, `The event was handled, and the dead letter ${params.deadLetterId} is gone.`),
})

const drop = command({
  path: `${one}/drop`,
  roles,
  call: dropDeadLetter,
  submit: { label: 'Drop', icon: 'trash', tone: 'danger' },
  confirm: { question: 'This event never takes effect. This cannot be undone.', tick: 'Drop it for good' },
  act: (visit, input) =>
    askEvery(visit, dropDeadLetter, input, (services, askedBy) =>
      every.dropDeadLetter(services, visit.params.deadLetterId!, askedBy),
    ),
  again: showLetter,
  done: ({ params }) =>
    redirect(
      path,
      `The dead letter ${params.deadLetterId} is dropped: its event never takes effect.`,
      'warning',
    ),
})

export const deadLetters: Area = {
  places: [{ href: path, label: 'Dead letters', icon: 'deadLetter', roles: staffRoles }],
  pages: [get(path, staffRoles, showList), get(one, staffRoles, showLetter), retry, drop],
}
