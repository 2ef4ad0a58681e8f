import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nextDigestAt } from '../src/mails/mail.ts'
import { type AccountsWithLedgers, bootAccountsWithLedgers } from './support/accounts-with-ledgers.ts'

let services: AccountsWithLedgers
beforeAll(async () => {
  services = await bootAccountsWithLedgers({ SMTP_URL: 'smtp://127.0.0.1:9' })
})
afterAll(() => services.stop())

const defaults = { applications: 'daily', keys: true, credits: true, webhooks: true, isSending: true }
const pathOf = (employerId: number, userId: number) =>
  `/admin/v1/employers/${employerId}/users/${userId}/mail-settings`

test('200: the mails of a user are read and changed, each change with one audit row; 400 names the field (P-640)', async () => {
  const { accounts } = services
  const employerId = await accounts.newEmployer()
  const userId = await accounts.newUser(employerId)
  const path = pathOf(employerId, userId)
  expect((await accounts.admin.get(path)).body).toEqual(defaults)
  const changed = { ...defaults, applications: 'at_once', webhooks: false }
  const response = await accounts.admin.put(path, { applications: 'at_once', webhooks: false })
  expect([response.status, response.body]).toEqual([200, changed])
  await accounts.admin.put(path, { applications: 'at_once' })
  expect((await accounts.admin.get(path)).body).toEqual(changed)
  const rows = (await accounts.auditRows(`user ${userId}`)).filter(
    ({ action }) => action === 'update-mail-settings',
  )
  expect(rows).toHaveLength(1)
  const refused = await accounts.admin.put(path, { applications: 'hourly' })
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('applications')])
})

test('403: in the portal a user changes no mails of another user; 404 for users of other employers', async () => {
  const { accounts } = services
  const [employerId, other] = [await accounts.newEmployer(), await accounts.newEmployer()]
  const [one, two] = [await accounts.newUser(employerId), await accounts.newUser(employerId)]
  const inPortal = accounts.as({ kind: 'admin', actor: `user ${one}` })
  expect((await inPortal.put(pathOf(employerId, one), { keys: false })).status).toBe(200)
  expect((await inPortal.put(pathOf(employerId, two), { keys: false })).status).toBe(403)
  expect((await accounts.admin.get(pathOf(employerId, two))).body.keys).toBe(true)
  expect((await accounts.admin.get(pathOf(other, one))).status).toBe(404)
  expect((await accounts.admin.put(pathOf(other, one), { keys: true })).status).toBe(404)
})

test('a link ends the mails of one kind, as often as it is used; 404 for a removed user (P-642)', async () => {
  const { accounts } = services
  const employerId = await accounts.newEmployer()
  const [, userId] = [await accounts.newUser(employerId), await accounts.newUser(employerId)]
  const portal = accounts.as({ kind: 'service', service: 'portal' })
  const off = () => portal.post(`/internal/v1/users/${userId}/mail-settings/off`, { kind: 'applications' })
  expect([(await off()).status, (await off()).status]).toEqual([204, 204])
  expect((await accounts.admin.get(pathOf(employerId, userId))).body).toEqual({
    ...defaults,
    applications: 'off',
  })
  await accounts.admin.delete(`/admin/v1/employers/${employerId}/users/${userId}`)
  expect((await off()).status).toBe(404)
})

test('200: an employer has a name, a time zone and a threshold of credits; a new name reaches the other services', async () => {
  const { accounts } = services
  const employerId = await accounts.newEmployer()
  const path = `/admin/v1/employers/${employerId}/settings`
  expect((await accounts.admin.get(path)).body).toEqual({
    name: 'Fjord Ferries',
    timeZone: 'UTC',
    creditThreshold: 5,
  })
  const events = async () =>
    accounts.deps.db
      .sql`select 1 from outbox where subject like '%employer.changed.v1' and aggregate_id = ${String(employerId)}`
  const before = (await events()).length
  const wanted = { name: 'Fjord Lamps', timeZone: 'Asia/Kathmandu', creditThreshold: 0 }
  expect((await accounts.admin.put(path, { timeZone: wanted.timeZone, creditThreshold: 0 })).status).toBe(200)
  expect(await events()).toHaveLength(before)
  expect((await accounts.admin.put(path, { name: wanted.name })).body).toEqual(wanted)
  expect(await events()).toHaveLength(before + 1)
  expect((await accounts.admin.get(`/admin/v1/employers/${employerId}`)).body).toMatchObject({
    name: 'Fjord Lamps',
    hasActiveContract: true,
  })
  for (const timeZone of ['Mars/Olympus', '+02:00', '', 'x'.repeat(500)]) {
    const { status, body } = await accounts.admin.put(path, { timeZone })
    expect([status, body.message]).toEqual([400, expect.stringContaining('timeZone')])
  }
  expect((await accounts.admin.put(path, { creditThreshold: -1 })).status).toBe(400)
  expect((await accounts.admin.get('/admin/v1/employers/2000000000/settings')).status).toBe(404)
})

test('a balance that falls below the threshold is mailed once, and again after it was above (P-640)', async () => {
  const { accounts } = services
  const employerId = await accounts.newEmployer()
  const userId = await accounts.newUser(employerId)
  const grant = (amount: number) =>
    accounts.admin.post(`/admin/v1/employers/${employerId}/credits`, { kind: 'CvSearch', amount })
  const level = async () =>
    (
      await accounts.deps.db.sql<{
        isLow: boolean
      }>`select is_low from credit_level where employer_id = ${employerId}`
    )[0]?.isLow
  const mails = async () => {
    const rows = await accounts.deps.db.sql<{ data: unknown }>`
      select data from mail where user_id = ${userId} order by created_at`
    return rows.map(({ data }) => data)
  }
  /** Each advance looks at the balances. */
  const see = async (isLow: boolean) => {
    accounts.deps.clock.advanceTo(accounts.deps.clock.offsetMs + 1_000)
    await eventually('the balance is looked at', async () => (await level()) === isLow)
  }
  await grant(4)
  await see(true)
  expect(await mails()).toEqual([])
  await grant(2)
  await see(false)
  await grant(-3)
  await see(true)
  await grant(-1)
  await see(true)
  await grant(10)
  await see(false)
  await grant(-10)
  await see(true)
  expect(await mails()).toEqual([
    { kind: 'CvSearch', amount: 3, threshold: 5 },
    { kind: 'CvSearch', amount: 2, threshold: 5 },
  ])
})

test.each([
  ['2026-01-10T06:59:00Z', 'Europe/Amsterdam', '2026-01-10T07:00:00.000Z'],
  ['2026-01-10T07:00:00Z', 'Europe/Amsterdam', '2026-01-11T07:00:00.000Z'],
  ['2026-03-28T12:00:00Z', 'Europe/Amsterdam', '2026-03-29T06:00:00.000Z'],
  ['2026-10-24T12:00:00Z', 'Europe/Amsterdam', '2026-10-25T07:00:00.000Z'],
  ['2026-01-10T00:00:00Z', 'Asia/Kathmandu', '2026-01-10T02:15:00.000Z'],
  ['2026-01-10T07:30:00Z', 'UTC', '2026-01-10T08:00:00.000Z'],
])('after %s in %s the daily mail is due at %s', (now, zone, at) => {
  expect(nextDigestAt(new Date(now), zone).toISOString()).toBe(at)
})
