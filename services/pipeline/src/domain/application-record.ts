import type { ApplicationStatus } from '@jobboard/contracts/applications/application'
import type { Profile } from '@jobboard/contracts/candidates/profile'
import type { AssessmentResult } from './assessment/assessor.ts'

/** What is stored about an application and its candidate may see: no note, tag or scorecard, no author.
 * Timestamps as Postgres writes them inside JSON. */
export interface ApplicationRecord {
  applicationId: number
  profile: Profile
  statusHistory: { previousStatus: ApplicationStatus; status: ApplicationStatus; changedAt: string }[]
  assessment: (AssessmentResult & { assessedAt: string }) | null
}
