import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountsWithLedgers, bootAccountsWithLedgers } from './support/accounts-with-ledgers.ts'
import type { Accounts } from './support/boot-accounts.ts'

let services: AccountsWithLedgers
let accounts: Accounts
beforeAll(async () => {
  services = await bootAccountsWithLedgers()
  accounts = services.accounts
})
afterAll(() => services.stop())

const path = (id: number, tail = '') => `/admin/v1/employers/${id}/credits${tail}`
const grant = (id: number, kind: unknown, amount: unknown, more = {}, headers = {}) =>
  accounts.admin.post(path(id), { kind, amount, ...more }, headers)
const balances = async (id: number) => (await accounts.admin.get(path(id))).body
const none = { JobPosting: 0, CvSearch: 0, CvDownload: 0 }

test('201: each kind is granted in the service that spends it; one response has all balances (D-64)', async () => {
  const id = await accounts.newEmployer()
  expect(await balances(id)).toEqual(none)
  const response = await grant(id, 'JobPosting', 5, { reason: 'invoice 7' })
  expect([response.status, response.body]).toEqual([201, { kind: 'JobPosting', amount: 5, balance: 5 }])
  expect((await grant(id, 'CvSearch', 3)).body.balance).toBe(3)
  expect((await grant(id, 'CvDownload', 2)).body.balance).toBe(2)
  expect((await grant(id, 'JobPosting', -4)).body).toEqual({ kind: 'JobPosting', amount: -4, balance: 1 })
  expect(await balances(id)).toEqual({ JobPosting: 1, CvSearch: 3, CvDownload: 2 })
  expect((await accounts.recruiter(id).get('/api/v1/employer/credits')).body).toEqual(await balances(id))
  expect(await balances(await accounts.newEmployer())).toEqual(none)
  const grants = (await accounts.auditRows(`employer ${id}`)).filter(
    ({ action }) => action === 'grant-credits',
  )
  expect(grants).toHaveLength(4)
  expect(grants[0]).toMatchObject({
    before: { kind: 'JobPosting', balance: 0 },
    after: { kind: 'JobPosting', balance: 5, amount: 5, cause: 'grant: invoice 7' },
  })
})

test('the audit row of a grant is stored with the response, and only once when its event arrives', async () => {
  const id = await accounts.newEmployer()
  await grant(id, 'CvSearch', 3)
  const { sql } = accounts.deps.db
  const rows = () => sql<{ eventId: string; service: string }>`
    select event_id, service from audit where object = ${`employer ${id}`} and action = 'grant-credits'`
  const [row] = await rows()
  expect(row).toEqual({ eventId: expect.any(String), service: 'search' })
  await eventually('its event is consumed', async () => {
    const consumed = await sql`select 1 from inbox where event_id = ${row!.eventId}`
    return consumed.length === 1
  })
  expect(await rows()).toHaveLength(1)
})

test('201: a grant repeated with its Idempotency-Key, also concurrently, adds once (D-60)', async () => {
  const id = await accounts.newEmployer()
  const send = () => grant(id, 'JobPosting', 7, {}, { 'idempotency-key': `grant-${id}` })
  const responses = await Promise.all(Array.from({ length: 10 }, send))
  expect(responses.every(({ status }) => status === 201 || status === 409)).toBe(true)
  expect((await send()).body).toEqual({ kind: 'JobPosting', amount: 7, balance: 7 })
  expect((await balances(id)).JobPosting).toBe(7)
  // The row arrives by event when the request that made the grant got a 409.
  await eventually('one audit row', async () => {
    const rows = await accounts.auditRows(`employer ${id}`)
    return rows.filter(({ action }) => action === 'grant-credits').length === 1
  })
  const other = await grant(id, 'JobPosting', 8, {}, { 'idempotency-key': `grant-${id}` })
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
})

test('201: the stored response is lost after the ledger has added: the repetition adds nothing', async () => {
  const id = await accounts.newEmployer()
  const send = () => grant(id, 'JobPosting', 7, {}, { 'idempotency-key': `lost-${id}` })
  await send()
  await accounts.deps.db.sql`delete from idempotency where key = ${`lost-${id}`}`
  const other = await grant(id, 'JobPosting', 8, {}, { 'idempotency-key': `lost-${id}` })
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
  expect((await send()).body).toEqual({ kind: 'JobPosting', amount: 7, balance: 7 })
  expect((await balances(id)).JobPosting).toBe(7)
})

test('201: of concurrent different grants with one Idempotency-Key one is made; its repetition replays it (D-60)', async () => {
  for (let round = 0; round < 4; round++) {
    const id = await accounts.newEmployer()
    const send = (amount: number) =>
      grant(id, 'JobPosting', amount, {}, { 'idempotency-key': `differ-${id}` })
    const amounts = Array.from({ length: 20 }, (_, index) => 1 + (index % 4))
    await Promise.all(amounts.map(send))
    const { JobPosting: made } = await balances(id)
    expect([1, 2, 3, 4]).toContain(made)
    const repeat = await send(made)
    expect([repeat.status, repeat.body]).toEqual([201, { kind: 'JobPosting', amount: made, balance: made }])
    const other = await send(made + 1)
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
    expect(await balances(id)).toEqual({ ...none, JobPosting: made })
  }
})

test('201: concurrent grants without Idempotency-Key are all added', async () => {
  const id = await accounts.newEmployer()
  await Promise.all(
    Array.from({ length: 12 }, (_, index) => grant(id, index % 2 ? 'CvSearch' : 'JobPosting', 2)),
  )
  expect(await balances(id)).toEqual({ JobPosting: 12, CvSearch: 12, CvDownload: 0 })
})

test.each([
  ['an amount of 0', 'CvSearch', 0],
  ['half a credit', 'CvSearch', 0.5],
  ['a string', 'CvSearch', '5'],
  ['a balance below 0', 'CvSearch', -1],
  ['more than 1 000 000 000', 'CvSearch', 2_000_000_000],
  ['more than int32', 'CvSearch', 2 ** 31],
  ['an unsafe integer', 'CvSearch', 2 ** 60],
  ['null as amount', 'CvSearch', null],
  ['a list', 'JobPosting', [5]],
  ['true', 'JobPosting', true],
  ['null as kind', null, 1],
  ['a kind in another case', 'cvsearch', 1],
  ['an unknown kind', 'Coffee', 1],
])(
  '400: granting %s changes nothing and writes no audit row',
  async (_what, kind: unknown, amount: unknown) => {
    const id = await accounts.newEmployer()
    const response = await grant(id, kind, amount)
    expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
    expect(response.body.message).toMatch(/^(amount|kind): /)
    expect(await balances(id)).toEqual(none)
    expect(await accounts.auditRows(`employer ${id}`)).toHaveLength(1)
  },
)

test('201: without a contract a key is Active with a credit of any kind, otherwise PendingApproval (D-15)', async () => {
  for (const kind of ['JobPosting', 'CvSearch', 'CvDownload']) {
    const id = await accounts.newEmployer({ hasActiveContract: false })
    expect((await accounts.mint(id)).status).toBe('PendingApproval')
    await grant(id, kind, 1)
    expect((await accounts.mint(id)).status).toBe('Active')
    expect((await accounts.mint(id, { scopes: ['CvSearch'] })).status).toBe('PendingApproval')
    await grant(id, kind, -1)
    expect((await accounts.mint(id)).status).toBe('PendingApproval')
  }
})

test("an operator's change in another service becomes one audit row in accounts", async () => {
  const recruiter = services.jobs.as({
    kind: 'recruiter',
    employerId: 1,
    userId: null,
    keyId: 1,
    scopes: ['JobPosting'],
  })
  const { id } = (await recruiter.post('/api/v1/jobs', { title: 'Lighthouse Keeper' })).body
  const questions = [{ text: 'Can you swim?', type: 'YesNo', required: true }]
  const operator = services.jobs.as({ kind: 'admin', actor: 'omar' })
  expect((await operator.put(`/admin/v1/jobs/${id}/screening-questions`, questions)).status).toBe(200)
  const row = await eventually('the audit row', async () => {
    const { body } = await accounts.admin.get('/admin/v1/audit?pageSize=100')
    return body.items.find(({ object }: { object: string }) => object === `job ${id}`)
  })
  expect(row).toMatchObject({
    service: 'jobs',
    actor: 'omar',
    action: 'replace-screening-questions',
    before: [],
  })
  expect(row.after).toMatchObject(questions)
})

test('503: balances and grants of a ledger that is down; nothing is granted and nothing audited', async () => {
  const id = await accounts.newEmployer()
  await services.search.deps.db.sql`alter table credit_balance rename to gone`
  try {
    expect((await accounts.admin.get(path(id))).status).toBe(503)
    expect((await accounts.recruiter(id).get('/api/v1/employer/credits')).status).toBe(503)
    expect((await grant(id, 'CvSearch', 1)).status).toBe(503)
    expect((await grant(id, 'JobPosting', 1)).status).toBe(201)
  } finally {
    await services.search.deps.db.sql`alter table gone rename to credit_balance`
  }
  expect(await balances(id)).toEqual({ ...none, JobPosting: 1 })
})

test('201: the ledger recognizes the Idempotency-Key of a grant after the stored response has expired (P-33)', async () => {
  const id = await accounts.newEmployer()
  const send = (amount: number) => grant(id, 'CvSearch', amount, {}, { 'idempotency-key': `old-${id}` })
  await send(4)
  for (const { deps } of [accounts, services.search])
    deps.clock.advanceTo(deps.clock.offsetMs + 25 * 3_600_000)
  await grant(id, 'CvSearch', 1)
  expect((await send(4)).body).toEqual({ kind: 'CvSearch', amount: 4, balance: 4 })
  expect((await send(5)).status).toBe(422)
  expect((await balances(id)).CvSearch).toBe(5)
})
