import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, pathId, wireTimestamp } from '../text.ts'
import { applicationRecord, applicationStatus } from './application.ts'

/** Withdraws an application of the candidate, with the candidate's key that asked for it. A repetition has no
 * further effect. 404 unless pipeline has the application. */
export const withdrawApplication = endpoint(
  'POST /internal/v1/candidates/{candidateId}/applications/{id}/withdraw',
  {
    service: 'pipeline',
    name: 'withdraw-application',
    params: z.object({ candidateId: pathId(), id: pathId() }),
    body: z.object({ keyId: id() }),
    response: z.object({
      applicationId: id(),
      status: applicationStatus,
      changedAt: wireTimestamp(),
      withdrawnAt: wireTimestamp().nullable(),
      version: z.int(),
    }),
  },
)

// What other services hold about a candidate, for the candidate's own reads.
const params = z.object({ candidateId: pathId() })

/** Applications in one call: their profiles and answers are up to 2 MB each. */
export const MAX_RECORDS_PER_CALL = 50

/** In no particular order; an application of another candidate, or one that has not arrived, is left out. */
export const listApplicationRecords = endpoint(
  'POST /internal/v1/candidates/{candidateId}/application-records',
  {
    service: 'pipeline',
    name: 'list-application-records',
    params,
    body: z.object({ applicationIds: z.array(id()).max(MAX_RECORDS_PER_CALL) }),
    response: z.array(applicationRecord),
  },
)
