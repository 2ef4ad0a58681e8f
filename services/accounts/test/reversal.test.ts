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
const grant = (id: number, kind: string, amount: number) => accounts.admin.post(path(id), { kind, amount })
const reverse = (id: number, entryId: number | string, body: unknown, headers = {}) =>
  accounts.admin.post(path(id, `/entries/${entryId}/reverse`), body, headers)
const entries = async (id: number) => (await accounts.admin.get(path(id, '/entries'))).body.items
const balances = async (id: number) => (await accounts.admin.get(path(id))).body
const reversals = async (id: number) =>
  (await accounts.audits(`employer ${id}`)).filter(({ action }) => action === 'reverse-credit-entry')

/** An employer with one grant of a kind, and its entry. */
async function granted(kind: string, amount: number): Promise<{ id: number; entryId: number }> {
  const id = await accounts.employer()
  expect((await grant(id, kind, amount)).status).toBe(201)
  return { id, entryId: (await entries(id))[0].id }
}

const draft = {
  ...{ title: 'Lighthouse Keeper', description: 'x', city: 'Bergen', country: 'NO' },
  ...{ employmentType: 'FullTime', remoteType: 'OnSite', applyMethod: 'PlatformApply' },
}

test('201: the debit of a published job is refunded by a new entry that names it; nothing is edited (P-33)', async () => {
  const { id } = await granted('JobPosting', 2)
  const recruiter = ledgers.jobs.as({ kind: 'recruiter', employerId: id, userId: null, keyId: 1, scopes: [] })
  const { id: jobId } = (await recruiter.post('/api/v1/jobs', draft)).body
  const expiryDate = accounts.inMs(86_400_000)
  expect((await recruiter.post(`/api/v1/jobs/${jobId}/publish`, { expiryDate })).status).toBe(200)
  const before = await entries(id)
  expect(before.map(({ amount }: { amount: number }) => amount)).toEqual([-1, 2])

  const answer = await reverse(id, before[0].id, { kind: 'JobPosting', reason: 'posted twice' })
  expect([answer.status, answer.body]).toEqual([201, { kind: 'JobPosting', amount: 1, balance: 2 }])
  const [refund, paid, given] = await entries(id)
  expect(refund).toEqual({
    id: expect.any(Number),
    kind: 'JobPosting',
    amount: 1,
    cause: `reversal of entry ${paid.id}: posted twice`,
    requestId: 'test-request',
    createdAt: expect.stringMatching(/Z$/),
    reversedEntryId: paid.id,
  })
  expect([paid, given]).toEqual([{ ...before[0], reversedByEntryId: refund.id }, before[1]])
  expect((await balances(id)).JobPosting).toBe(2)
  const shown = await accounts.of(id).get('/api/v1/employer/credits/entries')
  for (const entry of shown.body.items) {
    expect(Object.keys(entry)).toEqual(['id', 'kind', 'amount', 'cause', 'requestId', 'createdAt'])
  }
  expect(await reversals(id)).toEqual([
    {
      ...{ actor: 'olga', action: 'reverse-credit-entry', requestId: 'test-request' },
      before: { kind: 'JobPosting', balance: 1 },
      after: { kind: 'JobPosting', amount: 1, balance: 2, cause: refund.cause, entryId: refund.id },
    },
  ])
})

test.each(['JobPosting', 'CvSearch', 'CvDownload'])(
  '201 once: a mistaken grant of %s is taken back by whoever is quickest, with or without a key',
  async (kind) => {
    const { id, entryId } = await granted(kind, 500)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        reverse(id, entryId, { kind, reason: `try ${i}` }, i % 2 ? { 'idempotency-key': `take-${i}` } : {}),
      ),
    )
    const want = { kind, amount: -500, balance: 0 }
    for (const { status, body } of answers) expect([status, body]).toEqual([201, want])
    await grant(id, kind, 3)
    expect((await reverse(id, entryId, { kind })).body).toEqual(want)
    expect((await balances(id))[kind]).toBe(3)
    expect(await reversals(id)).toHaveLength(1)
    expect(await entries(id)).toHaveLength(3)
  },
)

test('400: what was spent meanwhile cannot be taken back, a reversal stands; nothing is written', async () => {
  const { id, entryId } = await granted('CvSearch', 5)
  await grant(id, 'CvSearch', -2)
  const short = await reverse(id, entryId, { kind: 'CvSearch' })
  expect([short.status, short.body.code]).toEqual([400, 'invalid_request'])
  expect(short.body.message).toBe(
    'amount: -5 would make the CvSearch balance -2; it is 3 and cannot go below 0.',
  )
  const [taken] = await entries(id)
  expect((await reverse(id, taken.id, { kind: 'CvSearch' })).body.balance).toBe(5)
  const [undone] = await entries(id)
  const twice = await reverse(id, undone.id, { kind: 'CvSearch' })
  expect([twice.status, twice.body.code]).toEqual([400, 'invalid_state'])
  expect(twice.body.message).toContain(`Entry ${undone.id} is a reversal`)
  expect(await entries(id)).toHaveLength(3)
  expect(await reversals(id)).toHaveLength(1)
  expect((await reverse(id, entryId, { kind: 'CvSearch' })).status).toBe(201)
})

test.each([
  ['no body', undefined, /^kind: /],
  ['no kind', {}, /^kind: /],
  ['an unknown kind', { kind: 'Coffee' }, /^kind: must be one of JobPosting, CvSearch, CvDownload/],
  ['a reason that is a number', { kind: 'CvSearch', reason: 7 }, /^reason: /],
  ['a long reason', { kind: 'CvSearch', reason: 'x'.repeat(201) }, /^reason: /],
  ['a line break in the reason', { kind: 'CvSearch', reason: 'a\nb' }, /^reason: /],
])('400: a reversal with %s is refused by name and changes nothing', async (_what, body, message) => {
  const { id, entryId } = await granted('CvSearch', 5)
  const answer = await reverse(id, entryId, body)
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
  expect(answer.body.message).toMatch(message)
  expect(await entries(id)).toHaveLength(1)
  expect(await reversals(id)).toEqual([])
})

test("404, byte for byte the same: another employer's entry, another kind's, no id, and of nobody (D-04, D-19)", async () => {
  const { id, entryId } = await granted('CvSearch', 5)
  const other = await granted('JobPosting', 5)
  const answers = await Promise.all([
    reverse(other.id, entryId, { kind: 'CvSearch' }),
    reverse(id, entryId, { kind: 'CvDownload' }),
    reverse(id, other.entryId, { kind: 'JobPosting' }),
    reverse(2_147_483_647, entryId, { kind: 'CvSearch' }),
    ...['2147483647', '2147483648', '0', '-1', 'abc', '1.5', '%00'].map((none) =>
      reverse(id, none, { kind: 'CvSearch' }),
    ),
  ])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect([(await balances(id)).CvSearch, (await balances(other.id)).JobPosting]).toEqual([5, 5])
  expect(await reversals(id)).toEqual([])
})

test('503: a ledger that is down reverses nothing, and the repeat does it once', async () => {
  const { id, entryId } = await granted('CvDownload', 5)
  const again = () => reverse(id, entryId, { kind: 'CvDownload' }, { 'idempotency-key': `down-${id}` })
  const { sql } = ledgers.search.deps.db
  await sql`alter table credit_entry rename to gone`
  try {
    expect((await again()).status).toBe(503)
  } finally {
    await sql`alter table gone rename to credit_entry`
  }
  expect(await balances(id)).toMatchObject({ CvDownload: 5 })
  expect((await again()).body.balance).toBe(0)
  expect((await again()).headers.get('idempotency-replayed')).toBe('true')
  expect(await reversals(id)).toHaveLength(1)
})
