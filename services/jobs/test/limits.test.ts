import { BYTES_PER_DAY, MAX_UNPUBLISHED_JOBS_PER_EMPLOYER } from '@jobboard/contracts/limits'
import { expect, test } from 'vitest'
import { complete, startJobs } from './support/setup.ts'

const jobs = await startJobs()

const sql = (...args: Parameters<typeof jobs.deps.db.sql>) => jobs.deps.db.sql(...args)
const create = (employerId: number, body: object = { title: 'Baker' }) =>
  jobs.recruiter(employerId).post('/api/v1/jobs', body)
const statuses = <R extends { status: number }>(responses: R[]) =>
  Map.groupBy(responses, ({ status }) => status)

/** Uses all of the employer's budget of today but `left` bytes. */
async function leaveBudget(employerId: number, left: number): Promise<void> {
  const day = jobs.deps.clock.now().toISOString().slice(0, 10)
  await sql`
    insert into byte_budget values (${`employer:${employerId}`}, ${day}, ${BYTES_PER_DAY.employer - left})
    on conflict (owner, day) do update set bytes = excluded.bytes`
}

test('400 invalid_state: one more unpublished job than an employer can have, exact under parallel requests (P-285)', async () => {
  await sql`
    insert into job (employer_id, status, title, created_at, updated_at, version)
    select 5, case when n % 2 = 0 then 'Draft' else 'Closed' end, 'Old', now(), now(), 1
    from generate_series(1, ${MAX_UNPUBLISHED_JOBS_PER_EMPLOYER - 10}::int) as n`
  await sql`analyze job`
  const responses = await Promise.all(Array.from({ length: 30 }, () => create(5)))
  expect(statuses(responses).get(201)).toHaveLength(10)
  for (const { body } of statuses(responses).get(400)!) {
    expect(body).toEqual({
      code: 'invalid_state',
      message:
        'You have 20000 jobs that were never published, the limit; publish a Draft, or change one into the job that you need.',
    })
  }
  expect((await create(6)).status).toBe(201)
  // A published job counts no longer.
  await sql`
    update job set status = 'Active', posted_date = now(), expiry_date = now() + interval '1 day'
    where id = (select min(id) from job where employer_id = 5)`
  expect((await create(5)).status).toBe(201)
  expect((await create(5)).status).toBe(400)
})

test('429: drafts and changes beyond the daily budget of the employer; closing and publishing are never refused (P-280)', async () => {
  const description = 'x'.repeat(50_000)
  const first = (await create(7, { ...complete, description })).body
  const second = (await create(7, { ...complete, description })).body
  const [row] = await sql`select bytes from byte_budget where owner = 'employer:7'`
  expect(Number(row!.bytes)).toBeGreaterThan(100_000)
  await leaveBudget(7, 3 * 51_000)
  const responses = await Promise.all(
    Array.from({ length: 12 }, () => create(7, { title: 'Baker', description })),
  )
  expect(statuses(responses).get(201)).toHaveLength(3)
  const refused = statuses(responses).get(429)!
  expect(refused).toHaveLength(9)
  expect(refused[0]!.body).toEqual({
    code: 'rate_limited',
    message: expect.stringMatching(
      /^The changes of this employer have used the daily budget of 128 MiB, .*whole job.*00:00 UTC/,
    ),
  })
  expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await jobs.recruiter(7).get('/api/v1/jobs')).body.total).toBe(5)
  const changed = await jobs.recruiter(7).put(`/api/v1/jobs/${first.id}`, { title: 'Cook' })
  expect(changed.status).toBe(429)
  expect((await jobs.recruiter(7).get(`/api/v1/jobs/${first.id}`)).body.title).toBe(first.title)
  await jobs.grant(7, 1)
  const expiryDate = new Date(jobs.deps.clock.now().getTime() + 86_400_000).toISOString()
  expect((await jobs.recruiter(7).post(`/api/v1/jobs/${first.id}/publish`, { expiryDate })).status).toBe(200)
  expect((await jobs.recruiter(7).delete(`/api/v1/jobs/${second.id}`)).status).toBe(204)
  expect((await create(8)).status).toBe(201)
})
