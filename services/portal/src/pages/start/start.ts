import { listErasures } from '@jobboard/contracts/candidates/erasure'
import { listKeysForReview } from '@jobboard/contracts/keys/admin'
import { listDeadLetters } from '@jobboard/contracts/operators/operations'
import { listAllDeliveries } from '@jobboard/contracts/webhooks/deliveries'
import { badge, linkButton, missingPart, notice, panel } from '@jobboard/html/blocks'
import type { Child } from '@jobboard/html/html'
import { numeric, tablePanel } from '@jobboard/html/table'
import { number, stats, userText, when } from '@jobboard/html/values'
import { type Area, get, screen, type View, type Visit } from '../../http/page.ts'
import { readList } from '../../parts/applications.ts'
import { copyable } from '../../peers/ask.ts'
import { readServices } from '../../peers/every-service.ts'
import { type Role, roles } from '../../person/person.ts'
import { employerStart, line, waitingList } from './employer.ts'

const PAGE_SIZE = 10

const pages: Record<Role, { lead: string; body(visit: Visit): Promise<Child> }> = {
  EmployerAdmin: { lead: 'What there is to do, and how your jobs do.', body: employerStart },
  Recruiter: { lead: 'What there is to do, and how your jobs do.', body: employerStart },
  Interviewer: { lead: 'The newest applications, and your scorecards.', body: interviewerStart },
  viewer: { lead: 'What waits on the platform.', body: staffStart },
  operator: { lead: 'What waits on the platform.', body: staffStart },
}

async function interviewerStart(visit: Visit): Promise<Child> {
  const { zone, now, person } = visit
  const query = { pageSize: PAGE_SIZE, sort: '-appliedAt', include: 'scorecards' } as const
  const newest = await visit.part('pipeline', () => readList(visit, undefined, query))
  const title = 'Newest applications'
  if (!newest) return panel({ title, body: missingPart({ service: 'pipeline', what: 'The applications' }) })
  const text = 'When candidates apply, they appear here for you to read.'
  return tablePanel({
    title,
    rows: newest.items,
    rowHref: ({ id }) => `/applications/${id}`,
    empty: { title: 'No application yet', text },
    columns: {
      Candidate: ({ name }) => userText(name, { lines: 2 }),
      Job: ({ jobTitle }) => userText(jobTitle, { lines: 2 }),
      Status: ({ status }) => badge({ text: status }),
      Applied: ({ appliedAt }) => when(appliedAt, zone, 'relative', now),
      'Your scorecards': numeric(({ included }) => {
        const own = included?.scorecards?.filter(({ authorUserId }) => authorUserId === person.id)
        return own?.length ? number(own.length) : 'None yet'
      }),
    },
  })
}

async function showStart(visit: Visit): Promise<View> {
  const { name, role } = visit.person
  const { lead, body } = pages[role]
  const title = `Welcome, ${name}`
  return screen(visit, { title, heading: userText(title, { lines: 2 }), lead, body: await body(visit) })
}

export const start: Area = {
  places: [{ href: '/', label: 'Start', icon: 'home', roles }],
  pages: [get('/', roles, showStart)],
}

const GIVEN_UP_MS = 7 * 86_400_000
const MAX_KEYS = 5

/** The start page of the staff: what waits, and which services answer. All calls at once. */
async function staffStart(visit: Visit): Promise<Child> {
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
