import * as endpoints from '@jobboard/contracts/applications/scorecard-templates'
import { notFound } from '@jobboard/contracts/error'
import { chargeBytes } from '@jobboard/events/publisher/byte-budget'
import { checkMatch, etagOf, withEtag } from '@jobboard/service/http/etag'
import { type Context, type Route, route } from '@jobboard/service/http/route'
import { assertOwnJob } from '../applications/peers.ts'
import { findJobOwner } from '../applications/store.ts'
import { deleteTemplate, getTemplate, lockTemplate, saveTemplate } from './template-store.ts'

type OfJob = Pick<Context, 'service' | 'sql' | 'employerId' | 'requestId'> & { params: { jobId: number } }

/** Throws not_found for a job that is not the employer's (D-19). */
async function checkJob({ service, sql, employerId, requestId, params: { jobId } }: OfJob): Promise<void> {
  await assertOwnJob(service, employerId, jobId, await findJobOwner(sql, jobId), requestId)
}

type Replacing = Pick<Context<typeof endpoints.replaceScorecardTemplate>, 'commit' | 'employerId' | 'body'> &
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
  route(endpoints.getScorecardTemplate, async ({ sql, employerId, headers }) =>
    withEtag(headers, await getTemplate(sql, employerId, null)),
  ),
  route(endpoints.replaceScorecardTemplate, (context) => replace(context, null)),
  route(endpoints.getJobScorecardTemplate, async (context) => {
    await checkJob(context)
    const { sql, employerId, params, headers } = context
    return withEtag(headers, await getTemplate(sql, employerId, params.jobId))
  }),
  route(endpoints.replaceJobScorecardTemplate, async (context) => {
    await checkJob(context)
    return replace(context, context.params.jobId)
  }),
  route(endpoints.deleteJobScorecardTemplate, async (context) => {
    const { commit, employerId, params } = context
    await checkJob(context)
    return commit(async (sql) => {
      await lockTemplate(sql, employerId, params.jobId)
      if (!(await deleteTemplate(sql, employerId, params.jobId))) throw notFound()
      return {}
    })
  }),
]
