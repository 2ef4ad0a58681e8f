import { ApiError, notFound } from '@jobboard/contracts/error'
import { setKeyUser as endpoint } from '@jobboard/contracts/keys/admin'
import type { Tx } from '@jobboard/db/sql'
import { type AuditContext, recordAudit } from '@jobboard/service/audit/record-audit'
import { route } from '@jobboard/service/http/route'
import { holdUsers } from '../employers/store.ts'
import { findUser } from '../users/store.ts'
import { type RecruiterKey, setUser, toRecruiterKey } from './key.ts'
import { getKey, lockRecruiterKey, saveKey } from './store.ts'

/** Admin API, D-67: moves a recruiter key to another user. To the one that it has, nothing changes. Throws not_found,
 * invalid_request for a user that is not there, and invalid_state for a key that has ended. */
export const setKeyUser = route(endpoint, (context) =>
  context.commit(async (sql) => {
    const { params, body, now } = context
    const found = await getKey(sql, params.keyId)
    if (found.kind !== 'recruiter') throw notFound()
    await holdUsers(sql, found.employerId)
    const before = await lockRecruiterKey(sql, params.keyId)
    if (!(await findUser(sql, before.employerId, body.userId))) {
      const reason = 'must be a user of this employer; create the user first'
      throw new ApiError('invalid_request', `userId: ${reason}.`, {
        fields: [{ pointer: '/userId', reason }],
      })
    }
    return { body: toRecruiterKey(await saveKeyUser(sql, context, before, body.userId), now) }
  }),
)

/** Also for the keys of a user that is removed. */
export async function saveKeyUser(
  sql: Tx,
  context: AuditContext,
  before: RecruiterKey,
  userId: number | null,
): Promise<RecruiterKey> {
  const key = setUser(before, userId, context.now)
  if (key === before) return key
  await saveKey(sql, key)
  await recordAudit(sql, context, {
    action: 'set-key-user',
    entity: { type: 'api-key', id: key.id },
    before: toRecruiterKey(before, context.now),
    after: toRecruiterKey(key, context.now),
    employerId: key.employerId,
  })
  return key
}
