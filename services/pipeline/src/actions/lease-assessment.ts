import type { Db } from '@jobboard/db/db'
import { type AssessmentTask, countCall, leaseTask, lockDueTask } from '../store/assessment-task.ts'

/** A leased task. `mayCall`: its only call is counted and marked; otherwise the rubric assesses it, for this reason. */
export type LeasedTask = AssessmentTask & { mayCall: boolean; reason: 'interrupted' | 'daily_cap' }

/** Leases the next task. One that is marked and whose lease is past is not called again: its call may have been
 * billed (P-114). */
export function leaseAssessment(
  db: Db,
  { callsPerDay, leaseSeconds }: { callsPerDay: number; leaseSeconds: number },
): Promise<LeasedTask | undefined> {
  return db.tx(async (sql) => {
    const task = await lockDueTask(sql)
    if (!task) return undefined
    const mayCall = task.input !== null && !task.isCalled && (await countCall(sql, callsPerDay))
    await leaseTask(sql, task.applicationId, { isCalling: mayCall, seconds: leaseSeconds })
    return { ...task, mayCall, reason: task.isCalled ? 'interrupted' : 'daily_cap' }
  })
}
