import type { Db } from '@jobboard/db/db'
import type { StoredAssessment } from '../domain/assessment/assessor.ts'
import { numberChange } from '../store/application.ts'
import { insertAssessment } from '../store/assessment.ts'
import {
  type AssessmentTask,
  countCall,
  deleteTask,
  leaseTask,
  lockDueTask,
} from '../store/assessment-task.ts'

/** A leased task. `mayCall`: its only call is counted and marked; otherwise the rubric assesses it, for this reason. */
export type LeasedTask = AssessmentTask & { mayCall: boolean; reason: 'interrupted' | 'daily_cap' }

/** Leases the next task. One that is marked and whose lease is past is not called again: its call may have been
 * billed. */
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

/** Stores the assessment of a task, unless the task is gone, and lists the application as changed: its score is
 * new. */
export function storeAssessment(
  db: Db,
  { applicationId, employerId }: Pick<AssessmentTask, 'applicationId' | 'employerId'>,
  assessment: StoredAssessment,
): Promise<void> {
  return db.tx(async (sql) => {
    if (!(await deleteTask(sql, applicationId))) return
    if (!(await insertAssessment(sql, applicationId, assessment))) return
    await numberChange(sql, employerId, applicationId)
  })
}
