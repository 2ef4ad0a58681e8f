import type { mintCandidateKey as endpoint } from '@jobboard/contracts/endpoints/api-keys'
import { getCandidateFacts } from '@jobboard/contracts/internal/facts'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import { hashOf, mintKey } from '@jobboard/service/auth/api-key'
import type { Action } from '@jobboard/service/http/route'
import { type CandidateKey, checkExpiry, type NewKey } from '../domain/key.ts'
import { insertKey } from '../store/key.ts'
import { toCandidateKey } from '../wire/key.ts'

/** Admin API, D-11: Active at once. Throws invalid_request (expiresAt), not_found, and unavailable when the candidate
 * service cannot say whether there is such a candidate. */
export const mintCandidateKey: Action<typeof endpoint> = async (context) => {
  const { service, params, body, requestId, now } = context
  const { candidateId } = params
  const expiresAt = body.expiresAt ?? null
  checkExpiry(expiresAt, now)
  await service.call(getCandidateFacts, { params: { candidateId } }, { requestId })
  const { name, scopes } = body
  const apiKey = mintKey('candidate')
  return context.commit(async (sql) => {
    const wanted: NewKey<CandidateKey> = {
      kind: 'candidate',
      candidateId,
      name,
      scopes,
      status: 'Active',
      expiresAt,
      createdAt: now,
    }
    const key = toCandidateKey(await insertKey(sql, wanted, hashOf(apiKey)), now)
    await recordAudit(sql, context, {
      action: 'mint-candidate-key',
      entity: { type: 'api-key', id: key.id },
      before: null,
      after: { ...key, candidateId },
    })
    return { body: { ...key, apiKey } }
  })
}
