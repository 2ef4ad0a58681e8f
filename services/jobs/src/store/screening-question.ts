import type { ScreeningQuestion } from '@jobboard/contracts/jobs/job'
import type { Tx } from '@jobboard/db/sql'
import type { WantedQuestion } from '../domain/screening-question.ts'

/** Assigns an id to each question that has none. */
export async function withIds(sql: Tx, wanted: WantedQuestion[]): Promise<ScreeningQuestion[]> {
  const missing = wanted.filter(({ id }) => id === undefined).length
  const fresh = await sql<{ id: number }>`
    select nextval('screening_question_id')::int as id from generate_series(1, ${missing})`
  return wanted.map(({ id = fresh.shift()!.id, ...question }) => ({ id, ...question }))
}
