import type { createUser as endpoint } from '@jobboard/contracts/endpoints/employers'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import { getEmployer, insertUser } from '../store/employer.ts'
import { toUser } from '../wire/employer.ts'

/** Admin API: creates a user of an employer. Throws not_found. */
export const createUser: Action<typeof endpoint> = (context) =>
  context.commit(async (sql) => {
    const { params, body, now } = context
    const { id: employerId } = await getEmployer(sql, params.employerId)
    const user = toUser(await insertUser(sql, employerId, body, now))
    // Without name and e-mail address: audit rows outlive an erasure (P-35).
    const { id, role, createdAt } = user
    await recordAudit(sql, context, {
      action: 'create-user',
      entity: { type: 'user', id: user.id },
      before: null,
      after: { id, employerId, role, createdAt },
    })
    return { body: user }
  })
