import type { approveKey as endpoint } from '@jobboard/contracts/endpoints/api-keys'
import type { Action } from '@jobboard/service/http/route'
import { toAudit } from '../domain/audit.ts'
import { approve } from '../domain/key.ts'
import { insertAudit } from '../store/audit.ts'
import { lockRecruiterKey, saveKey } from '../store/key.ts'
import { toRecruiterKey } from '../wire/key.ts'

/** Admin API, D-15; an Active key stays as it is. Candidate keys never wait: 404. Throws not_found, invalid_state. */
export const approveKey: Action<typeof endpoint> = (context) =>
  context.commit(async (sql) => {
    const { params, now } = context
    const before = await lockRecruiterKey(sql, params.keyId)
    const key = approve(before, now)
    if (key.version !== before.version) {
      await saveKey(sql, key)
      const change = { before: toRecruiterKey(before, now), after: toRecruiterKey(key, now) }
      await insertAudit(sql, toAudit(context, 'approve-key', `api-key ${key.id}`, change))
    }
    return { body: toRecruiterKey(key, now) }
  })
