import { getAiAssessment } from '@jobboard/contracts/applications/endpoints'
import { withEtag } from '@jobboard/service/http/etag'
import { type Route, route } from '@jobboard/service/http/route'
import { getAssessment } from '../store/assessment.ts'
import { toAssessment } from '../wire/assessment.ts'

/** The stored assessment; 404 until it is computed (Spec §4.2, D-31). */
export const assessmentRoutes: Route[] = [
  route(getAiAssessment, async ({ sql, employerId, params, headers }) =>
    withEtag(headers, toAssessment(await getAssessment(sql, employerId, params.id))),
  ),
]
