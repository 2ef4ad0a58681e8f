import { listErasures } from '@jobboard/contracts/candidates/erasure'
import { listKeysForReview } from '@jobboard/contracts/keys/admin'
import { listDeadLetters } from '@jobboard/contracts/operators/operations'
import { listAllDeliveries } from '@jobboard/contracts/webhooks/deliveries'
import { badge, linkButton, notice, panel } from '../../html/blocks.ts'
import type { Child } from '../../html/html.ts'
import { numeric, tablePanel } from '../../html/table.ts'
import { number, stats, userText, when } from '../../html/values.ts'
import type { Visit } from '../../http/visit.ts'
import { copyable } from '../../peers/ask.ts'
import { readServices } from '../../peers/read-services.ts'
import { line, waitingList } from './employer.ts'

const GIVEN_UP_MS = 7 * 86_400_000
const MAX_KEYS = 5

/** The start page of the staff: what waits, and which services answer. All calls at once. */
export async function staffStart(visit: Visit): Promise<Child> {
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
  const incomplete = '/staff/candidates/erasures?completed=false'
  return [
    stats([
      figure('Keys waiting', 'for a review', '/staff/review', keys?.total),
      figure('Dead letters', 'events that no longer retry', '/staff/dead-letters', deadLetters),
      figure(
        'Deliveries given up',
        'in the last 7 days',
        '/staff/deliveries?status=DeadLettered',
        givenUp?.total,
      ),
      figure('Erasures not complete', 'some service has not confirmed', incomplete, erasures?.total),
    ]),
    silent.length > 0 &&
      notice({
        tone: 'danger',
        body: `These services do not answer: ${silent.map(({ name }) => name).join(', ')}. What needs them waits or says so.`,
      }),
    keys &&
      keys.total > 0 &&
      panel({
        title: 'Keys that wait longest',
        actions: linkButton({ href: '/staff/review', label: 'All' }),
        body: waitingList(
          keys.items.map(({ id, name, employerName, createdAt }) => ({
            href: `/staff/review/${id}`,
            icon: 'key',
            text: line(userText(name, { lines: 1 }), employerName),
            count: when(createdAt, zone, 'relative', now),
          })),
        ),
      }),
    tablePanel({
      title: 'Services',
      rows: services,
      empty: '',
      columns: {
        Service: ({ name }) => name,
        State: (service) =>
          service.deadLetters === undefined
            ? badge({ text: 'Does not answer', tone: 'danger' })
            : badge({ text: 'Answers', tone: 'success' }),
        'Dead letters': numeric((service) =>
          service.deadLetters === undefined ? '–' : number(service.deadLetters),
        ),
      },
    }),
  ]
}

function figure(label: string, hint: string, href: string, count: number | undefined) {
  return count === undefined
    ? { label, value: '–', hint: 'did not answer', href }
    : { label, value: number(count), hint, href }
}
