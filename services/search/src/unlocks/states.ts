import { unlockState } from '@jobboard/contracts/search/events'
import { stateSource } from '@jobboard/service/resync/source'
import { countUnlocks, listUnlocksAfter } from './store.ts'
import { toPublished } from './unlock.ts'

/** The newest paid window of each pair of employer and candidate. */
export const unlockStates = stateSource({
  type: unlockState,
  count: countUnlocks,
  async read(sql, { after, limit, now }) {
    const [afterEmployer = 0, afterCandidate = 0] = (after ?? '').split(':').map(Number)
    const unlocks = await listUnlocksAfter(sql, [afterEmployer, afterCandidate], limit)
    return unlocks.map((unlock) => ({
      ...toPublished(unlock, now),
      cursor: `${unlock.employerId}:${unlock.candidateId}`,
    }))
  },
})
