import * as endpointsApplicationsOwn from '@jobboard/contracts/applications/own'
import * as endpoints from '@jobboard/contracts/candidates/me'
import { withEtag } from '@jobboard/service/http/etag'
import { updateProfile } from '../actions/update-profile.ts'
import { withdrawOwnApplication } from '../actions/withdraw-own-application.ts'
import { assertVisible } from '../domain/job.ts'
import { fetchJob } from '../peers/job.ts'
import { getApplication, listApplications } from '../store/application.ts'
import { getCandidate } from '../store/candidate.ts'
import { toOwnApplication } from '../wire/application.ts'
import { toProfile } from '../wire/profile.ts'
import { type OwnRoute, own } from './own.ts'

/** The own profile and applications of the calling candidate (Spec §4.3). */
export const meRoutes: OwnRoute[] = [
  own(endpoints.getProfile, async ({ sql, candidateId, headers }) =>
    withEtag(headers, toProfile(await getCandidate(sql, candidateId))),
  ),
  own(endpoints.updateProfile, updateProfile),
  own(endpointsApplicationsOwn.listOwnApplications, async ({ sql, candidateId, query }) => {
    const page = await listApplications(sql, candidateId, query)
    return { body: { ...page, items: page.items.map(toOwnApplication) } }
  }),
  own(endpointsApplicationsOwn.getOwnApplication, async ({ sql, candidateId, params, headers }) =>
    withEtag(headers, toOwnApplication(await getApplication(sql, candidateId, params.id))),
  ),
  own(endpointsApplicationsOwn.withdrawOwnApplication, withdrawOwnApplication),
  own(endpointsApplicationsOwn.listScreeningQuestions, async ({ service, params, requestId }) => {
    const job = await fetchJob(service, params.jobId, requestId)
    assertVisible(job)
    return { body: job.screeningQuestions }
  }),
]
