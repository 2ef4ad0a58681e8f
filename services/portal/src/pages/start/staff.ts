import { listErasures } from '@jobboard/contracts/candidates/erasure'
import { listKeysForReview } from '@jobboard/contracts/keys/admin'
import { listDeadLetters } from '@jobboard/contracts/operators/operations'
import { listAllDeliveries } from '@jobboard/contracts/webhooks/deliveries'
import { badge, linkButton, notice, panel } from '../../html/blocks.ts'
import { html } from '../../html/html.ts'
import { table } from '../../html/table.ts'
import { number, stats, userText, when } from '../../html/values.ts'
import { type Outcome, view } from '../../http/outcome.ts'
import type { Visit } from '../../http/visit.ts'
import { copyable } from '../../peers/ask.ts'
import { readServices } from '../../peers/read-services.ts'
import { startHead } from './head.ts'
import { texts } from './texts.ts'
import { waitingList } from './waiting.ts'

const GIVEN_UP_MS = 7 * 86_400_000
const MAX_KEYS = 5
const words = texts.staff

/** The start page of the staff: what waits, and which services answer. All calls at once. */
export async function staffStart(visit: Visit): Promise<Outcome> {
  const { zone, now } = visit
  const since = new Date(now.getTime() - GIVEN_UP_MS).toISOString()
  const lost = { status: 'DeadLettered', since, pageSize: 1 } as const
  visit.calls.push(copyable(visit.deps.env, listDeadLetters, { query: { pageSize: 1 } }))
  const [keys, givenUp, erasures, services] = await Promise.all([
    visit.part('accounts', () => visit.ask(listKeysForReview, { query: { pageSize: MAX_KEYS } })),
    visit.part('webhook', () => visit.ask(listAllDeliveries, { query: lost })),
    visit.part('candidate', () => visit.ask(listErasures, { query: { completed: 'false', pageSize: 1 } })),
    readServices(visit.deps, visit.person, visit.request.id),
  ])
  const silent = services.filter(({ deadLetters }) => deadLetters === undefined)
  const deadLetters = services.reduce((sum, service) => sum + (service.deadLetters ?? 0), 0)
  return view({
    title: texts.title(visit.person.name),
    body: html`<div class="jb-stack">
      ${startHead(visit)}
      ${stats([
        figure(words.keys, words.keysHint, '/staff/review', keys?.total),
        figure(words.deadLetters, words.deadLettersHint, '/staff/dead-letters', deadLetters),
        figure(words.givenUp, words.givenUpHint, '/staff/deliveries?status=DeadLettered', givenUp?.total),
        figure(
          words.erasures,
          words.erasuresHint,
          '/staff/candidates/erasures?completed=false',
          erasures?.total,
        ),
      ])}
      ${silent.length > 0 && notice({ tone: 'danger', body: words.someSilent(silent.map(({ name }) => name).join(', ')) })}
      ${
        keys &&
        keys.total > 0 &&
        panel({
          title: words.oldest,
          actions: linkButton({ href: '/staff/review', label: words.allKeys }),
          body: waitingList(
            keys.items.map(({ id, name, employerName, createdAt }) => ({
              href: `/staff/review/${id}`,
              icon: 'key' as const,
              text: html`<span>${userText(name, { lines: 1 })}<span class="jb-muted jb-line-of">${userText(employerName, { lines: 1 })}</span></span>`,
              count: when(createdAt, zone, 'relative', now),
            })),
          ),
        })
      }
      ${panel({
        title: words.services,
        body: table({
          caption: words.services,
          columns: [
            { head: words.service, cell: ({ name }) => name },
            {
              head: words.state,
              cell: (service) =>
                service.deadLetters === undefined
                  ? badge({ text: words.silent, tone: 'danger' })
                  : badge({ text: words.answers, tone: 'success' }),
            },
            {
              head: words.deadLetters,
              numeric: true,
              cell: (service) =>
                service.deadLetters === undefined ? words.unknown : number(service.deadLetters),
            },
          ],
          rows: services,
          empty: '',
        }),
      })}
    </div>`,
  })
}

function figure(label: string, hint: string, href: string, count: number | undefined) {
  return count === undefined
    ? { label, value: words.unknown, hint: words.unknownHint, href }
    : { label, value: number(count), hint, href }
}
