import { activityRecorded } from '@jobboard/contracts/candidates/events'
import { type Consumer, consumer } from '@jobboard/events/consumer/consumer'
import { isErased } from '@jobboard/service/erasure/tombstone'
import { saveLastActive } from '../store/candidate.ts'

/** Moves the last activity of a candidate (D-42), in whatever order it arrives with the profile. */
export const candidateActivityConsumer: Consumer = consumer({
  name: 'candidate_activity',
  filter: 'evt.candidate.activity.>',
  events: [activityRecorded],
  async handle(sql, { data: { candidateId, lastActiveAt } }) {
    if (!(await isErased(sql, candidateId))) await saveLastActive(sql, candidateId, lastActiveAt)
  },
})
