import { BYTES_PER_DAY, MAX_PROFILE_BYTES } from '@jobboard/contracts/limits'
import type { Sql } from '@jobboard/db/sql'
import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { deletePastDays } from '../src/applications/store.ts'
import { deletePastDailyApplies } from '../src/service.ts'
import { countByStatus, outboxEvents, startCandidateSystem } from './support/setup.ts'

const system = await startCandidateSystem()

const apply = (candidateId: number, jobId: number) =>
  system.asCandidate(candidateId).post('/api/v1/me/applications', { jobId, confirm: true })

async function newJobs(count: number): Promise<number[]> {
  const jobs: number[] = []
  for (let i = 0; i < count; i++) jobs.push(await system.newJob(1))
  return jobs
}

test('daily counts go after DAILY_APPLY_RETENTION_DAYS, in batches; the days after stay', async () => {
  const deps = system.services.candidate.deps as Parameters<typeof deletePastDailyApplies.run>[0]
  const { db } = deps
  const insert = (sql: Sql, days: number, count: number) => sql`
    insert into daily_apply (candidate_id, day, used)
    select n, (now() at time zone 'utc')::date - ${days}::integer, 1 from generate_series(1, ${count}::integer) n`
  // Until the commit the timer of the service does not see the rows.
  await db.tx(async (sql) => {
    await insert(sql, 40, 2_100)
    await insert(sql, 29, 3)
    await insert(sql, 0, 2)
    const today = new Date().toISOString().slice(0, 10)
    expect(await deletePastDays(sql, today, 100)).toHaveLength(100)
  })
  await Promise.all([deletePastDailyApplies.run(deps), deletePastDailyApplies.run(deps)])
  await deletePastDailyApplies.run(deps)
  expect(await db.sql`delete from daily_apply returning 1`).toHaveLength(5)
})

test('30 concurrent applies of one candidate to 30 jobs: exactly 10 x 201 and 20 x 429; the next UTC day 10 more (D-33)', async () => {
  const jobs = await newJobs(30)
  const id = await system.newCandidate()
  const responses = await Promise.all(jobs.map((jobId) => apply(id, jobId)))
  expect(countByStatus(responses)).toEqual({ 201: 10, 429: 20 })
  const used = responses.filter(({ status }) => status === 201).map(({ body }) => body.aiAppliesUsedToday)
  expect(used.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])

  const refused = responses.find(({ status }) => status === 429)!
  expect(refused.body.code).toBe('daily_apply_limit')
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(86_400)
  expect((await system.asCandidate(id).get('/api/v1/me/applications')).body.total).toBe(10)

  await system.advanceClock(seconds)
  const nextDay = await Promise.all(jobs.map((jobId) => apply(id, jobId)))
  expect(countByStatus(nextDay)).toEqual({ 201: 10, 409: 10, 429: 10 })
})

test('20 concurrent applies to one job: one 201, 19 x 409, one counts towards the cap', async () => {
  const [jobId, other] = await newJobs(2)
  const id = await system.newCandidate()
  const responses = await Promise.all(Array.from({ length: 20 }, () => apply(id, jobId!)))
  expect(countByStatus(responses)).toEqual({ 201: 1, 409: 19 })
  expect((await apply(id, other!)).body.aiAppliesUsedToday).toBe(2)
})

test('20 concurrent applies to one job, the tenth of the day: one 201, 19 x 409 and no 429 (D-32)', async () => {
  const jobs = await newJobs(10)
  const id = await system.newCandidate()
  for (const jobId of jobs.slice(0, 9)) expect((await apply(id, jobId)).status).toBe(201)
  const responses = await Promise.all(Array.from({ length: 20 }, () => apply(id, jobs[9]!)))
  expect(countByStatus(responses)).toEqual({ 201: 1, 409: 19 })
})

test('concurrent applies through the portal and the API to one job: one 201, 7 x 409', async () => {
  for (const jobId of await newJobs(5)) {
    const id = await system.newCandidate()
    const form = { candidateId: id, applicationType: 'Web' }
    const responses = await Promise.all([
      ...Array.from({ length: 4 }, () => system.admin.post(`/admin/v1/jobs/${jobId}/applications`, form)),
      ...Array.from({ length: 4 }, () => apply(id, jobId)),
    ])
    expect(countByStatus(responses)).toEqual({ 201: 1, 409: 7 })
  }
})

test('20 candidates apply to one job concurrently: 20 x 201, and pipeline has each application once', async () => {
  const [jobId] = await newJobs(1)
  const candidates = await Promise.all(Array.from({ length: 20 }, () => system.newCandidate()))
  const responses = await Promise.all(candidates.map((id) => apply(id, jobId!)))
  expect(countByStatus(responses)).toEqual({ 201: 20 })
  const list = await eventually('pipeline has 20 applications', async () => {
    const response = await system.asRecruiter(1).get(`/api/v1/jobs/${jobId}/applications?pageSize=100`)
    return response.body.total === 20 && response
  })
  const candidateIds = list.body.items.map((item: { candidateId: number }) => item.candidateId)
  expect(candidateIds.sort((a: number, b: number) => a - b)).toEqual(candidates.sort((a, b) => a - b))
  const events = await outboxEvents(system.services.pipeline, 'evt.pipeline.application.submitted.v1')
  expect(events.filter(({ payload }) => payload.jobId === jobId)).toHaveLength(20)
})

const sql = (...args: Parameters<typeof system.services.candidate.deps.db.sql>) =>
  system.services.candidate.deps.db.sql(...args)
const profileOf = (candidateId: number) => system.asCandidate(candidateId).get('/api/v1/me/profile')
const put = (candidateId: number, body: object) =>
  system.asCandidate(candidateId).put('/api/v1/me/profile', body)
const secondsToMidnight = () =>
  86_400 - (Math.floor(system.services.candidate.deps.clock.now().getTime() / 1_000) % 86_400)

/** Uses all of the candidate's budget of today but `left` bytes. */
async function leaveBudget(candidateId: number, left: number): Promise<void> {
  const day = system.services.candidate.deps.clock.now().toISOString().slice(0, 10)
  await sql`
    insert into byte_budget values (${`candidate:${candidateId}`}, ${day}, ${BYTES_PER_DAY.candidate - left})
    on conflict (owner, day) do update set bytes = excluded.bytes`
}

/** The bytes of the candidate's last event. */
async function lastEventBytes(candidateId: number): Promise<number> {
  const [row] = await sql`
    select payload_bytes from outbox where aggregate_id = ${String(candidateId)} and subject like '%.profile.changed.%'
    order by id desc limit 1`
  return row!.payloadBytes as number
}

const used = async (candidateId: number) =>
  (await sql`select bytes from byte_budget where owner = ${`candidate:${candidateId}`}`)[0]?.bytes

const history = (characters: number, entries = 30) =>
  Array.from({ length: entries }, (_, i) => ({ title: `Keeper ${i}`, description: 'x'.repeat(characters) }))

test('429: changes beyond the budget of the day are refused and store nothing; exact under parallel requests (P-280)', async () => {
  const id = await system.newCandidate()
  expect(await used(id)).toBeUndefined()
  expect((await put(id, { headline: 'number 00' })).status).toBe(200)
  const bytes = await lastEventBytes(id)
  expect(await used(id)).toBe(bytes)
  await leaveBudget(id, 3 * bytes + 100)
  const before = await sql`select count(*) from outbox where aggregate_id = ${String(id)}`
  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, n) => put(id, { headline: `number ${n + 10}` })),
  )
  expect(countByStatus(responses)).toEqual({ 200: 3, 429: 9 })
  const refused = responses.find(({ status }) => status === 429)!
  expect(refused.body).toEqual({
    code: 'rate_limited',
    message: expect.stringMatching(
      /^The changes of this candidate have used the daily budget of 32 MiB, and this one takes \d+ bytes: .*whole profile.* 00:00 UTC, in \d+ s; /,
    ),
  })
  expect(Math.abs(Number(refused.headers.get('retry-after')) - secondsToMidnight())).toBeLessThan(60)
  const after = await sql`select count(*) from outbox where aggregate_id = ${String(id)}`
  expect(Number(after[0]!.count) - Number(before[0]!.count)).toBe(3)
  const stored = responses.filter(({ status }) => status === 200).map(({ body }) => body.headline)
  expect(stored).toContain((await profileOf(id)).body.headline)
})

test('429 for an apply and a renewal of the consent; a withdrawal, an erasure and operators are never refused (P-280)', async () => {
  const id = await system.newCandidate()
  const jobId = await system.newJob(1)
  await leaveBudget(id, 0)
  const me = system.asCandidate(id)
  const application = { jobId, confirm: true }
  const key = { 'idempotency-key': 'apply-1' }
  expect((await me.post('/api/v1/me/applications', application, key)).status).toBe(429)
  expect((await me.get('/api/v1/me/applications')).body.total).toBe(0)
  expect((await me.delete('/api/v1/me/consent')).status).toBe(204)
  expect((await me.put('/api/v1/me/consent', { confirm: true })).status).toBe(429)
  const operator = system.admin.put(`/admin/v1/candidates/${id}`, {
    headline: 'by an operator',
    consentExpiresAt: '2999-01-01T00:00:00Z',
  })
  expect((await operator).status).toBe(200)
  // A 429 is not stored (D-60): on the next day the same request succeeds.
  await sql`delete from byte_budget where owner = ${`candidate:${id}`}`
  expect((await me.post('/api/v1/me/applications', application, key)).status).toBe(201)
  expect(await used(id)).toBeGreaterThan(0)
  await leaveBudget(id, 0)
  expect((await me.send('DELETE', '/api/v1/me', { body: { confirm: true } })).status).toBe(202)
  await eventually('no budget of an erased candidate', async () => (await used(id)) === undefined)
})

test('the budget starts again at 00:00 UTC (P-280)', async () => {
  const id = await system.newCandidate()
  await leaveBudget(id, 0)
  expect((await put(id, { headline: 'today' })).status).toBe(429)
  await system.advanceClock(secondsToMidnight() + 1)
  expect((await put(id, { headline: 'tomorrow' })).status).toBe(200)
})

test('400: a profile larger than 256 KiB names the field; the profile stays as it was (P-281)', async () => {
  const id = await system.newCandidate()
  expect((await put(id, { employmentHistory: history(8_000) })).status).toBe(200)
  const response = await put(id, { headline: 'longer', employmentHistory: history(9_000) })
  expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
  expect(response.body.message).toMatch(
    /^employmentHistory: .* 27\d{4} bytes as JSON, the limit is 262144; shorten/,
  )
  expect((await profileOf(id)).body).toMatchObject({ headline: null, employmentHistory: { length: 30 } })
  const education = Array.from({ length: 50 }, () => ({ school: 'é'.repeat(200), degree: 'é'.repeat(200) }))
  expect((await put(id, { education })).body.message).toMatch(/^education: /)
  const created = await system.admin.post('/admin/v1/candidates', {
    ...{ firstName: 'Ada', lastName: 'Lind', email: 'large@example.test' },
    employmentHistory: history(9_000),
  })
  expect([created.status, created.body.code]).toEqual([400, 'invalid_request'])
  expect(await lastEventBytes(id)).toBeLessThan(MAX_PROFILE_BYTES + 1_024)
})

test('a larger profile that was stored before the limit can be read, used and made smaller, and not larger (P-281)', async () => {
  const id = await system.newCandidate()
  const jobId = await system.newJob(1)
  const large = history(9_000, 60).map((entry) => ({
    employer: '',
    startMonth: null,
    endMonth: null,
    ...entry,
  }))
  await sql`update candidate set employment_history = ${JSON.stringify(large)} where id = ${id}`
  expect((await profileOf(id)).body.employmentHistory).toHaveLength(60)
  const me = system.asCandidate(id)
  expect((await me.post('/api/v1/me/applications', { jobId, confirm: true })).status).toBe(201)
  expect((await me.delete('/api/v1/me/consent')).status).toBe(204)
  expect((await me.put('/api/v1/me/consent', { confirm: true })).status).toBe(200)
  expect((await put(id, { headline: 'one more line' })).status).toBe(400)
  const smaller = await put(id, { headline: 'one more line', employmentHistory: history(9_000, 50) })
  expect(smaller.status).toBe(200)
})
