import * as endpoints from '@jobboard/contracts/applications/endpoints'
import * as internal from '@jobboard/contracts/applications/internal'
import * as reasons from '@jobboard/contracts/applications/rejection-reasons'
import { checkMatch, etagOf, withEtag } from '@jobboard/service/http/etag'
import { type Route, route } from '@jobboard/service/http/route'
import { getCandidateId } from '../applications/store.ts'
import { authorOf, moveApplication, withdrawApplication } from './change-actions.ts'
import { toChange, toWithdrawal } from './status.ts'
import {
  listRejectionReasons,
  listStatusChanges,
  lockRejectionReasons,
  saveRejectionReasons,
} from './store.ts'

const changeApplicationStatus = route(
  endpoints.changeApplicationStatus,
  ({ caller, employerId, params, body, now, commit }) =>
    commit(async (sql) => {
      const by = { employerId, author: authorOf(caller) }
      return { body: await moveApplication(sql, by, params.id, body, now) }
    }),
)

/** Called by candidate. */
const withdrawByCandidate = route(
  internal.withdrawApplication,
  ({ params: { id, candidateId }, body, now, commit }) =>
    commit(async (sql) => ({
      body: toWithdrawal(await withdrawApplication(sql, { candidateId, keyId: body.keyId }, id, now)),
    })),
)

const replaceRejectionReasons = route(
  reasons.replaceRejectionReasons,
  ({ commit, employerId, body, headers }) =>
    commit(async (sql) => {
      checkMatch(headers, await lockRejectionReasons(sql, employerId))
      await saveRejectionReasons(sql, employerId, body)
      return { body, headers: { etag: etagOf(body) } }
    }),
)

/** Moves of applications by employers and candidates, their history (D-26), and the reasons for rejections. */
export const statusRoutes: Route[] = [
  changeApplicationStatus,
  withdrawByCandidate,
  route(endpoints.listApplicationHistory, async ({ sql, employerId, params, query }) => {
    await getCandidateId(sql, employerId, params.id)
    const page = await listStatusChanges(sql, params.id, query)
    return { body: { ...page, items: page.items.map(toChange) } }
  }),
  route(reasons.listRejectionReasons, async ({ sql, employerId, headers }) =>
    withEtag(headers, await listRejectionReasons(sql, employerId)),
  ),
  replaceRejectionReasons,
]
