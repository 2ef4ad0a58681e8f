import type { mintCandidateKey as endpoint } from '@jobboard/contracts/endpoints/api-keys'
import { notFound } from '@jobboard/contracts/error'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import { hashOf, mintKey } from '@jobboard/service/auth/api-key'
import { isErased } from '@jobboard/service/erasure/tombstone'
import type { Action } from '@jobboard/service/http/route'
import { type CandidateKey, checkExpiry, type NewKey } from '../domain/key.ts'
import { assertCandidate } from '../peers/candidate.ts'
import { insertKey } from '../store/key.ts'
import { toCandidateKey } from '../wire/key.ts'

/** Admin API, D-11: the key is Active at once. Throws invalid_request (expiresAt), not_found, and unavailable
 * while the candidate service cannot be reached (P-44). */
export const mintCandidateKey: Action<typeof endpoint> = async (context) => {
  const { service, params, body, requestId, now } = context
  const { candidateId } = params
  const expiresAt = body.expiresAt ?? null
  checkExpiry(expiresAt, now)
  await assertCandidate(service.call, candidateId, requestId)
  const { name, scopes } = body
  const apiKey = mintKey('candidate')
  return context.commit(async (sql) => {
    if (await isErased(sql, candidateId)) throw notFound()
    const newKey: NewKey<CandidateKey> = {
      kind: 'candidate',
      candidateId,
      name,
      scopes,
      status: 'Active',
      expiresAt,
      createdAt: now,
    }
    const key = toCandidateKey(await insertKey(sql, newKey, hashOf(apiKey)), now)
    await recordAudit(sql, context, {
      action: 'mint-candidate-key',
      entity: { type: 'api-key', id: key.id },
      before: null,
      after: { ...key, candidateId },
    })
    return { body: { ...key, apiKey } }
  })
}
