import type { listApplicationRecords } from '@jobboard/contracts/applications/internal'
import type { exportOwnData, listProfileViews } from '@jobboard/contracts/candidates/me'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { type Application, toOwnApplication } from '../applications/application.ts'

type Export = ResponseBody<typeof exportOwnData>
type ApplicationRecord = ResponseBody<typeof listApplicationRecords>[number]

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

type ProfileView = ResponseBody<typeof listProfileViews>['items'][number]

/** Unlocks with the names of their employers. */
export function toProfileViews(
  unlocks: Omit<ProfileView, 'employerName'>[],
  names: Map<number, string>,
): ProfileView[] {
  return unlocks.map(({ employerId, unlockedAt }) => ({
    employerId,
    employerName: names.get(employerId)!,
    unlockedAt,
  }))
}
