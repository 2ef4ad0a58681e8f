import { applicationState, MAX_STATE_CHANGES } from '@jobboard/contracts/events/pipeline'
import { stateSource } from '@jobboard/service/resync/source'
import { countApplications, listApplicationsAfter } from '../store/application.ts'
import { toApplicationState } from '../wire/application.ts'

/** Every application with the history of its status, from which accounts computes metrics. */
export const applicationStates = stateSource({
  type: applicationState,
  count: countApplications,
  async read(sql, { after, limit, now }) {
    const page = { limit, maxChanges: MAX_STATE_CHANGES }
    const applications = await listApplicationsAfter(sql, Number(after), page)
    return applications.map((application) => ({
      aggregateId: application.id,
      aggregateVersion: application.version,
      occurredAt: now,
      data: toApplicationState(application),
      cursor: String(application.id),
    }))
  },
})
