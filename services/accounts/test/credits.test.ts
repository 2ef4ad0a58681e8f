import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootLedgers, type Ledgers } from './support/ledgers.ts'
import type { Accounts } from './support/setup.ts'

let ledgers: Ledgers
let accounts: Accounts
beforeAll(async () => {
  ledgers = await bootLedgers()
  accounts = ledgers.accounts
})
afterAll(() => ledgers.stop())

const path = (id: number, tail = '') => `/admin/v1/employers/${id}/credits${tail}`
const grant = (id: number, kind: unknown, amount: unknown, more = {}, headers = {}) =>
  accounts.admin.post(path(id), { kind, amount, ...more }, headers)
const balances = async (id: number) => (await accounts.admin.get(path(id))).body
const none = { JobPosting: 0, CvSearch: 0, CvDownload: 0 }

test('201: each kind goes to the service that spends it; the balances of all are read as one (D-64)', async () => {
  const id = await accounts.employer()
  expect(await balances(id)).toEqual(none)
  const answer = await grant(id, 'JobPosting', 5, { reason: 'invoice 7' })
  expect([answer.status, answer.body]).toEqual([201, { kind: 'JobPosting', amount: 5, balance: 5 }])
  expect((await grant(id, 'CvSearch', 3)).body.balance).toBe(3)
  expect((await grant(id, 'CvDownload', 2)).body.balance).toBe(2)
  expect((await grant(id, 'JobPosting', -4)).body).toEqual({ kind: 'JobPosting', amount: -4, balance: 1 })
  expect(await balances(id)).toEqual({ JobPosting: 1, CvSearch: 3, CvDownload: 2 })
  expect((await accounts.of(id).get('/api/v1/employer/credits')).body).toEqual(await balances(id))
  expect(await balances(await accounts.employer())).toEqual(none)
  const grants = (await accounts.audits(`employer ${id}`)).filter(({ action }) => action === 'grant-credits')
  expect(grants).toHaveLength(4)
  expect(grants[0]).toMatchObject({
    before: { kind: 'JobPosting', balance: 0 },
    after: { kind: 'JobPosting', balance: 5, amount: 5, cause: 'grant: invoice 7' },
  })
})

test('the audit row of a grant is there at once, and stays one when its event is heard', async () => {
  const id = await accounts.employer()
  await grant(id, 'CvSearch', 3)
  const { sql } = accounts.deps.db
  const rows = () => sql<{ eventId: string; service: string }>`
    select event_id, service from audit where object = ${`employer ${id}`} and action = 'grant-credits'`
  const [row] = await rows()
  expect(row).toEqual({ eventId: expect.any(String), service: 'search' })
  await eventually('its event', async () => {
    const heard = await sql`select 1 from inbox where event_id = ${row!.eventId}`
    return heard.length === 1
  })
  expect(await rows()).toHaveLength(1)
})

test('201 once: a grant repeated with its Idempotency-Key adds once, also side by side (D-60)', async () => {
  const id = await accounts.employer()
  const again = () => grant(id, 'JobPosting', 7, {}, { 'idempotency-key': `grant-${id}` })
  const answers = await Promise.all(Array.from({ length: 10 }, again))
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
  expect((await again()).body).toEqual({ kind: 'JobPosting', amount: 7, balance: 7 })
  expect((await balances(id)).JobPosting).toBe(7)
  // The request that made it may have been overtaken; then its event tells of it.
  await eventually('one audit row', async () => {
    const rows = await accounts.audits(`employer ${id}`)
    return rows.filter(({ action }) => action === 'grant-credits').length === 1
  })
  const other = await grant(id, 'JobPosting', 8, {}, { 'idempotency-key': `grant-${id}` })
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
})

test('201 once: the answer was lost here after the ledger had it; the repeat adds nothing', async () => {
  const id = await accounts.employer()
  const again = () => grant(id, 'JobPosting', 7, {}, { 'idempotency-key': `lost-${id}` })
  await again()
  await accounts.deps.db.sql`delete from idempotency where key = ${`lost-${id}`}`
  const other = await grant(id, 'JobPosting', 8, {}, { 'idempotency-key': `lost-${id}` })
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
  expect((await again()).body).toEqual({ kind: 'JobPosting', amount: 7, balance: 7 })
  expect((await balances(id)).JobPosting).toBe(7)
})

test('one 201: of different grants under one Idempotency-Key at once one is made, and its repeat gets its answer (D-60)', async () => {
  for (let round = 0; round < 4; round++) {
    const id = await accounts.employer()
    const ask = (amount: number) => grant(id, 'JobPosting', amount, {}, { 'idempotency-key': `differ-${id}` })
    const amounts = Array.from({ length: 20 }, (_, index) => 1 + (index % 4))
    await Promise.all(amounts.map(ask))
    const { JobPosting: made } = await balances(id)
    expect([1, 2, 3, 4]).toContain(made)
    const repeat = await ask(made)
    expect([repeat.status, repeat.body]).toEqual([201, { kind: 'JobPosting', amount: made, balance: made }])
    const other = await ask(made + 1)
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
    expect(await balances(id)).toEqual({ ...none, JobPosting: made })
  }
})

test('parallel grants without a key all count, and the balance is the sum of the entries', async () => {
  const id = await accounts.employer()
  await Promise.all(
    Array.from({ length: 12 }, (_, index) => grant(id, index % 2 ? 'CvSearch' : 'JobPosting', 2)),
  )
  expect(await balances(id)).toEqual({ JobPosting: 12, CvSearch: 12, CvDownload: 0 })
})

test.each([
  ['nothing', 'CvSearch', 0],
  ['half a credit', 'CvSearch', 0.5],
  ['text', 'CvSearch', '5'],
  ['more than there is', 'CvSearch', -1],
  ['too much', 'CvSearch', 2_000_000_000],
  ['more than int32', 'CvSearch', 2 ** 31],
  ['more than a number holds', 'CvSearch', 2 ** 60],
  ['null', 'CvSearch', null],
  ['a list', 'JobPosting', [5]],
  ['true', 'JobPosting', true],
  ['no kind', null, 1],
  ['a kind in another case', 'cvsearch', 1],
  ['an unknown kind', 'Coffee', 1],
])(
  '400: granting %s changes nothing and leaves no audit row',
  async (_what, kind: unknown, amount: unknown) => {
    const id = await accounts.employer()
    const answer = await grant(id, kind, amount)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
    expect(answer.body.message).toMatch(/^(amount|kind): /)
    expect(await balances(id)).toEqual(none)
    expect(await accounts.audits(`employer ${id}`)).toHaveLength(1)
  },
)

test('Active: a key of an employer without contract but with a credit of any kind; without one it waits (D-15)', async () => {
  for (const kind of ['JobPosting', 'CvSearch', 'CvDownload']) {
    const id = await accounts.employer({ hasActiveContract: false })
    expect((await accounts.mint(id)).status).toBe('PendingApproval')
    await grant(id, kind, 1)
    expect((await accounts.mint(id)).status).toBe('Active')
    expect((await accounts.mint(id, { scopes: ['CvSearch'] })).status).toBe('PendingApproval')
    await grant(id, kind, -1)
    expect((await accounts.mint(id)).status).toBe('PendingApproval')
  }
})

test("an operator's change in another service becomes one audit row here", async () => {
  const recruiter = ledgers.jobs.as({
    kind: 'recruiter',
    employerId: 1,
    userId: null,
    keyId: 1,
    scopes: ['JobPosting'],
  })
  const { id } = (await recruiter.post('/api/v1/jobs', { title: 'Lighthouse Keeper' })).body
  const questions = [{ text: 'Can you swim?', type: 'YesNo', required: true }]
  const operator = ledgers.jobs.as({ kind: 'admin', actor: 'omar' })
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

test('503: a ledger that is down is not guessed at, and a grant that it missed leaves no trace', async () => {
  const id = await accounts.employer()
  await ledgers.search.deps.db.sql`alter table credit_balance rename to gone`
  try {
    expect((await accounts.admin.get(path(id))).status).toBe(503)
    expect((await accounts.of(id).get('/api/v1/employer/credits')).status).toBe(503)
    expect((await grant(id, 'CvSearch', 1)).status).toBe(503)
    expect((await grant(id, 'JobPosting', 1)).status).toBe(201)
  } finally {
    await ledgers.search.deps.db.sql`alter table gone rename to credit_balance`
  }
  expect(await balances(id)).toEqual({ ...none, JobPosting: 1 })
})

test('201 once: the key of a grant is known to the ledger when the stored answer is long gone (P-37)', async () => {
  const id = await accounts.employer()
  const ask = (amount: number) => grant(id, 'CvSearch', amount, {}, { 'idempotency-key': `old-${id}` })
  await ask(4)
  for (const { deps } of [accounts, ledgers.search])
    deps.clock.advanceTo(deps.clock.offsetMs + 25 * 3_600_000)
  await grant(id, 'CvSearch', 1)
  expect((await ask(4)).body).toEqual({ kind: 'CvSearch', amount: 4, balance: 4 })
  expect((await ask(5)).status).toBe(422)
  expect((await balances(id)).CvSearch).toBe(5)
})
