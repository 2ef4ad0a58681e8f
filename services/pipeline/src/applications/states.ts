import { applicationState, MAX_STATE_CHANGES } from '@jobboard/contracts/applications/events'
import { stateSource, statesOf } from '@jobboard/service/resync/source'
import { countApplications, listApplicationsAfter } from './store.ts'
import { toApplicationState } from './wire.ts'

/** Every application with the history of its status, from which accounts computes metrics. */
export const applicationStates = stateSource({
  type: applicationState,
  count: countApplications,
  async read(sql, { after, limit, now }) {
    const page = { limit, maxChanges: MAX_STATE_CHANGES }
    return statesOf(await listApplicationsAfter(sql, Number(after), page), now, toApplicationState)
  },
})
