import type { Tx } from '@jobboard/db/sql'
import { deleteBudgets } from '@jobboard/events/publisher/byte-budget'
import { deleteResponses } from '@jobboard/service/http/idempotency'

const BATCH = 50

/** Deletes what this service has of a retired sandbox, 50 candidates at a time, erased ones included. */
export async function purgeSandbox(sql: Tx, sandboxId: number): Promise<{ isDone: boolean }> {
  const candidates = await sql<{ id: number }>`
    select id from candidate where sandbox_id = ${sandboxId} order by id limit ${BATCH} for update`
  const erased = await sql<{ id: number; candidateId: number }>`
    select id, candidate_id from erasure where sandbox_id = ${sandboxId} order by id limit ${BATCH} for update`
  const erasures = erased.map(({ id }) => id)
  const ids = [...candidates.map(({ id }) => id), ...erased.map(({ candidateId }) => candidateId)]
  await sql`delete from application where candidate_id = any(${ids}::integer[])`
  await sql`delete from daily_apply where candidate_id = any(${ids}::integer[])`
  await sql`delete from candidate where id = any(${ids}::integer[])`
  await sql`delete from erasure_confirmation where erasure_id = any(${erasures}::integer[])`
  await sql`delete from erasure where id = any(${erasures}::integer[])`
  await sql`delete from erased_candidate where candidate_id = any(${ids}::integer[])`
  for (const id of ids) {
    await deleteBudgets(sql, { kind: 'candidate', id })
    await deleteResponses(sql, `candidate:${id}`)
  }
  if (candidates.length === BATCH || erased.length === BATCH) return { isDone: false }
  await sql`delete from job_copy where sandbox_id = ${sandboxId}`
  await sql`delete from employer_copy where employer_id = ${sandboxId}`
  return { isDone: true }
}
