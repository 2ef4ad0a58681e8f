import { getCandidateFacts } from '@jobboard/contracts/candidates/internal'
import type { Call } from '@jobboard/service/lifecycle/call'

/** Throws not_found unless the candidate exists, and unavailable while the candidate service cannot be
 * reached. */
export async function assertCandidate(call: Call, candidateId: number, requestId: string): Promise<void> {
  await call(getCandidateFacts, { params: { candidateId } }, { requestId })
}
