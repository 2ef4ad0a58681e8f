import { getAiAssessment } from '@jobboard/contracts/endpoints/pipeline'
import { withEtag } from '@jobboard/service/http/etag'
import { type Route, route } from '@jobboard/service/http/route'
import { getAssessment } from '../store/assessment.ts'

/** The stored assessment; 404 until it is computed (Spec §4.2, D-31). */
export const assessmentRoutes: Route[] = [
  route(getAiAssessment, async ({ sql, employerId, params, headers }) => {
    const { assessedAt, ...assessment } = await getAssessment(sql, employerId, params.id)
    return withEtag(headers, { ...assessment, assessedAt: assessedAt.toISOString() })
  }),
]
