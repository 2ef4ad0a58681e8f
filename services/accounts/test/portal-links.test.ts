import type { Caller } from '@jobboard/service/auth/caller'
import { verifyPortalLink } from '@jobboard/service/auth/portal-link'
import { TEST_CALLER_SECRET } from '@jobboard/testkit/boot'
import { findTextInDatabase } from '@jobboard/testkit/find-text'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Accounts, bootAccounts } from './support/boot-accounts.ts'

let accounts: Accounts
let employerId: number
let userId: number
beforeAll(async () => {
  accounts = await bootAccounts({ env: { PORTAL_BASE_URL: 'https://portal.example.com/' } })
  employerId = await accounts.newEmployer()
  userId = await accounts.newUser(employerId)
})
afterAll(() => accounts.stop())

const linkOf = (body: unknown, employer = employerId) =>
  accounts.admin.post(`/admin/v1/employers/${employer}/portal-links`, body)
const read = (url: string, nowMs = accounts.deps.databaseTime.nowMs()) =>
  verifyPortalLink(TEST_CALLER_SECRET, url.replace('https://portal.example.com/sign-in/link/', ''), nowMs)

test('201: a link signs the user in for 10 minutes; the audit row does not have it (P-424)', async () => {
  const beforeMs = accounts.deps.databaseTime.nowMs()
  const { status, body } = await linkOf({ userId })
  expect(status).toBe(201)
  const link = read(body.url)!
  expect(link).toMatchObject({ kind: 'user', id: userId, page: 'start' })
  expect(body.expiresAt).toBe(new Date(link.expiresAtMs).toISOString())
  expect(Math.abs(link.expiresAtMs - beforeMs - 600_000)).toBeLessThan(60_000)
  expect(read(body.url, link.expiresAtMs)).toBeUndefined()
  const rows = await accounts.auditRows(`user ${userId}`)
  expect(rows.at(-1)).toMatchObject({
    action: 'create-portal-link',
    after: { employerId, page: 'start', expiresAt: body.expiresAt },
  })
  for (const secret of [link.nonce, body.url.split('/').at(-1)!])
    expect(await findTextInDatabase(accounts.databaseUrl, [secret])).toEqual([])
})

test('201: page and life are as asked; two requests make two links, also with one Idempotency-Key', async () => {
  const body = { userId, page: 'keys', expiresInSeconds: 3_600 }
  const path = `/admin/v1/employers/${employerId}/portal-links`
  const ask = () => accounts.admin.post(path, body, { 'idempotency-key': 'same' })
  const [one, two] = [(await ask()).body, (await ask()).body]
  expect([read(one.url)!.page, read(one.url)!.nonce === read(two.url)!.nonce]).toEqual(['keys', false])
  expect(Date.parse(one.expiresAt) - accounts.deps.databaseTime.nowMs()).toBeGreaterThan(3_000_000)
})

test('201: a link for a member of the staff; 404 once the member is removed', async () => {
  const member = { name: 'Ines', email: 'ines@board.example', role: 'operator' }
  const { id } = (await accounts.admin.post('/admin/v1/staff', member)).body
  const ask = () => accounts.admin.post(`/admin/v1/staff/${id}/portal-links`, { page: 'review' })
  const { status, body } = await ask()
  expect([status, read(body.url)]).toMatchObject([201, { kind: 'staff', id, page: 'review' }])
  expect((await accounts.auditRows(`staff ${id}`)).at(-1)).toMatchObject({
    action: 'create-staff-portal-link',
  })
  await accounts.admin.delete(`/admin/v1/staff/${id}`)
  expect((await ask()).status).toBe(404)
})

test("404: a removed user, another employer's user and an unknown one get byte-identical responses (D-19)", async () => {
  const other = await accounts.newEmployer()
  await accounts.newUser(other)
  const gone = await accounts.newUser(other)
  expect((await accounts.admin.delete(`/admin/v1/employers/${other}/users/${gone}`)).status).toBe(204)
  const responses = [await linkOf({ userId: gone }, other), await linkOf({ userId }, other)]
  const missing = await linkOf({ userId: 2_147_483_647 })
  for (const { status, text } of responses) expect([status, text]).toEqual([404, missing.text])
})

test.each([
  [{}, 'userId'],
  [{ userId: 'x' }, 'userId'],
  [{ page: 'https://evil.example' }, 'page'],
  [{ page: '//evil.example' }, 'page'],
  [{ expiresInSeconds: 59 }, 'expiresInSeconds'],
  [{ expiresInSeconds: 3_601 }, 'expiresInSeconds'],
  [{ expiresInSeconds: 60.5 }, 'expiresInSeconds'],
])('400: %j is refused with the field', async (body, field) => {
  const response = await linkOf({ ...(field === 'userId' ? {} : { userId }), ...body })
  expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
  expect(response.body.message).toContain(`${field}: `)
})

test('401: a recruiter and a service cannot make links', async () => {
  const callers: Caller[] = [
    { kind: 'recruiter', employerId, userId, keyId: null, scopes: [] },
    { kind: 'service', service: 'jobs' },
  ]
  for (const caller of callers) {
    const path = `/admin/v1/employers/${employerId}/portal-links`
    expect((await accounts.as(caller).post(path, { userId })).status).toBe(401)
  }
})
