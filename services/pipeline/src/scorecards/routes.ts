import * as templates from '@jobboard/contracts/applications/scorecard-templates'
import * as endpoints from '@jobboard/contracts/applications/scorecards'
import { ApiError, notFound } from '@jobboard/contracts/error'
import { MAX_SCORECARDS_PER_APPLICATION } from '@jobboard/contracts/limits'
import { chargeBytes } from '@jobboard/events/publisher/byte-budget'
import { userOf } from '@jobboard/service/http/author'
import { checkMatch, etagOf, withEtag } from '@jobboard/service/http/etag'
import { type Context, type Route, route } from '@jobboard/service/http/route'
import { assertOwnJob } from '../applications/peers.ts'
import { findJobOwner, getCandidateId, lockCandidate } from '../applications/store.ts'
import { shownTo, toScorecard } from './scorecard.ts'
import {
  deleteScorecard as deleteStored,
  deleteTemplate,
  findScorecard,
  getTemplate,
  listHiding,
  listScorecards,
  lockTemplate,
  saveScorecard,
  saveTemplate,
} from './store.ts'

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

type OfJob = Pick<Context, 'service' | 'sql' | 'employerId' | 'requestId'> & { params: { jobId: number } }

/** Throws not_found for a job that is not the employer's (D-19). */
async function checkJob({ service, sql, employerId, requestId, params: { jobId } }: OfJob): Promise<void> {
  await assertOwnJob(service, employerId, jobId, await findJobOwner(sql, jobId), requestId)
}

type Replacing = Pick<Context<typeof templates.replaceScorecardTemplate>, 'commit' | 'employerId' | 'body'> &
  Pick<Context, 'headers' | 'now'>

/** Stores the template of a job, or without one that of the employer. Throws precondition_failed, rate_limited. */
function replace({ commit, employerId, body, headers, now }: Replacing, jobId: number | null) {
  return commit(async (sql) => {
    checkMatch(headers, await lockTemplate(sql, employerId, jobId))
    const template = { jobId, ...body }
    await saveTemplate(sql, employerId, template)
    const bytes = Buffer.byteLength(JSON.stringify(template.criteria))
    await chargeBytes(sql, { kind: 'employer', id: employerId }, bytes, now)
    return { body: template, headers: { etag: etagOf(template) } }
  })
}

/** What scorecards are asked to rate, of an employer and of each job. */
export const templateRoutes: Route[] = [
  route(templates.getScorecardTemplate, async ({ sql, employerId, headers }) =>
    withEtag(headers, await getTemplate(sql, employerId, null)),
  ),
  route(templates.replaceScorecardTemplate, (context) => replace(context, null)),
  route(templates.getJobScorecardTemplate, async (context) => {
    await checkJob(context)
    const { sql, employerId, params, headers } = context
    return withEtag(headers, await getTemplate(sql, employerId, params.jobId))
  }),
  route(templates.replaceJobScorecardTemplate, async (context) => {
    await checkJob(context)
    return replace(context, context.params.jobId)
  }),
  route(templates.deleteJobScorecardTemplate, async (context) => {
    const { commit, employerId, params } = context
    await checkJob(context)
    return commit(async (sql) => {
      await lockTemplate(sql, employerId, params.jobId)
      if (!(await deleteTemplate(sql, employerId, params.jobId))) throw notFound()
      return {}
    })
  }),
]
