import { listProfileViews } from '@jobboard/contracts/candidates/me'
import { fetchEmployerNames } from '@jobboard/service/employer-names/employer-names'
import { fetchUnlocks } from '../peers/personal-data.ts'
import { toProfileViews } from '../wire/profile-view.ts'
import { type OwnRoute, own } from './own.ts'

/** Which employers unlocked the profile: search owns the unlocks. */
export const profileViewRoutes: OwnRoute[] = [
  own(listProfileViews, async ({ service, candidateId, query, requestId }) => {
    const page = await fetchUnlocks(service, candidateId, query, requestId)
    const employerIds = page.items.map(({ employerId }) => employerId)
    const names = await fetchEmployerNames(service, employerIds, requestId)
    return { body: { ...page, items: toProfileViews(page.items, names) } }
  }),
]
