import { z } from 'zod'
import { applicationStatus } from '../application.ts'
import { endpoint } from '../endpoint.ts'
import { id, pathId, wireTimestamp } from '../text.ts'

/** Withdraws an application of the candidate, with the candidate's key that asked for it. A repetition has no
 * further effect. 404 unless pipeline has the application. */
export const withdrawApplication = endpoint({
  plane: 'internal',
  service: 'pipeline',
  name: 'withdraw-application',
  method: 'POST',
  path: '/internal/v1/candidates/{candidateId}/applications/{id}/withdraw',
  summary: 'Withdraw an application',
  params: z.object({ candidateId: pathId(), id: pathId() }),
  body: z.object({ keyId: id() }),
  status: 200,
  response: z.object({
    applicationId: id(),
    status: applicationStatus,
    changedAt: wireTimestamp(),
    withdrawnAt: wireTimestamp().nullable(),
    version: z.int(),
  }),
})
