import { employerState } from '@jobboard/contracts/employers/events'
import { stateSource, statesOf } from '@jobboard/service/resync/source'
import { toEmployerEvent } from './employer.ts'
import { countEmployers, listEmployersAfter } from './store.ts'

/** Every employer as it is now. */
export const employerStates = stateSource({
  type: employerState,
  count: countEmployers,
  async read(sql, { after, limit, now }) {
    return statesOf(await listEmployersAfter(sql, Number(after), limit), now, toEmployerEvent)
  },
})
