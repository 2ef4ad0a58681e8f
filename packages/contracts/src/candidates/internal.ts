import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { sandboxId } from '../sandbox/sandbox.ts'
import { id, pathId, timestamp } from '../text.ts'

/** Candidates in one `record-activity`. */
export const MAX_ACTIVITY_PER_CALL = 500

/** Records calls of candidates that another service has served (D-42). A repetition has no further effect. */
export const recordActivity = endpoint('POST /internal/v1/candidates/activity', {
  service: 'candidate',
  name: 'record-activity',
  body: z.object({
    activity: z.array(z.object({ candidateId: id(), at: timestamp() })).max(MAX_ACTIVITY_PER_CALL),
  }),
  status: 204,
})

/** 200 when the candidate exists, otherwise 404. */
export const getCandidateFacts = endpoint('GET /internal/v1/candidates/{candidateId}', {
  service: 'candidate',
  name: 'get-candidate-facts',
  params: z.object({ candidateId: pathId() }),
  response: z.object({ id: id(), sandboxId }),
})
