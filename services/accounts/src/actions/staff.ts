import type * as endpoints from '@jobboard/contracts/operators/staff'
import { recordAudit } from '@jobboard/service/audit/record-audit'
import type { Action } from '@jobboard/service/http/route'
import { checkNewStaff, patchStaff } from '../domain/staff.ts'
import { findStaffByEmail, getStaff, insertStaff, lockStaff, removeStaff, saveStaff } from '../store/staff.ts'
import { toAuditedStaff, toStaff } from '../wire/staff.ts'

/** Admin API: creates a member of the staff. Throws already_exists, limit_reached. */
export const createStaff: Action<typeof endpoints.createStaff> = (context) =>
  context.commit(async (sql) => {
    const { body, now } = context
    const count = await lockStaff(sql)
    checkNewStaff(await findStaffByEmail(sql, body.email), count)
    const member = await insertStaff(sql, body, now)
    await recordAudit(sql, context, {
      action: 'create-staff',
      entity: { type: 'staff', id: member.id },
      before: null,
      after: toAuditedStaff(member),
    })
    return { body: toStaff(member) }
  })

/** Admin API: a patch that changes no field writes no audit row. Throws not_found. */
export const updateStaff: Action<typeof endpoints.updateStaff> = (context) =>
  context.commit(async (sql) => {
    await lockStaff(sql)
    const before = await getStaff(sql, context.params.staffId)
    const member = patchStaff(before, context.body)
    if (member !== before) {
      await saveStaff(sql, member)
      await recordAudit(sql, context, {
        action: 'update-staff',
        entity: { type: 'staff', id: member.id },
        before: toAuditedStaff(before),
        after: toAuditedStaff(member),
      })
    }
    return { body: toStaff(member) }
  })

/** Admin API: removes a member, the last operator too. Throws not_found. */
export const deleteStaff: Action<typeof endpoints.deleteStaff> = (context) =>
  context.commit(async (sql) => {
    await lockStaff(sql)
    const member = await getStaff(sql, context.params.staffId)
    await removeStaff(sql, member, context.now)
    await recordAudit(sql, context, {
      action: 'delete-staff',
      entity: { type: 'staff', id: member.id },
      before: toAuditedStaff(member),
      after: null,
    })
    return {}
  })
