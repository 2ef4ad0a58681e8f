import { profileState } from '@jobboard/contracts/candidates/events'
import { sandboxProfileState } from '@jobboard/contracts/sandbox/events'
import { stateSource, statesOf } from '@jobboard/service/resync/source'
import { toProfileChanged, toSandboxProfile } from './candidate.ts'
import { countCandidates, listCandidatesAfter } from './store.ts'

/** Every live profile as it is now; of a candidate who is not searchable, search stores only the version. */
export const profileStates = stateSource({
  type: profileState,
  count: (sql) => countCandidates(sql, 'live'),
  async read(sql, { after, limit, now }) {
    return statesOf(await listCandidatesAfter(sql, 'live', Number(after), limit), now, toProfileChanged)
  },
})

/** The same of every candidate of a sandbox. */
export const sandboxProfileStates = stateSource({
  type: sandboxProfileState,
  count: (sql) => countCandidates(sql, 'sandbox'),
  async read(sql, { after, limit, now }) {
    const candidates = await listCandidatesAfter(sql, 'sandbox', Number(after), limit)
    return statesOf(candidates, now, toSandboxProfile)
  },
})
