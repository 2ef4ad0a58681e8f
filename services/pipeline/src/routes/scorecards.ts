import * as endpoints from '@jobboard/contracts/applications/scorecards'
import { notFound } from '@jobboard/contracts/error'
import { withEtag } from '@jobboard/service/http/etag'
import { type Route, route } from '@jobboard/service/http/route'
import { deleteScorecard, putScorecard } from '../actions/scorecards.ts'
import { getCandidateId } from '../store/application.ts'
import { findScorecard, listScorecards } from '../store/scorecard.ts'
import { toScorecard } from '../wire/scorecard.ts'

/** Scorecards: one per application, stage and author (Spec §4.2, D-29). */
export const scorecardRoutes: Route[] = [
  route(endpoints.listScorecards, async ({ sql, employerId, params, headers }) => {
    await getCandidateId(sql, employerId, params.id)
    return withEtag(headers, (await listScorecards(sql, params.id)).map(toScorecard))
  }),
  route(endpoints.getScorecard, async ({ sql, employerId, userId, params, headers }) => {
    await getCandidateId(sql, employerId, params.id)
    const key = { applicationId: params.id, authorUserId: userId, stage: params.stage }
    const card = await findScorecard(sql, key)
    if (!card) throw notFound()
    return withEtag(headers, toScorecard(card))
  }),
  route(endpoints.putScorecard, putScorecard),
  route(endpoints.deleteScorecard, deleteScorecard),
]
