import { profileState } from '@jobboard/contracts/events/candidate'
import { stateSource } from '@jobboard/service/resync/source'
import { countCandidates, listCandidatesAfter } from '../store/candidate.ts'
import { toProfileChanged } from '../wire/profile.ts'

/** Every profile as it is now; of a candidate who is not searchable, search stores only the version (P-20). */
export const profileStates = stateSource({
  type: profileState,
  count: countCandidates,
  async read(sql, { after, limit, now }) {
    const candidates = await listCandidatesAfter(sql, Number(after), limit)
    return candidates.map((candidate) => ({
      aggregateId: candidate.id,
      aggregateVersion: candidate.version,
      occurredAt: now,
      data: toProfileChanged(candidate),
      cursor: String(candidate.id),
    }))
  },
})
