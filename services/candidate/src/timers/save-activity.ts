import type { Timer } from '@jobboard/service/lifecycle/define'
import { saveCandidateActivity } from '../actions/save-candidate-activity.ts'
import { pendingActivity } from '../store/activity.ts'

/** Stores recent activity once a second, one write per candidate however many calls it made (D-42). A crash loses at
 * most the last second. */
export const saveActivity: Timer = {
  name: 'save-activity',
  everyMs: 1_000,
  async run({ db }) {
    const pending = pendingActivity(db)
    for (const candidateId of [...pending.keys()]) {
      const at = pending.get(candidateId)!
      pending.delete(candidateId)
      try {
        await saveCandidateActivity(db, candidateId, at)
      } catch (error) {
        // Back to the end of the queue, so that one failing candidate does not hold up the others.
        if (!pending.has(candidateId)) pending.set(candidateId, at)
        throw error
      }
    }
  },
}
