import type { Sql } from '@jobboard/db/sql'
import type { ApplicationRecord } from '../domain/application-record.ts'

/** The records of those of the applications that the candidate submitted; the changes of status oldest first, without
 * the notes of recruiters, also where a note is all there was (D-26). */
export function listApplicationRecords(
  sql: Sql,
  candidateId: number,
  ids: number[],
): Promise<ApplicationRecord[]> {
  return sql<ApplicationRecord>`
    select id as application_id, candidate as profile,
      (select coalesce(json_agg(json_build_object('previousStatus', previous_status, 'status', change.status,
          'changedAt', changed_at) order by change.id), '[]')
        from status_change change
        where change.application_id = application.id and change.status <> previous_status) as status_history,
      (select json_build_object('score', score, 'verdict', verdict, 'summary', summary, 'rubricScores', rubric_scores,
          'assessedAt', assessed_at, 'assessor', assessor)
        from assessment where assessment.application_id = application.id) as assessment
    from application where id = any(${ids}) and candidate_id = ${candidateId}`
}
