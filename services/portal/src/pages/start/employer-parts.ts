import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { listRecruiterKeys } from '@jobboard/contracts/endpoints/api-keys'
import { getEmployerMetrics, listEmployerUsers } from '@jobboard/contracts/endpoints/employers'
import { listJobs } from '@jobboard/contracts/endpoints/jobs'
import { listOwnDeliveries, listOwnSubscriptions } from '@jobboard/contracts/endpoints/own-webhooks'
import { MAX_PAGE_SIZE, MAX_SUBSCRIPTIONS_PER_EMPLOYER } from '@jobboard/contracts/limits'
import type { Visit } from '../../http/visit.ts'
import type { User } from '../../person/person.ts'

type Of<E extends Parameters<Visit['ask']>[0]> = ResponseBody<E>

/** What the start page of an employer is made of; undefined where a service did not answer, or the role may not ask. */
export interface EmployerParts {
  metrics: Of<typeof getEmployerMetrics> | undefined
  active: Of<typeof listJobs>['items'] | undefined
  drafts: number | undefined
  keys: Of<typeof listRecruiterKeys> | undefined
  endpoints: Of<typeof listOwnSubscriptions>['items'] | undefined
  /** Deliveries given up lately, by endpoint. */
  givenUp: { subscriptionId: number; count: number }[]
  users: Of<typeof listEmployerUsers> | undefined
}

const GIVEN_UP_MS = 7 * 86_400_000

/** Reads all parts at once; deliveries after the endpoints. */
export async function readEmployerParts(visit: Visit): Promise<EmployerParts> {
  const isAdmin = visit.person.role === 'EmployerAdmin'
  const { employerId } = visit.person as User
  const asAdmin = async <T>(service: string, read: () => Promise<T>) =>
    isAdmin ? visit.part(service, read) : undefined
  const [metrics, active, drafts, keys, webhooks, users] = await Promise.all([
    visit.part('accounts', () => visit.ask(getEmployerMetrics)),
    visit.part('jobs', () => visit.ask(listJobs, { query: { status: 'Active', pageSize: MAX_PAGE_SIZE } })),
    visit.part('jobs', () => visit.ask(listJobs, { query: { status: 'Draft', pageSize: 1 } })),
    asAdmin('accounts', () => visit.ask(listRecruiterKeys, { params: { employerId } })),
    asAdmin('webhook', () => readWebhooks(visit)),
    asAdmin('accounts', () => visit.ask(listEmployerUsers)),
  ])
  return {
    metrics,
    active: active?.items,
    drafts: drafts?.total,
    keys,
    endpoints: webhooks?.endpoints,
    givenUp: webhooks?.givenUp ?? [],
    users,
  }
}

async function readWebhooks(visit: Visit) {
  const { items: endpoints } = await visit.ask(listOwnSubscriptions, {
    query: { pageSize: MAX_SUBSCRIPTIONS_PER_EMPLOYER },
  })
  const since = new Date(visit.now.getTime() - GIVEN_UP_MS).toISOString()
  const givenUp = await Promise.all(
    endpoints.map(async ({ id: subscriptionId }) => {
      const query = { status: 'DeadLettered', since, pageSize: 1 } as const
      const { total } = await visit.ask(
        listOwnDeliveries,
        { params: { subscriptionId }, query },
        { isHidden: true },
      )
      return { subscriptionId, count: total }
    }),
  )
  return { endpoints, givenUp: givenUp.filter(({ count }) => count > 0) }
}
