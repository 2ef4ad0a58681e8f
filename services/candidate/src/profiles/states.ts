import { profileState } from '@jobboard/contracts/candidates/events'
import { stateSource, statesOf } from '@jobboard/service/resync/source'
import { toProfileChanged } from './candidate.ts'
import { countCandidates, listCandidatesAfter } from './store.ts'

/** Every profile as it is now; of a candidate who is not searchable, search stores only the version. */
export const profileStates = stateSource({
  type: profileState,
  count: countCandidates,
  async read(sql, { after, limit, now }) {
    return statesOf(await listCandidatesAfter(sql, Number(after), limit), now, toProfileChanged)
  },
})
