import { listAllApplications } from '@jobboard/contracts/applications/endpoints'
import { getEmployerMetrics } from '@jobboard/contracts/employers/employers'
import { listEmployerUsers } from '@jobboard/contracts/employers/users'
import { listJobs } from '@jobboard/contracts/jobs/endpoints'
import { listRecruiterKeys } from '@jobboard/contracts/keys/admin'
import { MAX_PAGE_SIZE, MAX_SUBSCRIPTIONS_PER_EMPLOYER } from '@jobboard/contracts/limits'
import { listOwnDeliveries, listOwnSubscriptions } from '@jobboard/contracts/webhooks/own'
import type { Visit } from '../../http/page.ts'
import { readApplicationCounts } from '../../parts/applications.ts'
import type { User } from '../../person/person.ts'

/** What the start page of an employer is made of; undefined where a service did not answer, or the role may not ask. */
export type EmployerParts = Awaited<ReturnType<typeof readEmployerParts>>

/** Applications that wait for a scorecard, as the list is filtered. */
export const UNSCORED = { status: 'Interviewed', hasScorecard: 'false' } as const

const GIVEN_UP_MS = 7 * 86_400_000
const SOON_MS = 7 * 86_400_000

/** Reads all parts at once: 4 calls, of an EmployerAdmin 7; then 1 for the numbers of new applications, and 1 for each
 * webhook endpoint. */
export async function readEmployerParts(visit: Visit) {
  const isAdmin = visit.person.role === 'EmployerAdmin'
  const { employerId } = visit.person as User
  const asAdmin = async <T>(service: string, read: () => Promise<T>) =>
    isAdmin ? visit.part(service, read) : undefined
  const [metrics, arrived, unscored, ending, keys, endpoints, users] = await Promise.all([
    visit.part('accounts', () => visit.ask(getEmployerMetrics)),
    visit.part('pipeline', () => readArrived(visit)),
    visit.part('pipeline', () => visit.ask(listAllApplications, { query: { ...UNSCORED, pageSize: 1 } })),
    visit.part('jobs', () => readEnding(visit)),
    asAdmin('accounts', () => visit.ask(listRecruiterKeys, { params: { employerId } })),
    asAdmin('webhook', () => readEndpoints(visit)),
    asAdmin('accounts', () => visit.ask(listEmployerUsers)),
  ])
  return { metrics, arrived, unscored: unscored?.total, ending, keys, endpoints, users }
}

/** New applications: how many, and the jobs of the oldest 100 of them, each with its number and its oldest. */
async function readArrived(visit: Visit) {
  const query = { status: 'New', sort: 'appliedAt', pageSize: MAX_PAGE_SIZE } as const
  const { total, items } = await visit.ask(listAllApplications, { query })
  const oldest = new Map<number, (typeof items)[number]>()
  for (const one of items) if (!oldest.has(one.jobId)) oldest.set(one.jobId, one)
  const counts = await readApplicationCounts(visit, [...oldest.keys()])
  const jobs = [...oldest].map(([id, { jobTitle: title, appliedAt: since }]) => {
    return { id, title, count: counts?.get(id)?.byStatus.New ?? 0, since }
  })
  return { total, jobs: jobs.filter(({ count }) => count > 0) }
}

/** Active jobs that end within 7 days: the newest 100 of them. */
async function readEnding(visit: Visit) {
  const expiresBefore = new Date(visit.now.getTime() + SOON_MS).toISOString()
  const query = { status: 'Active', expiresBefore, pageSize: MAX_PAGE_SIZE } as const
  return visit.ask(listJobs, { query })
}

/** The endpoints, each with how many of its deliveries were given up lately. */
async function readEndpoints(visit: Visit) {
  const query = { pageSize: MAX_SUBSCRIPTIONS_PER_EMPLOYER }
  const { items } = await visit.ask(listOwnSubscriptions, { query })
  const since = new Date(visit.now.getTime() - GIVEN_UP_MS).toISOString()
  return Promise.all(
    items.map(async (endpoint) => {
      const params = { subscriptionId: endpoint.id }
      const lost = { status: 'DeadLettered', since, pageSize: 1 }
      const { total } = await visit.ask(listOwnDeliveries, { params, query: lost }, { isHidden: true })
      return { ...endpoint, givenUp: total }
    }),
  )
}
