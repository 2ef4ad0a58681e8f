import type { listApplicationRecords } from '@jobboard/contracts/applications/internal'
import type { exportOwnData } from '@jobboard/contracts/candidates/me'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { Application } from '../domain/application.ts'
import type { Candidate } from '../domain/candidate.ts'
import { toOwnApplication } from './application.ts'
import { toProfile } from './profile.ts'

type Export = ResponseBody<typeof exportOwnData>
type ApplicationRecord = ResponseBody<typeof listApplicationRecords>[number]

/** Everything of an export but the applications. */
export function toExportHead(
  candidate: Candidate,
  parts: Pick<Export, 'apiKeys' | 'profileViews' | 'dailyApplies'>,
  now: Date,
): Omit<Export, 'applications'> {
  const { isSearchable, consentExpiresAt, lastActiveAt } = candidate
  return {
    exportedAt: now.toISOString(),
    profile: {
      ...toProfile(candidate),
      isSearchable,
      consentExpiresAt: consentExpiresAt?.toISOString() ?? null,
      lastActiveAt: lastActiveAt.toISOString(),
    },
    ...parts,
  }
}

/** An application with what pipeline holds about it; without a record pipeline has not received it yet. */
export function toExportedApplication(
  application: Application,
  record: ApplicationRecord | undefined,
): Export['applications'][number] {
  const { employerId, applicationType, isAiAssisted, screeningAnswers } = application
  return {
    ...toOwnApplication(application),
    employerId,
    applicationType,
    isAiAssisted,
    screeningAnswers,
    profile: record?.profile ?? null,
    statusHistory: record?.statusHistory ?? [],
    assessment: record?.assessment ?? null,
  }
}
