import * as endpoints from '@jobboard/contracts/credits/endpoints'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { withEtag } from '@jobboard/service/http/etag'
import { type Route, route } from '@jobboard/service/http/route'
import { grantCredits, reverseCreditEntry } from '../actions/credits.ts'
import { listAllEntries } from '../peers/credit-entries.ts'
import { readAllBalances } from '../peers/credits.ts'
import { getEmployer } from '../store/employer.ts'

type Entry = ResponseBody<typeof endpoints.listCreditEntries>['items'][number]

/** Credits (D-64): the ledgers are in jobs and search; these routes read and change them there. */
export const creditRoutes: Route[] = [
  route(endpoints.grantCredits, grantCredits),
  route(endpoints.reverseCreditEntry, reverseCreditEntry),
  route(endpoints.getCredits, async ({ service, employerId, requestId, headers }) =>
    withEtag(headers, await readAllBalances(service.call, employerId, requestId)),
  ),
  route(endpoints.listCreditEntries, async ({ service, employerId, requestId, query }) => {
    const { items, ...page } = await listAllEntries(service.call, employerId, requestId, query)
    return { body: { ...page, items: items.map(toPublicEntry) } }
  }),
  route(endpoints.getEmployerCredits, async ({ service, sql, params, requestId }) => {
    const { id } = await getEmployer(sql, params.employerId)
    return { body: await readAllBalances(service.call, id, requestId) }
  }),
  route(endpoints.listEmployerCreditEntries, async ({ service, sql, params, requestId, query }) => {
    const { id } = await getEmployer(sql, params.employerId)
    return { body: await listAllEntries(service.call, id, requestId, query) }
  }),
]

function toPublicEntry({ id, kind, amount, cause, requestId, createdAt }: Entry): Entry {
  return { id, kind, amount, cause, requestId, createdAt }
}
