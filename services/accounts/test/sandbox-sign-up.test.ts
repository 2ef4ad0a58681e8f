import { randomUUID } from 'node:crypto'
import { MAX_SANDBOXES_FOR_SIGN_UP } from '@jobboard/contracts/sandbox/sandbox'
import { identifier } from '@jobboard/db/sql'
import { CALLER_HEADER, type Caller, REQUEST_ID_HEADER, signCaller } from '@jobboard/service/auth/caller'
import { TEST_CALLER_SECRET } from '@jobboard/testkit/boot'
import { client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { endOf, startServiceProcess, urlOf } from '@jobboard/testkit/service-process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountsEnv } from '../src/env.ts'
import { endUnusedSandboxes } from '../src/sandboxes/timers.ts'
import { type Accounts, bootAccounts } from './support/boot-accounts.ts'
import { type AccountsWithSandboxes, bootAccountsWithSandboxes } from './support/sandbox-peers.ts'

// Nothing listens there: mails are queued and stay.
const env = { SANDBOX: 'public', SMTP_URL: 'smtp://127.0.0.1:1' }
const PATH = '/internal/v1/sandbox-sign-ups'
const portal: Caller = { kind: 'service', service: 'portal' }

let services: AccountsWithSandboxes
let accounts: Accounts
let replica: Accounts
beforeAll(async () => {
  services = await bootAccountsWithSandboxes(env)
  accounts = services.accounts
  const { databaseUrl, natsUrl } = accounts
  replica = await bootAccounts({ databaseUrl, natsUrl, env: services.env })
})
afterAll(async () => {
  await replica.stop()
  await services.stop()
})

const sql = () => accounts.deps.db.sql
const newAddress = () => `${randomUUID()}@people.example`
const signUp = (email = newAddress(), at = accounts, companyName = 'Fjord Ferries') =>
  at.as(portal).post(PATH, { companyName, email })
const personOf = async (userId: number) =>
  (await accounts.as(portal).get(`/internal/v1/users/${userId}`)).body
const persons = async (email: string) =>
  (await accounts.as(portal).post('/internal/v1/users/find', { email })).body.users
const path = (employerId: number) => `/admin/v1/employers/${employerId}/sandbox`
/** A sandbox that somebody signed up for. */
async function signedUp() {
  const email = newAddress()
  const { userId } = (await signUp(email)).body
  const { employerId: id } = await personOf(userId)
  return { email, userId, id }
}
const employers = async () =>
  (await sql()<{ count: number }>`select count(*)::int as count from employer where sandbox_id is null`)[0]!
    .count

test('200: who signs up gets a sandbox of their own, whose EmployerAdmin they are, and no live employer (P-916)', async () => {
  const live = await employers()
  const email = newAddress()
  const { status, body } = await signUp(email)
  expect([status, body]).toEqual([200, { userId: expect.any(Number) }])
  const person = await personOf(body.userId)
  const { employerId: id } = person
  expect(person).toEqual({
    ...{ id: body.userId, employerId: id, employerName: 'Fjord Ferries (sandbox)', isSandbox: true },
    ...{ name: email.split('@')[0], role: 'EmployerAdmin', email, timeZone: 'UTC' },
  })
  expect(await employers()).toBe(live)
  expect((await accounts.admin.get(`/admin/v1/employers/${id}/credits`)).body.CvSearch).toBe(1_000)
  expect(services.seeded.filter((one) => one === id)).toHaveLength(1)
  expect((await accounts.mint(id)).apiKey).toMatch(/^pk_test_/)
  expect((await persons(email.toUpperCase())).map((one: { id: number }) => one.id)).toEqual([body.userId])
  expect((await accounts.admin.get(path(id))).body).toMatchObject({ id, employerId: id })
  expect((await accounts.admin.get('/admin/v1/sandboxes')).body.items[0]).toMatchObject({
    id,
    employerId: id,
  })
  expect(await accounts.auditRows(`sandbox ${id}`)).toMatchObject([
    { actor: `user ${body.userId}`, action: 'create-sandbox' },
  ])
  // It has no sandbox of its own, and nobody enters it from elsewhere.
  expect((await accounts.admin.post(path(id))).body.code).toBe('invalid_state')
  expect((await accounts.as(portal).post(`/internal/v1/users/${body.userId}/sandbox`, {})).status).toBe(404)
})

test('20 parallel sign-ups of one address make one sandbox, and all return its user; so does a later one (P-916)', async () => {
  const email = newAddress()
  const calls = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      signUp(n % 2 ? email : email.toUpperCase(), n % 3 ? accounts : replica),
    ),
  )
  expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set([...calls, await signUp(email)].map(({ body }) => body.userId)).size).toBe(1)
  const rows = await sql()`
    select 1 from employer_user join sandbox s on s.user_id = employer_user.id where lower(email) = ${email}`
  expect(rows).toHaveLength(1)
})

test('409 limit_reached: parallel sign-ups never make more sandboxes than the limit (P-916)', async () => {
  const [{ count } = { count: 0 }] = await sql()<{ count: number }>`select count(*) as count from sandbox`
  await sql()`
    with filler as (
      insert into employer (name, has_active_contract, is_trusted_partner, created_at, version)
      select 'filler', false, false, now(), 1 from generate_series(1, ${MAX_SANDBOXES_FOR_SIGN_UP - count - 2}::int) returning id)
    insert into sandbox (employer_id, id, created_at) select id, -id, '2001-01-01' from filler`
  try {
    const calls = await Promise.all(
      Array.from({ length: 8 }, (_, n) => signUp(newAddress(), n % 2 ? accounts : replica)),
    )
    expect(calls.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409, 409, 409, 409])
    expect(calls.find(({ status }) => status === 409)!.body.code).toBe('limit_reached')
  } finally {
    await sql()`delete from sandbox where id < 0`
  }
})

test('400: a name that is empty or too long, what is no address, and where nobody signs up', async () => {
  for (const [companyName, email] of [
    ['', 'a@b.example'],
    ['x'.repeat(201), 'a@b.example'],
    ['Nord', 'nobody'],
  ]) {
    expect((await signUp(email, accounts, companyName)).status).toBe(400)
  }
  const { databaseUrl, natsUrl } = accounts
  const admins = await bootAccounts({ databaseUrl, natsUrl, env: { ...services.env, SANDBOX: 'admins' } })
  const refused = await signUp(newAddress(), admins)
  await admins.stop()
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('SANDBOX=public')])
})

test('SANDBOX=public without a mail server does not start, and says so', () => {
  const required = {
    DATABASE_URL: 'postgres://x',
    PORT: '1',
    NATS_URL: 'nats://x',
    CALLER_SECRET: 'x'.repeat(32),
  }
  const read = (more: object) => accountsEnv.safeParse({ ...required, ...more })
  expect(read({ SANDBOX: 'public' }).error?.issues).toMatchObject([
    { path: ['SANDBOX'], message: 'public needs SMTP_URL: who signs up confirms the address by mail' },
  ])
  expect(read({ SANDBOX: 'public', SMTP_URL: 'smtp://mail' }).success).toBe(true)
})

test.each(['sandbox-after-insert', 'sandbox-after-fill', 'sandbox-before-ready'])(
  'SIGKILL at %s: nobody signs in yet; the same sign-up again makes one sandbox, whole and once',
  async (failpoint) => {
    const email = newAddress()
    const child = startServiceProcess('accounts', accounts, { ...services.env, FAILPOINTS: failpoint })
    const headers = { [CALLER_HEADER]: signCaller(TEST_CALLER_SECRET, portal), [REQUEST_ID_HEADER]: 'dies' }
    const url = await urlOf(child)
    await expect(client(url, headers).post(PATH, { companyName: 'Nord', email })).rejects.toThrow()
    expect(await endOf(child)).toBe('SIGKILL')
    expect(await persons(email)).toEqual([])
    const { status, body } = await signUp(email)
    expect(status).toBe(200)
    const { employerId: id } = await personOf(body.userId)
    expect((await accounts.admin.get(`/admin/v1/employers/${id}/credits`)).body.CvSearch).toBe(1_000)
    expect(await accounts.auditRows(`sandbox ${id}`)).toHaveLength(1)
    expect(await sql()`select 1 from employer_user where email = ${email}`).toHaveLength(1)
  },
)

test('201: a reset keeps who signed up, the address and the keys', async () => {
  const { email, userId, id } = await signedUp()
  const key = await accounts.mint(id)
  const own: Caller = { kind: 'recruiter', employerId: id, sandboxId: id, userId: null, keyId: 1, scopes: [] }
  const { status, body } = await accounts.as(own).post('/api/v1/sandbox/reset')
  expect([status, body.employerId]).toEqual([201, body.id])
  expect(await personOf(userId)).toMatchObject({ employerId: body.id, email, isSandbox: true })
  expect(await accounts.findRecord(key.apiKey)).toMatchObject({ sandboxId: body.id, status: 'Active' })
})

test('400 invalid_state: who signed up stays EmployerAdmin of the sandbox; other users of it never sign in', async () => {
  const { userId, id } = await signedUp()
  const users = `/admin/v1/employers/${id}/users`
  const fields = { name: 'Bo', email: newAddress(), role: 'EmployerAdmin' }
  const other = (await accounts.admin.post(users, fields)).body
  for (const call of [
    accounts.admin.put(`${users}/${userId}`, { role: 'Recruiter' }),
    accounts.admin.delete(`${users}/${userId}`),
  ]) {
    const { status, body } = await call
    expect([status, body.message]).toEqual([400, expect.stringContaining('delete the sandbox instead')])
  }
  expect((await accounts.admin.put(`${users}/${userId}`, { name: 'Ada' })).status).toBe(200)
  expect(await persons(fields.email)).toEqual([])
  const link = (of: number) => accounts.admin.post(`/admin/v1/employers/${id}/portal-links`, { userId: of })
  expect([(await link(other.id)).status, (await link(userId)).status]).toEqual([404, 201])
  expect((await accounts.admin.delete(`${users}/${other.id}`)).status).toBe(204)
})

test('204: a deleted sandbox: its person signs in no more, and the address is stored nowhere (P-917)', async () => {
  const { email, userId, id } = await signedUp()
  expect((await accounts.admin.delete(path(id))).status).toBe(204)
  expect((await accounts.as(portal).get(`/internal/v1/users/${userId}`)).status).toBe(404)
  expect(await persons(email)).toEqual([])
  const name = email.split('@')[0]
  for (const { table } of await sql()<{ table: string }>`
    select table_name as table from information_schema.tables where table_schema = current_schema()`) {
    const found = await sql()`select 1 from ${identifier(table)} t where strpos(t::text, ${name!}) > 0`
    expect([table, found.length]).toEqual([table, 0])
  }
  // The address can sign up again.
  expect((await signUp(email)).body.userId).not.toBe(userId)
})

test('90 days after the last call it ends, with the address; 14 days before one mail goes to it, and no other (P-917)', async () => {
  const ago = (days: number) => new Date(accounts.deps.clock.now().getTime() - days * 86_400_000)
  const [soon, old] = [await signedUp(), await signedUp()]
  await sql()`update sandbox set created_at = ${ago(77)} where id = ${soon.id}`
  await sql()`update sandbox set created_at = ${ago(91)} where id = ${old.id}`
  await accounts.admin.post(`/admin/v1/employers/${soon.id}/users`, {
    ...{ name: 'Bo', email: newAddress(), role: 'EmployerAdmin' },
  })
  for (const _ of [1, 2]) await endUnusedSandboxes.run(accounts.deps as never)
  const { endsAt } = (await accounts.admin.get(path(soon.id))).body
  const mails =
    await sql()`select user_id, kind, data from mail where employer_id = any(${[soon.id, old.id]}::int[])`
  expect(mails).toEqual([{ userId: soon.userId, kind: 'keys', data: { sandboxEndsAt: endsAt } }])
  expect((await accounts.admin.get(path(old.id))).status).toBe(404)
  expect(await persons(old.email)).toEqual([])
  await eventually('the users are removed', async () => {
    await sql()`update retired_sandbox set purge_at = now() where sandbox_id = ${old.id}`
    return (await sql()`select 1 from employer where id = ${old.id}`).length === 0
  })
})
