import type { ScreeningQuestion } from '@jobboard/contracts/job'
import type { Tx } from '@jobboard/db/sql'
import type { WantedQuestion } from '../domain/screening-question.ts'

/** Replaces the questions of a locked job; those with an id keep it. Returns them in order. */
export async function saveQuestions(
  sql: Tx,
  jobId: number,
  wanted: WantedQuestion[],
): Promise<ScreeningQuestion[]> {
  const kept = wanted.flatMap(({ id }) => (id === undefined ? [] : [id]))
  await sql`delete from screening_question where job_id = ${jobId} and id <> all(${kept}::int[])`
  const saved: ScreeningQuestion[] = []
  for (const [position, question] of wanted.entries()) {
    const { id = await insertQuestion(sql, jobId, position, question), ...rest } = question
    saved.push({ id, ...rest })
    if (question.id === undefined) continue
    await sql`
      update screening_question set position = ${position}, required = ${question.required}
      where id = ${question.id} and job_id = ${jobId}`
  }
  return saved
}

async function insertQuestion(
  sql: Tx,
  jobId: number,
  position: number,
  { text, type, required, options }: WantedQuestion,
): Promise<number> {
  const [row] = await sql<{ id: number }>`
    insert into screening_question (job_id, position, text, type, required, options)
    values (${jobId}, ${position}, ${text}, ${type}, ${required}, ${options}) returning id`
  return row!.id
}
