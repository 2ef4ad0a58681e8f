import * as employers from '@jobboard/contracts/employers/employers'
import * as keys from '@jobboard/contracts/keys/admin'
import { type Route, route } from '@jobboard/service/http/route'
import { assertCandidate } from '../peers/candidate.ts'
import { listEmployerPage } from '../store/employer-list.ts'
import { getKey, listCandidateKeys } from '../store/key.ts'
import { toEmployer } from '../wire/employer.ts'
import { toCandidateKey, toOwnedKey } from '../wire/key.ts'

/** Admin API: operators find employers and keys. */
export const lookupRoutes: Route[] = [
  route(employers.listEmployers, async ({ sql, query }) => {
    const { items, ...page } = await listEmployerPage(sql, query)
    return { body: { ...page, items: items.map(toEmployer) } }
  }),
  route(keys.listCandidateKeys, async ({ sql, service, params, requestId, now }) => {
    const found = await listCandidateKeys(sql, params.candidateId)
    // The owner of candidates decides between a candidate without keys and none.
    if (found.length === 0) await assertCandidate(service.call, params.candidateId, requestId)
    return { body: found.map((key) => toCandidateKey(key, now)) }
  }),
  route(keys.readKey, async ({ sql, params, now }) => ({
    body: toOwnedKey(await getKey(sql, params.keyId), now),
  })),
]
