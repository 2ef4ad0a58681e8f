import { LARGE_BODY_BYTES } from '@jobboard/contracts/limits'
import { type ByteOwner, chargeBytes, checkBytesLeft } from '@jobboard/events/publisher/byte-budget'
import type { Caller } from '../auth/caller.ts'
import type { Deps } from '../lifecycle/deps.ts'

type From = Pick<Deps, 'db' | 'clock'>

/** Refuses a large body before it is parsed when the owner's budget of the day has no room for it. Throws
 * rate_limited. */
export async function checkLargeBody(
  { db, clock }: From,
  caller: Caller,
  body: Buffer | undefined,
): Promise<void> {
  const owner = payerOf(caller, body)
  if (owner) await checkBytesLeft(db.sql, owner, body!.length, clock.now())
}

/** Counts a large body that was refused. Never throws: the refusal is the response. */
export async function countRefusedBody(
  { db, clock }: From,
  caller: Caller,
  body: Buffer | undefined,
): Promise<void> {
  const owner = payerOf(caller, body)
  if (owner) await chargeBytes(db.sql, owner, body!.length, clock.now()).catch(() => {})
}

function payerOf(caller: Caller, body: Buffer | undefined): ByteOwner | undefined {
  if (!body || body.length <= LARGE_BODY_BYTES) return undefined
  if (caller.kind === 'recruiter') return { kind: 'employer', id: caller.employerId }
  if (caller.kind === 'candidate') return { kind: 'candidate', id: caller.candidateId }
  return undefined
}
