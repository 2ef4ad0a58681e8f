import type { listProfileViews } from '@jobboard/contracts/candidates/me'
import type { ResponseBody } from '@jobboard/contracts/endpoint'

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
