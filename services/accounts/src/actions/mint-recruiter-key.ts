import type { mintRecruiterKey as endpoint } from '@jobboard/contracts/endpoints/api-keys'
import { ApiError } from '@jobboard/contracts/error'
import type { Sql } from '@jobboard/db/sql'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import { hashOf, mintKey } from '@jobboard/service/auth/api-key'
import type { Action } from '@jobboard/service/http/route'
import { dependsOnCredits, initialStatus } from '../domain/approval.ts'
import { checkExpiry, type NewKey, type RecruiterKey } from '../domain/key.ts'
import { readAllBalances } from '../peers/credits.ts'
import { findUser, getEmployer } from '../store/employer.ts'
import { insertKey } from '../store/key.ts'
import { toRecruiterKey } from '../wire/key.ts'

/** Admin API, D-11, D-15. Throws not_found, invalid_request (expiresAt, userId), and unavailable when the
 * status depends on credits that cannot be read. */
export const mintRecruiterKey: Action<typeof endpoint> = async (context) => {
  const { service, sql, params, body, requestId, now } = context
  const { employerId } = params
  const employer = await getEmployer(sql, employerId)
  const expiresAt = body.expiresAt ?? null
  checkExpiry(expiresAt, now)
  const userId = await checkUser(sql, employerId, body.userId ?? null)
  const needsBalances = dependsOnCredits(employer, body.scopes)
  const balances = needsBalances ? await readAllBalances(service.call, employerId, requestId) : {}

  const { name, scopes } = body
  const status = initialStatus(employer, scopes, balances)
  const apiKey = mintKey('recruiter')
  return context.commit(async (tx) => {
    const newKey: NewKey<RecruiterKey> = {
      kind: 'recruiter',
      employerId,
      userId,
      name,
      scopes,
      status,
      expiresAt,
      createdAt: now,
    }
    const key = toRecruiterKey(await insertKey(tx, newKey, hashOf(apiKey)), now)
    await recordAudit(tx, context, {
      action: 'mint-recruiter-key',
      entity: { type: 'api-key', id: key.id },
      before: null,
      after: { ...key, employerId },
    })
    return { body: { ...key, apiKey } }
  })
}

async function checkUser(sql: Sql, employerId: number, userId: number | null): Promise<number | null> {
  if (userId === null || (await findUser(sql, employerId, userId))) return userId
  throw new ApiError('invalid_request', 'userId: must be a user of this employer; create the user first.')
}
