import { sandboxRetired } from '@jobboard/contracts/sandbox/events'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { startSandboxes } from './support/sandboxes.ts'

const system = await startSandboxes()

const confirmed = { jobId: 0, confirm: true }

/** Applications, a day's count and an erasure of a sandbox, or of live candidates for 0. */
async function fill(sandboxId: number): Promise<void> {
  const isLive = sandboxId === 0
  const jobId = isLive ? await system.newJob(1) : await system.newJobIn(sandboxId)
  const ids = isLive
    ? [await system.newCandidate(), await system.newCandidate()]
    : await system.candidatesOf(sandboxId)
  const as = (id: number) => (isLive ? system.asCandidate(id) : system.asCandidateOf(sandboxId, id))
  for (const id of ids.slice(0, 2)) {
    const body = { ...confirmed, jobId }
    const key = { 'idempotency-key': `apply-${id}` }
    expect((await as(id).post('/api/v1/me/applications', body, key)).status).toBe(201)
  }
  const erased = await as(ids[1]!).send('DELETE', '/api/v1/me', { body: { confirm: true } })
  expect(erased.status).toBe(202)
  if (!isLive) {
    expect(
      (await system.asSandbox(sandboxId).post('/api/v1/sandbox/applications', { jobId, count: 45 })).status,
    ).toBe(201)
  }
  await system.waitForJobCopy(jobId)
}

async function rowsOf(sandboxId: number) {
  const { sql } = system.services.candidate.deps.db
  const world = sandboxId || null
  const [row] = await sql`
    with one as (
      select id from candidate where sandbox_id is not distinct from ${world}::int
      union all select candidate_id from erasure where sandbox_id is not distinct from ${world}::int
    )
    select (select count(*) from one) as candidates,
      (select count(*) from application where candidate_id in (table one)) as applications,
      (select count(*) from daily_apply where candidate_id in (table one)) as days,
      (select count(*) from erased_candidate where candidate_id in (table one)) as tombstones,
      (select count(*) from idempotency where owner in (select 'candidate:' || id from one)) as responses,
      (select count(*) from byte_budget where owner in (select 'candidate:' || id from one)) as budgets,
      (select count(*) from job_copy where sandbox_id is not distinct from ${world}::int) as jobs`
  return row
}

test('a retired sandbox: no row of it is left in candidate, and all of another and of live candidates stay (P-900)', async () => {
  const { A, B } = system
  for (const sandboxId of [A, B, 0]) await fill(sandboxId)
  const { db } = system.services.candidate.deps
  const [before, live] = [await rowsOf(B), await rowsOf(0)]
  expect(await rowsOf(A)).toEqual(before)
  for (const count of Object.values(before!)) expect(count).toBeGreaterThan(0)
  const orphans = () => db.sql`
    select id from application where candidate_id not in (select id from candidate union all select candidate_id from erasure)
    union all select erasure_id from erasure_confirmation where erasure_id not in (select id from erasure)`
  await system.services.accounts.deps.db.tx((sql) =>
    appendEvent(sql, sandboxRetired, {
      aggregateId: A,
      aggregateVersion: 1,
      occurredAt: new Date(),
      data: { sandboxId: A, retiredAt: new Date().toISOString() },
    }),
  )
  await eventually('the purge', async () => {
    return (
      (await db.sql`select 1 from retired_sandbox where sandbox_id = ${A} and purge_at > now()`).length === 1
    )
  })
  const countsOf = async (id: number) =>
    (await system.internal().get(`/internal/v1/sandboxes/${id}/counts`)).body
  expect([(await countsOf(A)).isRetired, (await countsOf(B)).isRetired]).toEqual([true, undefined])
  expect([...new Set(Object.values((await rowsOf(A))!))]).toEqual([0])
  expect(await orphans()).toEqual([])
  expect([await rowsOf(B), await rowsOf(0)]).toEqual([before, live])
})
