import { verifyUnsubscribe } from '@jobboard/service/auth/unsubscribe-link'
import { TEST_CALLER_SECRET } from '@jobboard/testkit/boot'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type MailSystem, nameJob, openMailSystem } from './support/mail-system.ts'

let system: MailSystem
beforeAll(async () => {
  system = await openMailSystem()
})
afterAll(() => system.stop())
beforeEach(() => system.mailServer.behave('take'))

const DAY = 86_400
const sql = () => system.accounts.deps.db.sql
const states = (userId: number) =>
  sql()<{ closedAs: string | null }>`select closed_as from mail where user_id = ${userId} order by created_at`

test('new applications: at once, daily at 8:00, or never; each counts once, and Interviewers get none (P-640)', async () => {
  const employerId = await system.accounts.newEmployer()
  const atOnce = await system.user(employerId, 'Recruiter', { applications: 'at_once' })
  const daily = await system.user(employerId, 'EmployerAdmin')
  const off = await system.user(employerId, 'Recruiter', { applications: 'off' })
  const interviewer = await system.user(employerId, 'Interviewer', { applications: 'at_once' })
  await nameJob(system, employerId, 901, 'Baker')
  const eventId = await system.apply(employerId, 901)
  await system.apply(employerId, 901, { eventId })
  const mail = await system.mailTo(atOnce.email)
  expect(mail.source).toContain('Subject: 1 new application: Baker\n')
  expect(mail.source).toContain('https://portal.example/jobs/901/board')
  await system.apply(employerId, 902)
  await system.apply(employerId, 902)
  expect(system.sentTo(daily.email)).toEqual([])
  system.advance(DAY)
  expect((await system.mailTo(daily.email)).source).toContain('Subject: 3 new applications: 2 jobs\n')
  const [due] = await sql()`select count(*)::int as count from mail_due where employer_id = ${employerId}`
  expect(due).toEqual({ count: 0 })
  expect([...system.sentTo(off.email), ...system.sentTo(interviewer.email)]).toEqual([])
})

test('at once: those of a minute share a mail, 20 an hour, and the daily mail has the rest (P-641)', async () => {
  const employerId = await system.accounts.newEmployer()
  const { email, id } = await system.user(employerId, 'Recruiter', { applications: 'at_once' })
  await system.apply(employerId, 911)
  await system.mailTo(email, 1)
  await system.apply(employerId, 911)
  await system.apply(employerId, 911)
  await eventually('they wait for the end of the minute', async () => {
    const [due] = await sql()<{ dueAt: Date }>`select due_at from mail_due where user_id = ${id}`
    return due!.dueAt > system.accounts.deps.clock.now()
  })
  for (let count = 2; count <= 20; count++) {
    system.advance(61)
    await system.mailTo(email, count)
    await system.apply(employerId, 911)
  }
  expect(system.sentTo(email)[1]!.source).toContain('Subject: 2 new applications: ')
  system.advance(61)
  await system.apply(employerId, 911)
  await eventually('they are due with the daily mail', async () => {
    const [due] = await sql()<{ dueAt: Date }>`select due_at from mail_due where user_id = ${id}`
    return due!.dueAt.toISOString().endsWith('T08:00:00.000Z')
  })
  expect(system.sentTo(email)).toHaveLength(20)
  system.advance(DAY)
  expect((await system.mailTo(email, 21)).source).toContain('Subject: 2 new applications: Job 911\n')
})

test('an employer has at most 2 000 mails in 24 hours; then new applications wait for the next day (P-641)', async () => {
  const employerId = await system.accounts.newEmployer()
  const { email, id } = await system.user(employerId, 'EmployerAdmin', { applications: 'at_once' })
  const now = system.accounts.deps.clock.now()
  await sql()`
    insert into mail (id, employer_id, user_id, kind, data, created_at, next_attempt_at, closed_as, closed_at)
    select gen_random_uuid(), ${employerId}, ${id}, 'keys', '{}', ${now}, ${now}, 'Sent', ${now} from generate_series(1, 2000)`
  await system.apply(employerId, 921)
  const key = await system.accounts.mint(employerId, { scopes: ['CvSearch'] })
  await system.accounts.admin.post(`/admin/v1/api-keys/${key.id}/approve`)
  await eventually('it is due on the next day', async () => {
    const [due] = await sql()<{ dueAt: Date }>`select due_at from mail_due where user_id = ${id}`
    return due!.dueAt > system.accounts.deps.clock.now()
  })
  expect([await states(id), system.sentTo(email)]).toMatchObject([{ length: 2_000 }, []])
})

test('a mail names jobs and numbers, leads to the portal, and can be ended with one click (P-642, RFC 8058)', async () => {
  const employerId = await system.accounts.newEmployer()
  const { email, id } = await system.user(employerId, 'Recruiter', { applications: 'at_once' })
  await nameJob(system, employerId, 931, 'Baker\r\nBcc: all@else.example\n\n<b>& more')
  await system.apply(employerId, 931)
  const { source, recipients } = await system.mailTo(email)
  expect(recipients).toEqual([email])
  const [head = '', ...parts] = source.split('\n\n')
  expect(head).toContain('Subject: 1 new application: Baker Bcc: all@else.example <b>& more')
  expect(head).not.toMatch(/^Bcc:/m)
  expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const token = /^List-Unsubscribe:\s+<https:\/\/portal\.example\/unsubscribe\/(\S+)>$/m.exec(head)![1]!
  expect(verifyUnsubscribe(TEST_CALLER_SECRET, token)).toEqual({ userId: id, kind: 'applications' })
  expect(head).toMatch(/^Content-Type: multipart\/alternative/m)
  const body = parts.join('\n\n')
  expect(body).toContain('1 for Baker Bcc: all@else.example <b>& more: https://portal.example/jobs/931/board')
  expect(body).toContain('&lt;b>&amp; more')
  // The candidate of the event is 77.
  expect(body).not.toMatch(/candidate|\b77\b/i)
})

test('a key that was approved or refused, and a disabled webhook: EmployerAdmins who want it get one mail (P-640)', async () => {
  const employerId = await system.accounts.newEmployer()
  const admin = await system.user(employerId, 'EmployerAdmin')
  const other = await system.user(employerId, 'EmployerAdmin', { keys: false, webhooks: false })
  const recruiter = await system.user(employerId, 'Recruiter')
  const [one, two] = [
    await system.accounts.mint(employerId, { scopes: ['CvSearch'] }),
    await system.accounts.mint(employerId, { scopes: ['CvSearch'], name: 'Robot' }),
  ]
  await system.accounts.admin.post(`/admin/v1/api-keys/${one.id}/approve`)
  await system.accounts.admin.post(`/admin/v1/api-keys/${one.id}/approve`)
  expect((await system.mailTo(admin.email)).source).toContain(`Subject: API key ${one.id} was approved\n`)
  await system.accounts.admin.post(`/admin/v1/api-keys/${two.id}/refuse`, { reason: 'no contract' })
  const refused = await system.mailTo(admin.email, 2)
  expect(refused.source).toContain('"Robot" of Fjord Ferries was refused')
  expect(refused.source).toContain('Reason: no contract')
  const path = `/internal/v1/employers/${employerId}/webhook-mails`
  const notice = {
    id: '6f1c9a4e-7d2b-4b61-9a55-0d4c8f5f1a20',
    ...{ subscriptionId: 5, subject: 'Webhook subscription 5 is disabled', text: 'It failed.\n\nRepair it.' },
  }
  const webhook = system.accounts.as({ kind: 'service', service: 'webhook' })
  expect((await webhook.post(path, notice)).body).toEqual({ isSending: true })
  await webhook.post(path, notice)
  expect((await system.mailTo(admin.email, 3)).source).toContain('https://portal.example/webhooks/5')
  await eventually('all are sent', async () =>
    (await states(admin.id)).every(({ closedAs }) => closedAs === 'Sent'),
  )
  expect(await states(admin.id)).toHaveLength(3)
  expect([...system.sentTo(other.email), ...system.sentTo(recruiter.email)]).toEqual([])
})

test('a mail that waits is not sent to whom it must not reach any more (P-640)', async () => {
  const employerId = await system.accounts.newEmployer()
  await system.accounts.newUser(employerId)
  const [off, demoted, removed] = [
    await system.user(employerId, 'EmployerAdmin'),
    await system.user(employerId, 'EmployerAdmin'),
    await system.user(employerId, 'EmployerAdmin', { applications: 'at_once' }),
  ]
  system.mailServer.behave('refuse')
  const { id } = await system.accounts.mint(employerId, { scopes: ['CvSearch'] })
  await system.accounts.admin.post(`/admin/v1/api-keys/${id}/approve`)
  await system.apply(employerId, 941)
  await eventually('each was tried', async () => {
    const rows = await sql()`select 1 from mail where employer_id = ${employerId} and attempts > 0`
    return rows.length === 5
  })
  await system.accounts.admin.put(system.settingsPath(employerId, off.id), { keys: false })
  const users = `/admin/v1/employers/${employerId}/users`
  await system.accounts.admin.put(`${users}/${demoted.id}`, { role: 'Recruiter' })
  await system.accounts.admin.delete(`${users}/${removed.id}`)
  system.advance(121)
  await eventually('they are suppressed', async () => {
    const all = [...(await states(off.id)), ...(await states(demoted.id))]
    return all.length === 2 && all.every(({ closedAs }) => closedAs === 'Suppressed')
  })
  const stored = await sql()`
    select 1 from mail where user_id = ${removed.id} union all select 1 from mail_setting where user_id = ${removed.id}
    union all select 1 from mail_due where user_id = ${removed.id}`
  expect(stored).toEqual([])
  for (const { email } of [off, demoted, removed]) expect(system.sentTo(email)).toEqual([])
})

test('a refused mail is tried eight times, and delays no other', async () => {
  const employerId = await system.accounts.newEmployer()
  const { id } = await system.user(employerId, 'EmployerAdmin')
  const key = await system.accounts.mint(employerId, { scopes: ['CvSearch'] })
  system.mailServer.behave('refuse')
  await system.accounts.admin.post(`/admin/v1/api-keys/${key.id}/approve`)
  const attempts = async () =>
    (await sql()<{ attempts: number }>`select attempts from mail where user_id = ${id}`)[0]?.attempts
  for (const [i, delay] of [120, 300, 900, 3_600, 21_600, 43_200, 86_400].entries()) {
    await eventually(`attempt ${i + 1}`, async () => (await attempts()) === i + 1)
    system.advance(delay)
  }
  await eventually('it is given up', async () => (await states(id))[0]?.closedAs === 'GivenUp')
  expect(await attempts()).toBe(8)
})

test('mails of 30 days ago are deleted (P-286)', async () => {
  const employerId = await system.accounts.newEmployer()
  const { id, email } = await system.user(employerId, 'Recruiter', { applications: 'at_once' })
  await system.apply(employerId, 951)
  await system.mailTo(email)
  await eventually('it is stored', async () => (await states(id))[0]?.closedAs === 'Sent')
  system.advance(30 * DAY + 60)
  await eventually('it is deleted', async () => (await states(id)).length === 0)
})

test('an application that is older than a day is in no mail: a durable that is new reads the whole stream', async () => {
  const employerId = await system.accounts.newEmployer()
  const { id } = await system.user(employerId, 'Recruiter')
  await system.apply(employerId, 961)
  const due = () => sql()`select applications from mail_due_job where user_id = ${id}`
  expect(await due()).toEqual([{ applications: 1 }])
  const at = new Date(system.accounts.deps.clock.now().getTime() - DAY * 1_000)
  await system.apply(employerId, 961, { at })
  expect(await due()).toEqual([{ applications: 1 }])
})
