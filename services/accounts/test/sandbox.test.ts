import { MAX_SANDBOXES, SANDBOX_BYTES, SANDBOX_RESETS_PER_DAY } from '@jobboard/contracts/sandbox/sandbox'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropStuckSandboxes, replaceLostSandboxes } from '../src/sandboxes/timers.ts'
import { type Accounts, bootAccounts } from './support/boot-accounts.ts'
import { type AccountsWithSandboxes, bootAccountsWithSandboxes } from './support/sandbox-peers.ts'

let services: AccountsWithSandboxes
let accounts: Accounts
let replica: Accounts
beforeAll(async () => {
  services = await bootAccountsWithSandboxes()
  accounts = services.accounts
  const { databaseUrl, natsUrl } = accounts
  replica = await bootAccounts({ databaseUrl, natsUrl, env: services.env })
})
afterAll(async () => {
  await replica.stop()
  await services.stop()
})

const sql = () => accounts.deps.db.sql
const path = (employerId: number) => `/admin/v1/employers/${employerId}/sandbox`
const create = (employerId: number) =>
  eventually('the sandbox', async () => {
    const { status, body } = await accounts.admin.post(path(employerId))
    return status === 201 && body
  })
/** A recruiter with a key of this sandbox. */
const tester = (sandboxId: number, at = accounts) =>
  at.as({
    kind: 'recruiter',
    employerId: sandboxId,
    userId: null,
    keyId: 1,
    scopes: ['Applications'],
    sandboxId,
  })
const reset = (sandboxId: number, at = accounts, headers = {}) =>
  tester(sandboxId, at).post('/api/v1/sandbox/reset', undefined, headers)
const retired = async (sandboxId: number) =>
  (await sql()`select 1 from retired_sandbox where sandbox_id = ${sandboxId}`).length === 1
const published = async (sandboxId: number) =>
  (
    await sql()`select 1 from outbox where subject like 'evt.accounts.sandbox.retired.%' and aggregate_id = ${String(sandboxId)}`
  ).length
const sandboxesOf = (employerId: number) => sql()<{ id: number }>`
  select e.id from employer e join sandbox s on s.employer_id = ${employerId} and e.id in (s.id, s.preparing_id)`
async function employerWithUser(fields = {}) {
  const employerId = await accounts.newEmployer(fields)
  return { employerId, userId: await accounts.newUser(employerId) }
}

test('201: a sandbox has users of its own, 1 000 credits of each kind and Active keys pk_test_; its record names it (P-902)', async () => {
  const { employerId, userId } = await employerWithUser({ hasActiveContract: false })
  const { status, body } = await accounts.admin.post(path(employerId))
  expect(status).toBe(201)
  expect(body).toEqual({
    ...{ id: expect.any(Number), employerId, resetAt: null, lastUsedAt: null },
    createdAt: expect.any(String),
    endsAt: new Date(Date.parse(body.createdAt) + 90 * 86_400_000).toISOString(),
  })
  const { id } = body
  expect(services.seeded.filter((one) => one === id)).toHaveLength(1)
  expect((await accounts.admin.get(`/admin/v1/employers/${id}/credits`)).body).toEqual({
    ...{ JobPosting: 1_000, CvSearch: 1_000, CvDownload: 1_000 },
  })
  expect((await accounts.internal.get(`/internal/v1/employers/${id}`)).body.sandboxId).toBe(id)
  const { body: users } = await accounts.admin.get(`/admin/v1/employers/${id}/users`)
  expect(users).toMatchObject([
    { name: 'Ada', role: 'EmployerAdmin', email: `user-${userId}@sandbox.invalid` },
  ])
  const all = ['JobPosting', 'Applications', 'CvSearch', 'Webhooks']
  const key = await accounts.mint(id, { scopes: all, userId: users[0].id })
  expect([key.status, key.apiKey]).toEqual(['Active', expect.stringMatching(/^pk_test_/)])
  expect(await accounts.findRecord(key.apiKey)).toMatchObject({ employerId: id, sandboxId: id })
  const live = await accounts.mint(employerId)
  expect(live.apiKey).toMatch(/^pk_live_/)
  expect(await accounts.findRecord(live.apiKey)).not.toHaveProperty('sandboxId')
  expect((await accounts.admin.get(path(employerId))).body).toEqual(body)
  expect((await accounts.admin.get('/admin/v1/sandboxes')).body.items[0]).toEqual(body)
})

test('a repeated mint and a rotation keep the mode of the key', async () => {
  const { id } = await create(await accounts.newEmployer())
  const mint = () =>
    accounts.admin.post(
      `/admin/v1/employers/${id}/api-keys`,
      { name: 'ATS', scopes: ['JobPosting'] },
      { 'idempotency-key': `mint ${id}` },
    )
  const [first, second] = [await mint(), await mint()]
  expect(second.body.apiKey).toBe(first.body.apiKey)
  for (const headers of [{}, { 'idempotency-key': `rotate ${id}` }] as Record<string, string>[]) {
    const { id: keyId } = await accounts.mint(id)
    const { body } = await accounts.admin.post(
      `/admin/v1/api-keys/${keyId}/rotate`,
      { overlapSeconds: 60 },
      headers,
    )
    expect(body.apiKey).toMatch(/^pk_test_/)
    expect(await accounts.findRecord(body.apiKey)).toMatchObject({ sandboxId: id })
  }
})

test('409 already_exists: of 10 parallel calls of two replicas one makes the sandbox, once', async () => {
  const employerId = await accounts.newEmployer()
  const calls = await Promise.all(
    Array.from({ length: 10 }, (_, n) => (n % 2 ? accounts : replica).admin.post(path(employerId))),
  )
  const [made, ...others] = calls.toSorted((a, b) => a.status - b.status)
  expect([made!.status, ...new Set(others.map(({ status }) => status))]).toEqual([201, 409])
  expect(others[0]!.body).toEqual({
    code: 'already_exists',
    message: `employerId: this employer has a sandbox, employer ${made!.body.id}; reset it, or delete it first.`,
  })
  expect(await sandboxesOf(employerId)).toEqual([{ id: made!.body.id }])
})

test('409 limit_reached: parallel calls never make more sandboxes than the limit', async () => {
  const employers = await Promise.all(Array.from({ length: 6 }, () => accounts.newEmployer()))
  const [{ count } = { count: 0 }] = await sql()<{ count: number }>`select count(*) as count from sandbox`
  await sql()`
    with filler as (
      insert into employer (name, has_active_contract, is_trusted_partner, created_at, version)
      select 'filler', false, false, now(), 1 from generate_series(1, ${MAX_SANDBOXES - count - 2}::int) returning id)
    insert into sandbox (employer_id, id, created_at) select id, -id, '2001-01-01' from filler`
  try {
    const calls = await Promise.all(
      employers.map((employerId, n) => (n % 2 ? accounts : replica).admin.post(path(employerId))),
    )
    const statuses = calls.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([201, 201, 409, 409, 409, 409])
    expect(calls.find(({ status }) => status === 409)!.body).toEqual({
      code: 'limit_reached',
      message: `There are ${MAX_SANDBOXES} sandboxes, the limit is ${MAX_SANDBOXES}; delete one that nobody uses.`,
    })
  } finally {
    await sql()`delete from sandbox where id < 0`
  }
})

test('409 invalid_state: a sandbox has no sandbox, and none is made while sandboxes are off; 404: an unknown employer', async () => {
  const { id } = await create(await accounts.newEmployer())
  expect((await accounts.admin.post(path(id))).body.code).toBe('invalid_state')
  expect((await accounts.admin.post(path(999_999))).status).toBe(404)
  expect((await accounts.admin.get(path(999_999))).status).toBe(404)
  const { databaseUrl, natsUrl } = accounts
  const off = await bootAccounts({ databaseUrl, natsUrl, env: { ...services.env, SANDBOX: 'off' } })
  const { employerId, userId } = await employerWithUser()
  await create(employerId)
  expect((await off.admin.post(path(await accounts.newEmployer()))).body).toEqual({
    code: 'invalid_state',
    message: 'Sandboxes are off on this installation; its operator sets SANDBOX=admins.',
  })
  expect((await off.internal.post(`/internal/v1/users/${userId}/sandbox`, {})).status).toBe(200)
  await off.stop()
})

test('503 while candidate is away: a repetition continues with the same sandbox, and credits are granted once', async () => {
  const employerId = await accounts.newEmployer()
  services.failing.calls = 2
  expect((await accounts.admin.post(path(employerId))).status).toBe(503)
  services.failing.calls = 0
  expect((await accounts.admin.get(path(employerId))).status).toBe(404)
  const [{ id } = { id: 0 }] = await sandboxesOf(employerId)
  expect((await create(employerId)).id).toBe(id)
  expect((await accounts.admin.get(`/admin/v1/employers/${id}/credits`)).body.CvSearch).toBe(1_000)
})

test('what nobody continues for 10 minutes is given up: retired, and nothing is left of it', async () => {
  const employerId = await accounts.newEmployer()
  services.failing.calls = 2
  await accounts.admin.post(path(employerId))
  services.failing.calls = 0
  const [{ id } = { id: 0 }] = await sandboxesOf(employerId)
  await sql()`update sandbox set preparing_since = preparing_since - interval '10 minutes 1 second' where preparing_id = ${id}`
  await dropStuckSandboxes.run(accounts.deps as never)
  await eventually(
    'the employer is gone',
    async () => (await sql()`select 1 from employer where id = ${id}`).length === 0,
  )
  expect([await retired(id), await published(id)]).toEqual([true, 1])
  expect((await create(employerId)).id).not.toBe(id)
})

test('201: a reset moves keys and users to a new sandbox and retires the old one; the records of the keys follow (P-903)', async () => {
  const { employerId } = await employerWithUser()
  const before = await create(employerId)
  const { body: users } = await accounts.admin.get(`/admin/v1/employers/${before.id}/users`)
  const key = await accounts.mint(before.id, { userId: users[0].id })
  const ended = await accounts.mint(before.id, { userId: users[0].id })
  await sql()`update recruiter_key set kv_removed = true, status = 'Revoked', revoked_at = now() where id = ${ended.id}`
  services.candidates.set(7_001, before.id)
  const ofCandidate = await accounts.mintForCandidate(7_001)
  const { version } = await accounts.findRecord(key.apiKey)
  const { status, body } = await reset(before.id)
  expect(status).toBe(201)
  const { id } = body
  expect(body).toEqual({
    ...{ ...before, id, resetAt: expect.any(String), endsAt: expect.any(String) },
    ...{ candidates: 40, jobs: 0, applications: 0 },
  })
  expect(id).not.toBe(before.id)
  expect((await accounts.admin.get(`/admin/v1/employers/${id}/users`)).body).toEqual(users)
  expect(await accounts.findRecord(key.apiKey)).toMatchObject({
    ...{ employerId: id, sandboxId: id, userId: users[0].id, status: 'Active', version: version + 1 },
  })
  expect(await accounts.findRecord(ofCandidate.apiKey)).toMatchObject({
    status: 'Revoked',
    sandboxId: before.id,
  })
  await eventually(
    'the bucket follows',
    async () => (await accounts.bucketRecord(key.apiKey))?.sandboxId === id,
  )
  expect([await retired(before.id), await published(before.id), await retired(id)]).toEqual([true, 1, false])
  expect((await accounts.admin.get(path(employerId))).body.id).toBe(id)
  expect((await tester(id).get('/api/v1/sandbox')).body).toMatchObject({
    id,
    candidates: 41,
    jobs: 2,
    applications: 3,
  })
  const late = await accounts.admin.post(`/admin/v1/employers/${before.id}/api-keys`, {
    name: 'x',
    scopes: ['JobPosting'],
  })
  expect(late.status).toBe(404)
})

test('10 parallel resets of two replicas make one new sandbox; a repetition with the same Idempotency-Key none', async () => {
  const employerId = await accounts.newEmployer()
  const { id } = await create(employerId)
  const calls = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      reset(id, n % 2 ? accounts : replica, { 'idempotency-key': 'again' }),
    ),
  )
  const done = calls.filter(({ status }) => status === 201)
  expect(calls.filter(({ body }) => !['idempotency_in_progress', undefined].includes(body.code))).toEqual([])
  const next = done[0]!.body.id
  expect([...new Set(done.map(({ body }) => body.id))]).toEqual([next])
  expect((await reset(next, accounts, { 'idempotency-key': 'again' })).body.id).toBe(next)
  expect((await sandboxesOf(employerId)).map((one) => one.id)).toEqual([next])
  const parallel = await Promise.all(Array.from({ length: 6 }, () => reset(next)))
  expect(parallel.map(({ status }) => status)).toEqual(parallel.map(() => 201))
  expect(new Set(parallel.map(({ body }) => body.id)).size).toBe(1)
})

test('keys that a backup of accounts has brought back reach a new sandbox once the others have deleted theirs (P-932)', async () => {
  const { employerId } = await employerWithUser()
  const [lost, other] = [await create(employerId), await create((await employerWithUser()).employerId)]
  const key = await accounts.mint(lost.id)
  services.deleted.add(lost.id)
  services.failing.calls = 10
  const replace = (at: Accounts) => replaceLostSandboxes.run(at.deps as never)
  await expect(replace(accounts)).rejects.toThrow()
  services.failing.calls = 0
  await Promise.all([replace(accounts), replace(replica)])
  const { id } = (await accounts.admin.get(path(employerId))).body
  expect(id).not.toBe(lost.id)
  expect(await accounts.findRecord(key.apiKey)).toMatchObject({
    employerId: id,
    sandboxId: id,
    status: 'Active',
  })
  expect([await retired(lost.id), await retired(id), await retired(other.id)]).toEqual([true, false, false])
  expect(await published(lost.id)).toBe(1)
  await replace(accounts)
  expect((await accounts.admin.get(path(employerId))).body.id).toBe(id)
  expect((await accounts.admin.get(path(other.employerId))).body.id).toBe(other.id)
})

test('201: a sandbox that has written all its bytes is reset, and has them again (P-914)', async () => {
  const { employerId } = await employerWithUser()
  const { id } = await create(employerId)
  services.candidates.set(8098, id)
  const key = { name: 'one more', scopes: ['Profile'] }
  await sql()`insert into byte_budget (owner, day, bytes) values (${`sandbox:${id}`}, 'infinity', ${SANDBOX_BYTES.accounts})`
  const full = await tester(id).post(`/api/v1/sandbox/candidates/8098/keys`, key)
  expect([full.status, full.body.code]).toEqual([409, 'limit_reached'])
  const { status, body } = await reset(id)
  expect(status).toBe(201)
  services.candidates.set(8099, body.id)
  const again = await tester(body.id).post(`/api/v1/sandbox/candidates/8099/keys`, key)
  expect(again.status).toBe(201)
})

test('409 limit_reached: resets of a UTC day', async () => {
  const employerId = await accounts.newEmployer()
  let { id } = await create(employerId)
  const today = accounts.timeIn(0).slice(0, 10)
  await sql()`update sandbox set resets = ${SANDBOX_RESETS_PER_DAY - 1}, resets_on = ${today} where id = ${id}`
  id = (await reset(id)).body.id
  const calls = await Promise.all(Array.from({ length: 3 }, () => reset(id)))
  expect(calls.map(({ status }) => status)).toEqual([409, 409, 409])
  expect(calls[0]!.body).toEqual({
    code: 'limit_reached',
    message: `This sandbox has had ${SANDBOX_RESETS_PER_DAY} resets since 00:00 UTC, the limit of a day is ${SANDBOX_RESETS_PER_DAY}; reset it after 00:00 UTC.`,
  })
  await sql()`update sandbox set resets_on = resets_on - 1 where id = ${id}`
  expect((await reset(id)).status).toBe(201)
})

test('404: live keys reach no endpoint of sandboxes', async () => {
  const employerId = await accounts.newEmployer()
  await create(employerId)
  const live = accounts.recruiter(employerId)
  for (const call of [live.get('/api/v1/sandbox'), live.post('/api/v1/sandbox/reset')]) {
    const { status, body } = await call
    expect([status, body.message]).toEqual([404, expect.stringContaining('pk_test_')])
  }
})

test('204: a deleted sandbox: its keys are revoked at once, every service is asked to delete it, accounts does so (P-900)', async () => {
  const { employerId } = await employerWithUser()
  const { id } = await create(employerId)
  const key = await accounts.mint(id)
  expect((await accounts.admin.delete(path(employerId))).status).toBe(204)
  expect(await accounts.findRecord(key.apiKey)).toMatchObject({ status: 'Revoked' })
  expect([await retired(id), await published(id)]).toEqual([true, 1])
  for (const call of [accounts.admin.get(path(employerId)), accounts.admin.delete(path(employerId))])
    expect((await call).status).toBe(404)
  // Its key has left the bucket, a day later.
  await sql()`update recruiter_key set kv_removed = true where employer_id = ${id}`
  await sql()`update retired_sandbox set purge_at = now() where sandbox_id = ${id}`
  await eventually('nothing is left', async () => {
    const rows = await sql()`
      select 1 from employer where id = ${id} union all select 1 from employer_user where employer_id = ${id}
      union all select 1 from recruiter_key where employer_id = ${id} union all select 1 from audit where employer_id = ${id}`
    return rows.length === 0
  })
  expect((await accounts.auditRows(`sandbox ${id}`)).map(({ action }) => action)).toEqual([
    'create-sandbox',
    'delete-sandbox',
  ])
  expect((await create(employerId)).id).toBeGreaterThan(id)
})

test('201: a candidate key of the own sandbox begins with ck_test_; 404: of a live candidate and of another sandbox (P-904)', async () => {
  const [{ id }, other] = [
    await create(await accounts.newEmployer()),
    await create(await accounts.newEmployer()),
  ]
  services.candidates.set(8_001, id).set(8_002, other.id).set(8_003, null)
  const mint = (candidateId: number) =>
    tester(id).post(`/api/v1/sandbox/candidates/${candidateId}/keys`, {
      name: 'of a test',
      scopes: ['Profile'],
    })
  const { status, body } = await mint(8_001)
  expect([status, body.apiKey]).toEqual([201, expect.stringMatching(/^ck_test_/)])
  expect(await accounts.findRecord(body.apiKey)).toMatchObject({
    candidateId: 8_001,
    sandboxId: id,
    status: 'Active',
  })
  for (const candidateId of [8_002, 8_003, 8_004]) expect((await mint(candidateId)).status).toBe(404)
  const live = await accounts.mintForCandidate(8_003)
  expect(live.apiKey).toMatch(/^ck_live_/)
  const rotated = await accounts.admin.post(`/admin/v1/api-keys/${body.id}/rotate`, { overlapSeconds: 0 })
  expect(rotated.body.apiKey).toMatch(/^ck_test_/)
})

test('201: with an Idempotency-Key a repeat shows the same candidate key, 20 at once mint one; 422: for another one', async () => {
  const { id } = await create(await accounts.newEmployer())
  services.candidates.set(8_011, id)
  const mint = (name = 'of a test') =>
    tester(id).post(
      '/api/v1/sandbox/candidates/8011/keys',
      { name, scopes: ['Profile'] },
      { 'idempotency-key': 'first candidate key' },
    )
  const minted = await Promise.all(Array.from({ length: 20 }, () => mint()))
  expect([...new Set(minted.map(({ status, body }) => `${status} ${body.id} ${body.apiKey}`))]).toHaveLength(
    1,
  )
  expect(minted[0]!.status).toBe(201)
  expect((await mint('another')).status).toBe(422)
})

test('200: a live user enters as a user with name and role of today; 404: who was removed', async () => {
  const { employerId, userId } = await employerWithUser()
  await accounts.newUser(employerId)
  const enter = (id: number) => accounts.internal.post(`/internal/v1/users/${id}/sandbox`, {})
  expect((await enter(userId)).status).toBe(404)
  const { id } = await create(employerId)
  const { body } = await enter(userId)
  expect(body).toEqual({ sandboxId: id, userId: expect.any(Number) })
  const user = async () =>
    (await accounts.admin.get(`/admin/v1/employers/${id}/users`)).body.find(
      (one: { id: number }) => one.id === body.userId,
    )
  await accounts.admin.put(`/admin/v1/employers/${employerId}/users/${userId}`, {
    name: 'Bea',
    role: 'Interviewer',
  })
  expect((await enter(userId)).body).toEqual(body)
  expect(await user()).toMatchObject({ name: 'Bea', role: 'Interviewer' })
  const later = await accounts.newUser(employerId)
  const entered = await Promise.all(Array.from({ length: 5 }, () => enter(later)))
  expect(new Set(entered.map((one) => one.body.userId)).size).toBe(1)
  await accounts.admin.delete(`/admin/v1/employers/${employerId}/users/${userId}`)
  expect((await enter(userId)).status).toBe(404)
  const moved = (await reset(id)).body.id
  expect((await enter(later)).body).toEqual({ sandboxId: moved, userId: entered[0]!.body.userId })
})

test('lists of operators show live employers and their audit unless they ask for sandboxes; so does no sign-in (P-905)', async () => {
  const employerId = await accounts.newEmployer({ name: 'Zephyr Looms' })
  const { id } = await create(employerId)
  const list = async (query: string) =>
    (await accounts.admin.get(`/admin/v1/employers?${query}`)).body.items.map((one: { id: number }) => one.id)
  for (const q of ['q=zephyr', 'pageSize=2']) {
    expect(await list(q)).toContain(employerId)
    expect(await list(q)).not.toContain(id)
    expect((await list(`${q}&world=sandbox`))[0]).toBe(id)
    expect((await list(`${q}&world=all`)).slice(0, 2)).toEqual([id, employerId])
  }
  expect((await accounts.admin.get(`/admin/v1/employers/${id}`)).body).toMatchObject({ isSandbox: true })
  expect((await accounts.admin.get(`/admin/v1/employers/${employerId}`)).body).not.toHaveProperty('isSandbox')
  await accounts.mint(id)
  const audit = async (query: string) =>
    (await accounts.admin.get(`/admin/v1/audit?action=mint-recruiter-key&pageSize=1${query}`)).body.items[0]
      ?.employerId
  expect(await audit('')).not.toBe(id)
  expect([
    await audit('&world=sandbox'),
    await audit('&world=all'),
    await audit(`&employerId=${id}`),
  ]).toEqual([id, id, id])
  expect((await accounts.admin.get(`/admin/v1/employers/${id}/audit`)).body.total).toBeGreaterThan(0)
  const email = 'real.person@fjord.example'
  await accounts.admin.post(`/admin/v1/employers/${id}/users`, { name: 'R', email, role: 'Recruiter' })
  const found = await accounts.internal.post('/internal/v1/users/find', { email })
  expect(found.body).toEqual({ users: [], staff: null })
})
