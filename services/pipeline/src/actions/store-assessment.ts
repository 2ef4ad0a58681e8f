import type { Db } from '@jobboard/db/db'
import { numberChange } from '../store/application.ts'
import { insertAssessment, type StoredAssessment } from '../store/assessment.ts'
import type { AssessmentTask } from '../store/assessment-task.ts'
import { deleteTask } from '../store/assessment-task.ts'

/** Stores the assessment of a task, unless the task is gone, and lists the application as changed (P-104): its score is
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
