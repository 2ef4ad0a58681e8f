import { unlockState } from '@jobboard/contracts/search/events'
import { stateSource } from '@jobboard/service/resync/source'
import { countUnlocks, listUnlocksAfter } from '../store/unlock.ts'

/** The newest paid window of each pair of employer and candidate. */
export const unlockStates = stateSource({
  type: unlockState,
  count: countUnlocks,
  async read(sql, { after, limit, now }) {
    const [afterEmployer = 0, afterCandidate = 0] = (after ?? '').split(':').map(Number)
    const unlocks = await listUnlocksAfter(sql, [afterEmployer, afterCandidate], limit)
    return unlocks.map(({ employerId, candidateId, unlockedAt, unlockedUntil }) => ({
      aggregateId: `${employerId}:${candidateId}:${unlockedAt.toISOString()}`,
      aggregateVersion: 1,
      occurredAt: now,
      data: {
        employerId,
        candidateId,
        unlockedAt: unlockedAt.toISOString(),
        unlockedUntil: unlockedUntil.toISOString(),
        version: 1,
      },
      cursor: `${employerId}:${candidateId}`,
    }))
  },
})
