import { once } from 'node:events'
import { createServer } from 'node:net'
import { openDb } from '@jobboard/db/db'
import { CALLER_HEADER, signCaller } from '@jobboard/service/auth/caller'
import { TEST_CALLER_SECRET } from '@jobboard/testkit/boot'
import { client } from '@jobboard/testkit/client'
import { openMigratedDatabase } from '@jobboard/testkit/database'
import { eventually } from '@jobboard/testkit/eventually'
import { endOf, startServiceProcess, urlOf } from '@jobboard/testkit/service-process'
import { expect, onTestFinished, test } from 'vitest'
import { service } from '../src/service.ts'
import { type MailSystem, openMailSystem } from './support/mail-system.ts'

const waiting = (system: MailSystem, employerId: number) =>
  system.accounts.deps.db.sql<{ kind: string; attempts: number }>`
    select kind, attempts from mail where employer_id = ${employerId} and closed_at is null order by created_at`
const mailPart = async ({ accounts }: MailSystem) => {
  const { status, parts } = (await accounts.internal.get('/healthz/ready')).body
  return { status, mail: parts.find(({ name }: { name: string }) => name === 'mail') }
}

/** An address at which nothing listens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('a mail server that is away holds nothing up: one mail is tried, applications are counted, health names it (P-643)', async () => {
  const system = await openMailSystem({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` })
  onTestFinished(() => system.stop())
  const { accounts } = system
  const employerId = await accounts.newEmployer()
  const { id } = await system.user(employerId, 'EmployerAdmin', { applications: 'at_once' })
  expect(await mailPart(system)).toMatchObject({ status: 'ready', mail: { ok: true } })
  const key = await accounts.mint(employerId, { scopes: ['CvSearch'] })
  expect((await accounts.admin.post(`/admin/v1/api-keys/${key.id}/approve`)).status).toBe(200)
  await eventually('the server was tried', async () => (await mailPart(system)).mail.ok === false)
  expect(await mailPart(system)).toMatchObject({ status: 'degraded', mail: { required: false } })
  for (let i = 0; i < 30; i++) await system.apply(employerId, 71)
  // Longer than between two tries of the server.
  for (let i = 0; i < 10; i++) system.advance(301)
  for (let i = 0; i < 30; i++) await system.apply(employerId, 71)
  expect(
    (await waiting(system, employerId)).filter(({ kind }) => kind === 'applications').length,
  ).toBeLessThan(12)
  const counted = await accounts.deps.db.sql<{ applications: number }>`
    select applications from mail_due_job where user_id = ${id}`
  expect(counted[0]!.applications).toBeGreaterThanOrEqual(30)
})

test('without a mail server nothing is queued or counted (P-640)', async () => {
  const system = await openMailSystem({ SMTP_URL: '' })
  onTestFinished(() => system.stop())
  const { accounts } = system
  const employerId = await accounts.newEmployer()
  const { id } = await system.user(employerId, 'EmployerAdmin', { applications: 'at_once' })
  const key = await accounts.mint(employerId, { scopes: ['CvSearch'] })
  await accounts.admin.post(`/admin/v1/api-keys/${key.id}/approve`)
  await system.apply(employerId, 71)
  const webhook = accounts.as({ kind: 'service', service: 'webhook' })
  const notice = {
    id: '6f1c9a4e-7d2b-4b61-9a55-0d4c8f5f1a21',
    subscriptionId: 5,
    subject: 'Disabled',
    text: 'It failed.',
  }
  const answered = await webhook.post(`/internal/v1/employers/${employerId}/webhook-mails`, notice)
  expect(answered.body).toEqual({ isSending: false })
  const { sql } = accounts.deps.db
  expect([await waiting(system, employerId), await sql`select from mail_due`]).toEqual([[], []])
  expect((await accounts.admin.get(system.settingsPath(employerId, id))).body.isSending).toBe(false)
})

test('SIGKILL between sending and storing: the mail comes once more, with the same Message-ID (P-643)', async () => {
  const system = await openMailSystem({ SMTP_URL: '' })
  const database = await openMigratedDatabase(service.migrations)
  onTestFinished(async () => {
    await system.stop()
    await database.drop()
  })
  const { mailServer } = system
  const place = { databaseUrl: database.url, natsUrl: system.accounts.natsUrl }
  const env = { SMTP_URL: mailServer.url }
  const first = startServiceProcess('accounts', place, { ...env, FAILPOINTS: 'mail-after-send' })
  const token = { [CALLER_HEADER]: signCaller(TEST_CALLER_SECRET, { kind: 'admin', actor: 'olga' }) }
  const admin = client(await urlOf(first), () => token)
  const { id: employerId } = (await admin.post('/admin/v1/employers', { name: 'Fjord' })).body
  const user = { name: 'Ada', email: 'ada@fjord.example', role: 'EmployerAdmin' }
  await admin.post(`/admin/v1/employers/${employerId}/users`, user)
  const body = { name: 'ATS', scopes: ['CvSearch'] }
  const key = (await admin.post(`/admin/v1/employers/${employerId}/api-keys`, body)).body
  await admin.post(`/admin/v1/api-keys/${key.id}/approve`).catch(() => {})
  expect([await endOf(first), mailServer.mails.length]).toEqual(['SIGKILL', 1])

  const db = openDb({ url: database.url, poolSize: 2 })
  onTestFinished(() => db.close())
  const rows = () =>
    db.sql<{ attempts: number; closedAs: string | null }>`select attempts, closed_as from mail`
  expect(await rows()).toEqual([{ attempts: 1, closedAs: null }])
  await db.sql`update mail set next_attempt_at = now() - interval '1 second'`
  const second = startServiceProcess('accounts', place, env)
  await urlOf(second)
  await eventually('the mail is sent', async () => (await rows())[0]?.closedAs === 'Sent')
  second.kill('SIGKILL')
  await endOf(second)
  const ids = mailServer.mails.map(({ messageId }) => messageId)
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
})
