import * as endpoints from '@jobboard/contracts/applications/scorecards'
import { ApiError, notFound } from '@jobboard/contracts/error'
import { MAX_SCORECARDS_PER_APPLICATION } from '@jobboard/contracts/limits'
import { userOf } from '@jobboard/service/http/author'
import { checkMatch, etagOf, withEtag } from '@jobboard/service/http/etag'
import { type Route, route } from '@jobboard/service/http/route'
import { getCandidateId, lockCandidate } from '../applications/store.ts'
import { shownTo, toScorecard } from './scorecard.ts'
import { deleteScorecard as deleteStored, findScorecard, listScorecards, saveScorecard } from './store.ts'
import { listHiding } from './template-store.ts'

/** D-29: replaces the caller's scorecard for the stage as a whole. */
const putScorecard = route(endpoints.putScorecard, (context) =>
  context.commit(async (sql) => {
    const { employerId, userId, params, body, headers, now } = context
    await lockCandidate(sql, employerId, params.id)
    const key = { applicationId: params.id, authorUserId: userId, stage: params.stage }
    if (headers['if-match'] !== undefined) {
      const before = await findScorecard(sql, key)
      checkMatch(headers, before && toScorecard(before))
    }
    const stored = await saveScorecard(sql, { ...key, ...body }, now)
    if (!stored) {
      throw new ApiError(
        'invalid_state',
        `The application has ${MAX_SCORECARDS_PER_APPLICATION} scorecards, the limit; delete one first, or replace one.`,
      )
    }
    return { headers: { etag: etagOf(toScorecard(stored)) } }
  }),
)

/** D-29: deletes the caller's own scorecard for the stage. */
const deleteScorecard = route(endpoints.deleteScorecard, ({ commit, employerId, userId, params }) =>
  commit(async (sql) => {
    await getCandidateId(sql, employerId, params.id)
    const key = { applicationId: params.id, authorUserId: userId, stage: params.stage }
    if (!(await deleteStored(sql, key))) throw notFound()
    return {}
  }),
)

/** Scorecards: one per application, stage and author (Spec §4.2, D-29). */
export const scorecardRoutes: Route[] = [
  route(endpoints.listScorecards, async ({ sql, employerId, caller, params, headers }) => {
    await getCandidateId(sql, employerId, params.id)
    const hiding = await listHiding(sql, employerId, [params.id])
    const cards = await listScorecards(sql, params.id)
    const shown = hiding.has(params.id) ? shownTo(userOf(caller), cards) : cards
    return withEtag(headers, shown.map(toScorecard))
  }),
  route(endpoints.getScorecard, async ({ sql, employerId, userId, params, headers }) => {
    await getCandidateId(sql, employerId, params.id)
    const key = { applicationId: params.id, authorUserId: userId, stage: params.stage }
    const card = await findScorecard(sql, key)
    if (!card) throw notFound()
    return withEtag(headers, toScorecard(card))
  }),
  putScorecard,
  deleteScorecard,
]
