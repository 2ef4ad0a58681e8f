import { getCandidateFacts } from '@jobboard/contracts/candidates/internal'
import { addCredits } from '@jobboard/contracts/credits/internal'
import { creditKinds } from '@jobboard/contracts/limits'
import { countSandboxCandidates, countSandboxJobs, seedSandbox } from '@jobboard/contracts/sandbox/internal'
import { SANDBOX_CREDITS } from '@jobboard/contracts/sandbox/sandbox'
import type { Call } from '@jobboard/service/lifecycle/call'
import { ownerOf } from '../credits/entries.ts'

/** The sandbox of a candidate; null for a live one. Throws not_found unless the candidate exists, and unavailable while the
 * candidate service cannot be reached. */
export async function findSandboxOfCandidate(
  call: Call,
  candidateId: number,
  requestId: string,
): Promise<number | null> {
  return (await call(getCandidateFacts, { params: { candidateId } }, { requestId })).sandboxId ?? null
}

const FILL_TIMEOUT_MS = 10_000

/** Gives a sandbox its candidates and its credits; once more changes nothing. Returns how many candidates it has. Throws
 * unavailable. */
export async function fillSandbox(call: Call, sandboxId: number, requestId: string): Promise<number> {
  const options = { requestId, isSafe: true, timeoutMs: FILL_TIMEOUT_MS }
  const credits = creditKinds.map((kind) => {
    const operationId = `sandbox-${sandboxId}-${kind}`
    const grant = { operationId, employerId: sandboxId, kind, amount: SANDBOX_CREDITS }
    const body = { ...grant, cause: 'grant: sandbox', actor: 'accounts' }
    return call(addCredits(ownerOf(kind)), { body }, options)
  })
  const seeded = call(seedSandbox, { params: { sandboxId }, body: {} }, options)
  await Promise.all([seeded, ...credits])
  return (await seeded).candidates
}

/** Whether the other services have deleted a sandbox. Throws unavailable. */
export async function isRetiredElsewhere(call: Call, sandboxId: number, requestId: string): Promise<boolean> {
  const { isRetired } = await call(countSandboxCandidates, { params: { sandboxId } }, { requestId })
  return isRetired === true
}

/** How much a sandbox holds. Throws unavailable. */
export async function countHeld(call: Call, sandboxId: number, requestId: string) {
  const input = { params: { sandboxId } }
  const [ofCandidate, ofJobs] = await Promise.all([
    call(countSandboxCandidates, input, { requestId }),
    call(countSandboxJobs, input, { requestId }),
  ])
  return { candidates: ofCandidate.candidates, jobs: ofJobs.jobs, applications: ofCandidate.applications }
}
