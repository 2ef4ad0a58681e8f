import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { listProfileViews } from '@jobboard/contracts/endpoints/profile-views'

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
