import * as endpoints from '@jobboard/contracts/credits/endpoints'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { failpoint } from '@jobboard/process/failpoint'
import { actorOf } from '@jobboard/service/audit/record-audit'
import { withEtag } from '@jobboard/service/http/etag'
import { type Route, route } from '@jobboard/service/http/route'
import { saveAudit } from '../audit/store.ts'
import { getEmployer } from '../employers/store.ts'
import { ownerOf } from './entries.ts'
import { addCredits, listAllEntries, readAllBalances, reverseEntry } from './peers.ts'

/** Admin API: the owner of the ledger adds the credits, once per `Idempotency-Key`. Throws not_found,
 * invalid_request, and unavailable: the credits may have been added then, so only a repetition with the same
 * `Idempotency-Key` is safe. */
const grantCredits = route(endpoints.grantCredits, async (context) => {
  const { service, sql, params, body, operationId, requestId } = context
  const { id: employerId } = await getEmployer(sql, params.employerId)
  const { kind, amount, reason } = body
  const cause = reason ? `grant: ${reason}` : 'grant'
  const actor = actorOf(context.caller)
  const owner = ownerOf(kind)
  const { audit, ...granted } = await addCredits(
    service.call,
    owner,
    { operationId, employerId, kind, amount, cause, actor },
    requestId,
  )
  failpoint('grant-after-ledger')
  return context.commit(async (tx) => {
    if (audit) await saveAudit(tx, owner, audit)
    return { body: granted }
  })
})

/** Admin API: the owner of the ledger reverses the entry, once. Throws not_found, invalid_state (the
 * entry is itself a reversal), invalid_request (the balance would fall below 0) and unavailable; a
 * repetition is always safe. */
const reverseCreditEntry = route(endpoints.reverseCreditEntry, async (context) => {
  const { service, sql, params, body, requestId } = context
  await getEmployer(sql, params.employerId)
  const owner = ownerOf(body.kind)
  const { audit, ...reversed } = await reverseEntry(
    service.call,
    owner,
    { params, body: { ...body, actor: actorOf(context.caller) } },
    requestId,
  )
  failpoint('reversal-after-ledger')
  return context.commit(async (tx) => {
    if (audit) await saveAudit(tx, owner, audit)
    return { body: reversed }
  })
})

type Entry = ResponseBody<typeof endpoints.listCreditEntries>['items'][number]

/** Credits (D-64): the ledgers are in jobs and search; these routes read and change them there. */
export const creditRoutes: Route[] = [
  grantCredits,
  reverseCreditEntry,
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
