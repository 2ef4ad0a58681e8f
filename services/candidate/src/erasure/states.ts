import { erasedState } from '@jobboard/contracts/candidates/events'
import { stateSource } from '@jobboard/service/resync/source'
import { countErasures, listErasuresAfter } from './store.ts'

/** Every erased candidate, before profiles and applications: a service that was restored from a backup erases again
 *. Applications that pipeline lost come as states of their own. */
export const erasureStates = stateSource({
  type: erasedState,
  count: countErasures,
  async read(sql, { after, limit, now }) {
    const erasures = await listErasuresAfter(sql, Number(after), limit)
    return erasures.map(({ id, candidateId, requestedAt, applicationIds }) => ({
      aggregateId: candidateId,
      aggregateVersion: id,
      occurredAt: now,
      data: {
        erasureId: id,
        candidateId,
        erasedAt: requestedAt.toISOString(),
        applicationIds,
        recentApplications: [],
      },
      cursor: String(id),
    }))
  },
})
