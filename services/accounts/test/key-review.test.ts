import { recordKeyUse } from '@jobboard/contracts/keys/internal'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Accounts, bootAccounts } from './support/boot-accounts.ts'

let accounts: Accounts
let employerId: number
beforeAll(async () => {
  accounts = await bootAccounts()
  employerId = await accounts.newEmployer()
})
afterAll(() => accounts.stop())

const KEYS = '/admin/v1/api-keys'
const pending = (fields = {}, employer = employerId) =>
  accounts.mint(employer, { scopes: ['CvSearch'], ...fields })
const list = async (query = '') => (await accounts.admin.get(`${KEYS}${query}`)).body
const refuse = (id: number, body: unknown = { reason: 'No contract.' }) =>
  accounts.admin.post(`${KEYS}/${id}/refuse`, body)
const approve = (id: number) => accounts.admin.post(`${KEYS}/${id}/approve`)

test('200: the keys of all employers that wait, oldest first, in pages; not those that are decided or expired', async () => {
  const other = await accounts.newEmployer({ name: 'Fjord Lamps' })
  const [first, second, approved] = [
    await pending(),
    await pending({ name: 'Second' }, other),
    await pending(),
  ]
  await accounts.mint(employerId)
  await approve(approved.id)
  const expired = await pending({ expiresAt: accounts.timeIn(60_000) })
  await accounts.deps.db.sql`
    update recruiter_key set expires_at = now() - interval '1 minute' where id = ${expired.id}`
  const page = await list('?status=PendingApproval')
  const { apiKey: _, ...fields } = second
  expect(page).toMatchObject({ total: 2, page: 1, pageSize: 50 })
  expect(page.items.map(({ id }: { id: number }) => id)).toEqual([first.id, second.id])
  expect(page.items[1]).toEqual({ ...fields, employerId: other, employerName: 'Fjord Lamps' })
  expect(await list('?page=2&pageSize=1')).toEqual({ ...page, page: 2, pageSize: 1, items: [page.items[1]] })
  expect(await list('?page=9')).toMatchObject({ total: 2, items: [] })
  for (const query of ['?status=Active', '?pageSize=101', '?x=1'])
    expect((await accounts.admin.get(`${KEYS}${query}`)).status, query).toBe(400)
})

test('200: a refused key is Revoked with the reason in every list, and gateways get to know it', async () => {
  const key = await pending()
  const { status, body } = await refuse(key.id, { reason: ' CvSearch needs a contract. ' })
  const { apiKey, ...fields } = key
  const refused = { ...fields, status: 'Revoked', refusedReason: 'CvSearch needs a contract.' }
  expect([status, body]).toEqual([200, refused])
  const listed = (await accounts.admin.get(`/admin/v1/employers/${employerId}/api-keys`)).body
  expect(listed.find(({ id }: { id: number }) => id === key.id)).toEqual(refused)
  expect((await accounts.admin.get(`${KEYS}/${key.id}`)).body).toEqual({
    ...refused,
    kind: 'recruiter',
    employerId,
  })
  expect(await accounts.findRecord(apiKey)).toMatchObject({ status: 'Revoked', version: 2 })
  await eventually('the feed has it', async () => (await accounts.bucketRecord(apiKey))?.status === 'Revoked')
  expect((await accounts.auditRows(`api-key ${key.id}`)).slice(1)).toMatchObject([
    { action: 'refuse-key', before: { status: 'PendingApproval' }, after: refused },
  ])
})

test('400: only a key that waits can be refused; 404: an unknown one and a candidate key', async () => {
  const [active, revoked] = [await accounts.mint(employerId), await pending()]
  await accounts.admin.delete(`${KEYS}/${revoked.id}`)
  const messages = []
  for (const { id } of [active, revoked]) {
    const { status, body } = await refuse(id)
    expect([status, body.code]).toEqual([400, 'invalid_state'])
    messages.push(body.message)
  }
  expect(messages).toEqual([
    'The key is Active; only a key in status PendingApproval can be refused. Revoke it instead.',
    'The key is Revoked; only a key in status PendingApproval can be refused.',
  ])
  expect((await refuse(2_147_483_647)).status).toBe(404)
  const waiting = await pending()
  for (const reason of ['', ' ', 'x'.repeat(501), 'two\nlines', null, 7]) {
    const { status, body } = await refuse(waiting.id, { reason })
    expect([status, body.message]).toEqual([400, expect.stringContaining('reason: ')])
  }
})

test('of an approval and a refusal at once exactly one takes effect', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { id, apiKey } = await pending()
      const [approved, refused] = await Promise.all([approve(id), refuse(id)])
      return {
        approved,
        refused,
        record: await accounts.findRecord(apiKey),
        rows: await accounts.auditRows(`api-key ${id}`),
      }
    }),
  )
  for (const { approved, refused, record, rows } of outcomes) {
    expect([approved.status, refused.status].sort()).toEqual([200, 400])
    expect(record.status).toBe(approved.status === 200 ? 'Active' : 'Revoked')
    expect(rows).toHaveLength(2)
  }
})

test('200: the calls of a key of either kind by day, as its holder reads them; 404 for an unknown one (P-376)', async () => {
  const { id } = await accounts.mint(employerId)
  const date = accounts.timeIn(0).slice(0, 10)
  const calls = { ok: 3, clientErrors: 1, rateLimited: 0, serverErrors: 0 }
  const report = { uses: [], usage: [{ keyId: id, date, family: 'jobs', ...calls }] }
  expect((await accounts.internal.post(recordKeyUse.path, report)).status).toBe(204)
  const usage = await accounts.admin.get(`${KEYS}/${id}/usage?days=7`)
  expect([usage.status, usage.body]).toEqual([200, { days: [{ date, family: 'jobs', ...calls }] }])
  expect((await accounts.admin.get(`${KEYS}/2147483647/usage`)).status).toBe(404)
  expect((await accounts.admin.get(`${KEYS}/${id}/usage?days=31`)).body.message).toContain('days: ')
})

test('the list of waiting keys reads only those, however many keys there are', async () => {
  const { sql } = accounts.deps.db
  await sql`
    insert into recruiter_key (employer_id, name, scopes, hash, status, created_at, version, kv_published_version)
    select ${employerId}, 'k', '{JobPosting}', md5(n::text) || md5(n::text), 'Active', now(), 1, 1
    from generate_series(1, 20000) as n`
  await sql`analyze recruiter_key`
  const plan = await sql<{ 'QUERY PLAN': string }>`
    explain select id from recruiter_key where status = 'PendingApproval' and (expires_at is null or expires_at > now())
    order by created_at, id limit 50`
  expect(JSON.stringify(plan)).toContain('recruiter_key_pending')
})
