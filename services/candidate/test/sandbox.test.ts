import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { startSandboxes } from './support/sandboxes.ts'
import { outboxEvents } from './support/setup.ts'

const system = await startSandboxes()
const { sql } = system.services.candidate.deps.db

const PATH = '/api/v1/me/applications'
const LIVE = 'evt.candidate.profile.changed.v1'
const OWN = 'evt.candidate.sandbox_profile.changed.v1'
const events = (subject: string) => outboxEvents(system.services.candidate, subject)
/** A job and a candidate of each world. */
async function worlds() {
  const { A, B } = system
  const live = await system.newCandidate()
  const [[inA], [inB]] = [await system.candidatesOf(A), await system.candidatesOf(B)]
  return [
    { world: 0, jobId: await system.newJob(1), id: live, candidate: system.asCandidate(live) },
    { world: A, jobId: await system.newJobIn(A), id: inA!, candidate: system.asCandidateOf(A, inA!) },
    { world: B, jobId: await system.newJobIn(B), id: inB!, candidate: system.asCandidateOf(B, inB!) },
  ]
}

const MISSING = 2_147_483_647

test('404: a job of another world takes no apply, dry run or question of a candidate, open or closed (P-910)', async () => {
  const all = await worlds()
  const closed = [await system.newJob(1), await system.newJobIn(system.A), await system.newJobIn(system.B)]
  await system.services.jobs
    .as({ kind: 'recruiter', employerId: 1, userId: null, keyId: 1, scopes: [] })
    .delete(`/api/v1/jobs/${closed[0]}`)
  await system.closeJobIn(system.A, closed[1]!)
  await system.closeJobIn(system.B, closed[2]!)
  const calls = (candidate: (typeof all)[number]['candidate'], jobId: number) =>
    Promise.all([
      candidate.post(PATH, { jobId, confirm: true }, { prefer: 'dry-run' }),
      candidate.post(PATH, { jobId, confirm: true }),
      candidate.get(`/api/v1/me/jobs/${jobId}/screening-questions`),
    ])
  for (const { world, candidate } of all) {
    const missing = (await calls(candidate, MISSING)).map(({ status, text }) => ({ status, text }))
    for (const [place, other] of all.entries()) {
      if (other.world === world) continue
      for (const jobId of [other.jobId, closed[place]!]) {
        expect((await calls(candidate, jobId)).map(({ status, text }) => ({ status, text }))).toEqual(missing)
      }
    }
  }
  for (const { candidate, jobId } of all) {
    expect((await candidate.post(PATH, { jobId, confirm: true })).status).toBe(201)
    expect((await candidate.get(`/api/v1/me/jobs/${jobId}/screening-questions`)).status).toBe(200)
  }
  expect(
    await sql`
    select application.id from application join candidate on candidate.id = candidate_id
    join job_copy using (job_id) where candidate.sandbox_id is distinct from job_copy.sandbox_id`,
  ).toEqual([])
})

test('404: an operator cannot let a candidate apply to a job of another world (P-910)', async () => {
  const all = await worlds()
  for (const { jobId, world } of all) {
    for (const other of all) {
      const form = { candidateId: other.id, applicationType: 'Web' }
      const { status } = await system.admin.post(`/admin/v1/jobs/${jobId}/applications`, form)
      expect(status).toBe(other.world === world ? 201 : 404)
    }
  }
})

test('while jobs is down, the copies of jobs keep the worlds apart (P-910)', async () => {
  const all = await worlds()
  for (const { jobId } of all) await system.waitForJobCopy(jobId)
  await system.stopService('jobs')
  for (const { candidate, world } of all) {
    for (const other of all) {
      const { status } = await candidate.post(PATH, { jobId: other.jobId, confirm: true })
      expect(status).toBe(other.world === world ? 201 : 404)
    }
  }
  await system.startService('jobs')
})

test('no event of live profiles or activity is about a candidate of a sandbox (P-910)', async () => {
  const { A } = system
  const sandbox = await system.newSandbox()
  const [id] = (await system.candidatesOf(sandbox)) as [number]
  const candidate = system.asCandidateOf(sandbox, id)
  const before = (await events(OWN)).length
  const path = `/admin/v1/candidates/${id}`
  expect((await candidate.put('/api/v1/me/profile', { headline: 'Welder again' })).status).toBe(200)
  expect((await system.admin.put(path, { isSearchable: false })).status).toBe(200)
  expect((await candidate.delete('/api/v1/me/consent')).status).toBe(204)
  expect((await candidate.put('/api/v1/me/consent', { confirm: true })).status).toBe(200)
  await system.advanceClock(3_600)
  expect((await candidate.get('/api/v1/me/profile')).status).toBe(200)
  const own = await eventually('five events', async () => {
    const found = (await events(OWN)).slice(before)
    return found.length === 5 && found
  })
  expect(own.map(({ payload }) => [payload.id, payload.sandboxId])).toEqual(own.map(() => [id, sandbox]))
  expect(own.map(({ aggregateVersion }) => aggregateVersion)).toEqual([2, 3, 4, 5, 5])
  expect(own.at(-1)!.payload.lastActiveAt! > own.at(-2)!.payload.lastActiveAt!).toBe(true)
  const rows = await sql<{ id: number }>`select id from candidate where sandbox_id is not null`
  const ofSandboxes = new Set(rows.map((row) => row.id))
  const live = [...(await events(LIVE)), ...(await events('evt.candidate.activity.recorded.v1'))]
  expect(live.length).toBeGreaterThan(0)
  for (const { payload } of live) {
    expect(ofSandboxes).not.toContain(payload.id ?? payload.candidateId)
    expect(payload).not.toHaveProperty('sandboxId')
  }
  expect((await system.candidatesOf(A)).length).toBe(40)
})

test('a resync sends profiles of sandboxes as states of their own (P-910)', async () => {
  const { profileStates, sandboxProfileStates } = await import('../src/profiles/publish-actions.ts')
  const page = { after: null, limit: 10_000, now: new Date() }
  const [{ live }] = (await sql<{ live: number }>`
    select count(*) as live from candidate where sandbox_id is null`) as [{ live: number }]
  const states = await profileStates.read(sql, page)
  expect([await profileStates.count(sql), states.length]).toEqual([live, live])
  const own = await sandboxProfileStates.read(sql, page)
  expect(await sandboxProfileStates.count(sql)).toBe(own.length)
  const ids = new Set(states.map(({ aggregateId }) => aggregateId))
  for (const { aggregateId, data } of own) {
    expect(ids).not.toContain(aggregateId)
    expect(data).toMatchObject({ sandboxId: expect.any(Number) })
  }
})

test('an address in a sandbox is free: a create with uniqueEmail and an import take it (P-124, P-145)', async () => {
  const [first, second] = (await system.candidatesOf(system.A)) as [number, number]
  for (const [id, email] of [
    [first, 'real@example.test'],
    [second, 'other@example.test'],
  ] as const) {
    expect((await system.admin.put(`/admin/v1/candidates/${id}`, { email })).status).toBe(200)
  }
  const form = { firstName: 'Ada', lastName: 'Lind', email: 'real@example.test' }
  expect((await system.admin.post('/admin/v1/candidates?uniqueEmail=true', form)).status).toBe(201)
  const body = `${JSON.stringify({ ...form, email: 'other@example.test' })}\n`
  const headers = { 'content-type': 'application/x-ndjson' }
  const imported = await system.admin.send('POST', '/admin/v1/candidates/import', { body, headers })
  expect(imported.body).toMatchObject({ imported: 1, skipped: 0 })
})

test('candidate facts name the sandbox; of a live candidate there is no such field', async () => {
  const [inA] = await system.candidatesOf(system.A)
  const live = await system.newCandidate()
  const facts = (id: number) => system.internal().get(`/internal/v1/candidates/${id}`)
  expect((await facts(inA!)).body).toEqual({ id: inA, sandboxId: system.A })
  expect((await facts(live)).body).toEqual({ id: live })
})

test("operators' lists show live candidates, with world=sandbox or all the others (P-913)", async () => {
  const total = async (world: string, q = '') =>
    (await system.admin.get(`/admin/v1/candidates?pageSize=1&q=${q}${world}`)).body
  const [{ live, sandbox }] = (await sql`
    select count(*) filter (where sandbox_id is null) as live, count(sandbox_id) as sandbox from candidate`) as [
    { live: number; sandbox: number },
  ]
  expect((await total('')).total).toBe(live)
  expect((await total('&world=live')).total).toBe(live)
  expect((await total('&world=sandbox')).total).toBe(sandbox)
  expect((await total('&world=all')).total).toBe(live + sandbox)
  expect((await total('', 'elin')).total).toBe(0)
  expect((await total('&world=sandbox', 'elin')).items[0].email).toMatch(/@sandbox\.invalid$/)
  expect((await total('', 'ada lind')).total).toBe((await total('&world=all', 'ada lind')).total)
  expect((await system.admin.get('/admin/v1/candidates?world=test')).status).toBe(400)
})

test('the erasure of a candidate of a sandbox stores no hash, leaves no message and is in no live list or gauge (P-118, P-146)', async () => {
  const sandbox = await system.newSandbox()
  const [id] = (await system.candidatesOf(sandbox)) as [number]
  const response = await system
    .asCandidateOf(sandbox, id)
    .send('DELETE', '/api/v1/me', { body: { confirm: true } })
  expect(response.status).toBe(202)
  const { erasureId } = response.body
  expect(await sql`select sandbox_id, email_hash from erasure where id = ${erasureId}`).toEqual([
    { sandboxId: sandbox, emailHash: null },
  ])
  await eventually('candidate and pipeline confirm', async () => {
    const { body } = await system.admin.get(`/admin/v1/erasures/${erasureId}`)
    return body.services.filter((one: { confirmedAt: string | null }) => one.confirmedAt).length >= 2
  })
  expect(
    await sql`
    select id from outbox where subject like 'evt.candidate.sandbox_profile.%' and aggregate_id = ${String(id)}`,
  ).toEqual([])
  const listed = async (world: string) => (await system.admin.get(`/admin/v1/erasures${world}`)).body.total
  expect([await listed(''), await listed('?world=sandbox'), await listed('?world=all')]).toEqual([0, 1, 1])
  const { listUnconfirmed } = await import('../src/erasure/store.ts')
  expect((await listUnconfirmed(sql, new Date())).map(({ count }) => count)).toEqual([0, 0, 0, 0, 0])
  expect((await system.internal().get(`/internal/v1/sandboxes/${sandbox}/counts`)).body.candidates).toBe(39)
})
