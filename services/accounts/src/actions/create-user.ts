import type { createUser as endpoint } from '@jobboard/contracts/endpoints/employers'
import type { Action } from '@jobboard/service/http/route'
import { toAudit } from '../domain/audit.ts'
import { toUser } from '../domain/employer.ts'
import { insertAudit } from '../store/audit.ts'
import { getEmployer, insertUser } from '../store/employer.ts'

/** Admin API: a new user of an employer. Throws not_found. */
export const createUser: Action<typeof endpoint> = (context) =>
  context.commit(async (sql) => {
    const { params, body, now } = context
    const { id: employerId } = await getEmployer(sql, params.employerId)
    const user = toUser(await insertUser(sql, employerId, body, now))
    // No name and no address: an audit row outlives its user.
    const { id, role, createdAt } = user
    const change = { before: null, after: { id, employerId, role, createdAt } }
    await insertAudit(sql, toAudit(context, 'create-user', `user ${user.id}`, change))
    return { body: user }
  })
