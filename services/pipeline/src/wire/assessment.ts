import type { getAiAssessment } from '@jobboard/contracts/applications/endpoints'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { StoredAssessment } from '../domain/assessment/assessor.ts'

/** An assessment as recruiters see it (D-31). */
export function toAssessment({
  assessedAt,
  ...assessment
}: StoredAssessment): ResponseBody<typeof getAiAssessment> {
  return { ...assessment, assessedAt: assessedAt.toISOString() }
}
