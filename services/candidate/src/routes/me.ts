import type { Endpoint } from '@jobboard/contracts/endpoint'
import * as endpoints from '@jobboard/contracts/endpoints/candidate'
import { withEtag } from '@jobboard/service/http/etag'
import { type Action, type Route, route } from '@jobboard/service/http/route'
import { updateProfile } from '../actions/update-profile.ts'
import { toOwnApplication } from '../domain/application.ts'
import { assertVisible } from '../domain/job.ts'
import { toProfile } from '../domain/profile.ts'
import { getJob } from '../peers/job.ts'
import { noteActivity } from '../store/activity.ts'
import { getApplication, listApplications } from '../store/application.ts'
import { getCandidate } from '../store/candidate.ts'

/** Spec §4.3; every call of a candidate that succeeds counts as activity (D-42). */
export const meRoutes: Route[] = [
  own(endpoints.getProfile, async ({ sql, candidateId, headers }) =>
    withEtag(headers, toProfile(await getCandidate(sql, candidateId))),
  ),
  own(endpoints.updateProfile, updateProfile),
  own(endpoints.listOwnApplications, async ({ sql, candidateId, query }) => {
    const page = await listApplications(sql, candidateId, query)
    return { body: { ...page, items: page.items.map(toOwnApplication) } }
  }),
  own(endpoints.getOwnApplication, async ({ sql, candidateId, params, headers }) =>
    withEtag(headers, toOwnApplication(await getApplication(sql, candidateId, params.id))),
  ),
  own(endpoints.listScreeningQuestions, async ({ service, params, requestId }) => {
    const job = await getJob(service, params.jobId, requestId)
    assertVisible(job)
    return { body: job.screeningQuestions }
  }),
]

function own<E extends Endpoint>(endpoint: E, action: Action<E>): Route {
  return route(endpoint, async (context) => {
    const reply = await action(context)
    noteActivity(context.service, context.candidateId, context.now)
    return reply
  })
}
