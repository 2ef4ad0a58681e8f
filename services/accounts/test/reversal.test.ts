import { jobDraft } from '@jobboard/testkit/job-draft'
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
const grant = (id: number, kind: string, amount: number) => accounts.admin.post(path(id), { kind, amount })
const reverse = (id: number, entryId: number | string, body: unknown, headers = {}) =>
  accounts.admin.post(path(id, `/entries/${entryId}/reverse`), body, headers)
const entries = async (id: number) => (await accounts.admin.get(path(id, '/entries'))).body.items
const balances = async (id: number) => (await accounts.admin.get(path(id))).body
const reversals = async (id: number) =>
  (await accounts.auditRows(`employer ${id}`)).filter(({ action }) => action === 'reverse-credit-entry')

/** Creates an employer with one grant, and returns both ids. */
async function createGrant(kind: string, amount: number): Promise<{ id: number; entryId: number }> {
  const id = await accounts.newEmployer()
  expect((await grant(id, kind, amount)).status).toBe(201)
  return { id, entryId: (await entries(id))[0].id }
}

test('201: reversing the debit of a published job writes a new entry that names it, and edits nothing (P-33)', async () => {
  const { id } = await createGrant('JobPosting', 2)
  const recruiter = services.jobs.as({
    kind: 'recruiter',
    employerId: id,
    userId: null,
    keyId: 1,
    scopes: [],
  })
  const { id: jobId } = (await recruiter.post('/api/v1/jobs', jobDraft)).body
  const expiryDate = accounts.timeIn(86_400_000)
  expect((await recruiter.post(`/api/v1/jobs/${jobId}/publish`, { expiryDate })).status).toBe(200)
  const before = await entries(id)
  expect(before.map(({ amount }: { amount: number }) => amount)).toEqual([-1, 2])

  const response = await reverse(id, before[0].id, { kind: 'JobPosting', reason: 'posted twice' })
  expect([response.status, response.body]).toEqual([201, { kind: 'JobPosting', amount: 1, balance: 2 }])
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
  const publicList = await accounts.recruiter(id).get('/api/v1/employer/credits/entries')
  for (const entry of publicList.body.items) {
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
  '201: 20 concurrent reversals of a %s grant, with and without Idempotency-Key, reverse it once',
  async (kind) => {
    const { id, entryId } = await createGrant(kind, 500)
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        reverse(id, entryId, { kind, reason: `try ${i}` }, i % 2 ? { 'idempotency-key': `take-${i}` } : {}),
      ),
    )
    const expected = { kind, amount: -500, balance: 0 }
    for (const { status, body } of responses) expect([status, body]).toEqual([201, expected])
    await grant(id, kind, 3)
    expect((await reverse(id, entryId, { kind })).body).toEqual(expected)
    expect((await balances(id))[kind]).toBe(3)
    expect(await reversals(id)).toHaveLength(1)
    expect(await entries(id)).toHaveLength(3)
  },
)

test('400: reversing a grant that is partly spent, or a reversal, writes nothing', async () => {
  const { id, entryId } = await createGrant('CvSearch', 5)
  await grant(id, 'CvSearch', -2)
  const partlySpent = await reverse(id, entryId, { kind: 'CvSearch' })
  expect([partlySpent.status, partlySpent.body.code]).toEqual([400, 'invalid_request'])
  expect(partlySpent.body.message).toBe(
    'amount: -5 would make the CvSearch balance -2; it is 3 and cannot go below 0.',
  )
  const [correction] = await entries(id)
  expect((await reverse(id, correction.id, { kind: 'CvSearch' })).body.balance).toBe(5)
  const [reversal] = await entries(id)
  const twice = await reverse(id, reversal.id, { kind: 'CvSearch' })
  expect([twice.status, twice.body.code]).toEqual([400, 'invalid_state'])
  expect(twice.body.message).toContain(`Entry ${reversal.id} is a reversal`)
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
])(
  '400: a reversal with %s: the message names the field, and nothing changes',
  async (_what, body, message) => {
    const { id, entryId } = await createGrant('CvSearch', 5)
    const response = await reverse(id, entryId, body)
    expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
    expect(response.body.message).toMatch(message)
    expect(await entries(id)).toHaveLength(1)
    expect(await reversals(id)).toEqual([])
  },
)

test('404: the entry of another employer or kind, an invalid and an unknown id; byte-identical (D-04, D-19)', async () => {
  const { id, entryId } = await createGrant('CvSearch', 5)
  const other = await createGrant('JobPosting', 5)
  const responses = await Promise.all([
    reverse(other.id, entryId, { kind: 'CvSearch' }),
    reverse(id, entryId, { kind: 'CvDownload' }),
    reverse(id, other.entryId, { kind: 'JobPosting' }),
    reverse(2_147_483_647, entryId, { kind: 'CvSearch' }),
    ...['2147483647', '2147483648', '0', '-1', 'abc', '1.5', '%00'].map((entry) =>
      reverse(id, entry, { kind: 'CvSearch' }),
    ),
  ])
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([404]))
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
  expect([(await balances(id)).CvSearch, (await balances(other.id)).JobPosting]).toEqual([5, 5])
  expect(await reversals(id)).toEqual([])
})

test('503: nothing is reversed while the ledger is down; the repetition reverses once', async () => {
  const { id, entryId } = await createGrant('CvDownload', 5)
  const send = () => reverse(id, entryId, { kind: 'CvDownload' }, { 'idempotency-key': `down-${id}` })
  const { sql } = services.search.deps.db
  await sql`alter table credit_entry rename to gone`
  try {
    expect((await send()).status).toBe(503)
  } finally {
    await sql`alter table gone rename to credit_entry`
  }
  expect(await balances(id)).toMatchObject({ CvDownload: 5 })
  expect((await send()).body.balance).toBe(0)
  expect((await send()).headers.get('idempotency-replayed')).toBe('true')
  expect(await reversals(id)).toHaveLength(1)
})
