import { getCandidateFacts } from '@jobboard/contracts/candidates/internal'
import type { Call } from '@jobboard/service/lifecycle/call'

/** The sandbox of a candidate; null for a live one. Throws not_found unless the candidate exists, and unavailable while the
 * candidate service cannot be reached. */
export async function findSandboxOfCandidate(
  call: Call,
  candidateId: number,
  requestId: string,
): Promise<number | null> {
  return (await call(getCandidateFacts, { params: { candidateId } }, { requestId })).sandboxId ?? null
}
