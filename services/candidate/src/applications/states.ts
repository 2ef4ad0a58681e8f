import { submittedApplicationState } from '@jobboard/contracts/applications/events'
import { stateSource, statesOf } from '@jobboard/service/resync/source'
import { listJobReferences } from '../jobs/store.ts'
import { listCandidates } from '../profiles/store.ts'
import { toApplicationState } from './application.ts'
import { countApplications, listApplicationsAfter } from './store.ts'

/** Every application with its candidate's profile of now: a pipeline that lost one restores it from this. */
export const applicationStates = stateSource({
  type: submittedApplicationState,
  count: countApplications,
  async read(sql, { after, limit, now }) {
    const applications = await listApplicationsAfter(sql, Number(after), limit)
    const candidates = await listCandidates(
      sql,
      applications.map(({ candidateId }) => candidateId),
    )
    const references = await listJobReferences(
      sql,
      applications.map(({ jobId }) => jobId),
    )
    return statesOf(applications, now, (application) =>
      toApplicationState(
        application,
        candidates.get(application.candidateId),
        references.get(application.jobId) ?? null,
      ),
    )
  },
})
