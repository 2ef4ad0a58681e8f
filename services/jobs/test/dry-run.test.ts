import { databaseState } from '@jobboard/testkit/database-state'
import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { complete, DAY_MS, startJobs } from './support/setup.ts'

const jobs = await startJobs()

const DRY_RUN = { prefer: 'dry-run' }
const publish = (
  employerId: number,
  id: number | string,
  body: unknown,
  headers: Record<string, string> = {},
) => jobs.recruiter(employerId).post(`/api/v1/jobs/${id}/publish`, body, headers)
async function state() {
  const { db } = jobs.deps
  await eventually('every saved job is listed', async () => {
    const queued = await db.sql`select 1 from active_job_queue limit 1`
    return queued.length === 0
  })
  return databaseState(db)
}
const inADay = () => ({ expiryDate: jobs.inMs(DAY_MS) })
const creditHeaders = ({ headers }: { headers: Headers }) => [
  headers.get('x-credits-cost'),
  headers.get('x-credits-remaining'),
]

test('200: a dry run of publish reports cost and balance and changes no row and no sequence; publish then costs that (P-170)', async () => {
  const id = await jobs.createDraft(1)
  await jobs.grant(1, 3)
  const before = await state()
  const dry = await publish(1, id, inADay(), DRY_RUN)
  expect([dry.status, dry.body]).toEqual([
    200,
    {
      wouldSucceed: true,
      status: 200,
      credits: { kind: 'JobPosting', cost: 1, balance: 3 },
      dailyApplies: null,
      isReplay: false,
    },
  ])
  expect(dry.headers.get('preference-applied')).toBe('dry-run')
  expect(creditHeaders(dry)).toEqual(['0', '3'])
  expect(await state()).toEqual(before)
  const real = await publish(1, id, inADay())
  expect([real.status, ...creditHeaders(real), real.headers.get('preference-applied')]).toEqual([
    200,
    '1',
    '2',
    null,
  ])
})

type Request = [
  employerId: number,
  id: number | string,
  body: unknown,
  headers?: Record<string, string> | undefined,
]
const refusals: [string, () => Promise<Request>][] = [
  ['400 invalid_request: no expiryDate', async () => [2, await jobs.createDraft(2), {}]],
  ['400 invalid_request: not JSON', async () => [2, await jobs.createDraft(2), '{']],
  [
    '400 invalid_request: expiryDate in the past',
    async () => [2, await jobs.createDraft(2), { expiryDate: '2001-01-01T00:00:00Z' }],
  ],
  [
    '415 unsupported_media_type',
    async () => [2, await jobs.createDraft(2), inADay(), { 'content-type': 'text/plain' }],
  ],
  [
    '400 invalid_request: Idempotency-Key too long',
    async () => [2, await jobs.createDraft(2), inADay(), { 'idempotency-key': 'x'.repeat(256) }],
  ],
  ["404 not_found: another employer's job", async () => [2, await jobs.createDraft(1), inADay()]],
  ['404 not_found: no such job', async () => [2, 2_000_000_000, inADay()]],
  ['404 not_found: not an id', async () => [2, 'x', inADay()]],
  ['400 invalid_state: Active', async () => [2, await jobs.createActive(2), inADay()]],
  ['400 invalid_state: incomplete', async () => [2, await jobs.createDraft(2, { title: 'Baker' }), inADay()]],
  ['402 no_credits', async () => [2, await jobs.createDraft(2), inADay()]],
]

test.each(refusals)(
  '%s: the dry run is refused like the publish, and changes nothing (P-171)',
  async (name, prepare) => {
    const [employerId, id, body, headers] = await prepare()
    const before = await state()
    const dry = await publish(employerId, id, body, { ...headers, ...DRY_RUN })
    expect(await state()).toEqual(before)
    const real = await publish(employerId, id, body, headers)
    expect(`${dry.status} ${dry.body.code}`).toBe(name.split(':')[0])
    expect([dry.status, withoutTime(dry.text), ...creditHeaders(dry)]).toEqual([
      real.status,
      withoutTime(real.text),
      ...creditHeaders(real),
    ])
    expect(dry.headers.get('preference-applied')).toBe('dry-run')
  },
)

// The message about expiryDate states the current time.
const withoutTime = (text: string) => text.replace(/it is now [^"]*/, 'it is now')

test('a dry run with an Idempotency-Key stores no response, so the publish with that key has its effect (P-170)', async () => {
  const id = await jobs.createDraft(3)
  await jobs.grant(3, 1)
  const [body, key] = [inADay(), { 'idempotency-key': 'k1' }]
  const before = await state()
  expect((await publish(3, id, body, { ...key, ...DRY_RUN })).body.isReplay).toBe(false)
  expect(await state()).toEqual(before)
  const real = await publish(3, id, body, key)
  expect([real.status, real.body.status, real.headers.get('idempotency-replayed')]).toEqual([
    200,
    'Active',
    null,
  ])
  const after = await publish(3, id, body, { ...key, ...DRY_RUN })
  expect([after.status, after.body]).toEqual([
    200,
    { wouldSucceed: true, status: 200, credits: null, dailyApplies: null, isReplay: true },
  ])
  expect(await jobs.debits(3)).toBe(1)
})

test('422 and stored refusals: a dry run returns what the call with that Idempotency-Key returns (P-170)', async () => {
  const id = await jobs.createActive(4)
  const [body, key] = [inADay(), { 'idempotency-key': 'k2' }]
  const stored = await publish(4, id, body, key)
  expect([stored.status, stored.body.code]).toEqual([400, 'invalid_state'])
  const dry = await publish(4, id, body, { ...key, ...DRY_RUN })
  expect([dry.status, dry.text, dry.headers.get('idempotency-replayed')]).toEqual([400, stored.text, 'true'])
  const reused = await publish(4, id, { expiryDate: jobs.inMs(2 * DAY_MS) }, { ...key, ...DRY_RUN })
  expect([reused.status, reused.body.code]).toEqual([422, 'idempotency_key_reused'])
})

test('a dry run neither waits for a transaction that has locked the job and the balance nor locks them itself', async () => {
  const id = await jobs.createDraft(5)
  await jobs.grant(5, 1)
  const dry = await jobs.deps.db.tx(async (sql) => {
    await sql`select 1 from job where id = ${id} for update`
    await sql`select 1 from credit_balance where employer_id = 5 for update`
    return publish(5, id, inADay(), DRY_RUN)
  })
  expect([dry.status, dry.body.credits.balance]).toEqual([200, 1])
})

test.each([
  ...[
    'dry-run',
    'DRY-RUN',
    'respond-async, dry-run',
    'a="x, y"; b=c ,dry-run;foo',
    'dry-run=""',
    'dry-run=true',
  ],
  ...['wait=5; dry-run', '"dry-run"'],
])('200: Prefer: %s is a dry run (RFC 7240)', async (prefer) => {
  const id = await jobs.createDraft(6)
  await jobs.grant(6, 1)
  expect((await publish(6, id, inADay(), { prefer })).body.wouldSucceed).toBe(true)
  expect((await jobs.recruiter(6).get(`/api/v1/jobs/${id}`)).body.status).toBe('Draft')
})

test('200: other preferences are ignored', async () => {
  for (const prefer of ['return=minimal', 'a="b', 'x; wait=5']) {
    const id = await jobs.createActive(7)
    const response = await jobs.recruiter(7).put(`/api/v1/jobs/${id}`, { city: 'Oslo' }, { prefer })
    expect([response.status, response.headers.get('preference-applied')], prefer).toEqual([200, null])
  }
})

test('400: an unclear dry-run, and Prefer: dry-run where there is no dry run; nothing changes (P-170)', async () => {
  const id = await jobs.createActive(8)
  const own = jobs.recruiter(8)
  const before = await state()
  const responses = [
    await publish(8, id, inADay(), { prefer: 'dry-run=no' }),
    await publish(8, id, inADay(), { prefer: 'dryrun' }),
    await own.put(`/api/v1/jobs/${id}`, { city: 'Oslo' }, { prefer: 'a="dry-run"' }),
    await own.post('/api/v1/jobs', complete, DRY_RUN),
    await own.put(`/api/v1/jobs/${id}`, { city: 'Oslo' }, DRY_RUN),
    await own.delete(`/api/v1/jobs/${id}`, DRY_RUN),
    await jobs.admin.put(`/admin/v1/jobs/${id}/screening-questions`, [], DRY_RUN),
  ]
  for (const { status, body } of responses) {
    expect([status, body.code, body.message.startsWith('Prefer: ')]).toEqual([400, 'invalid_request', true])
  }
  expect(responses[5]!.body.message).toContain('POST /api/v1/jobs/{id}/publish')
  expect(await state()).toEqual(before)
  // A free read has no effect that a dry run could leave out.
  const read = await own.get(`/api/v1/jobs/${id}`, { headers: DRY_RUN })
  expect([read.status, read.headers.get('preference-applied')]).toEqual([200, null])
})
