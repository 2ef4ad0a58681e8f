import { openLog } from '@jobboard/service/lifecycle/log'
import { boot } from '@jobboard/testkit/boot'
import { eventually } from '@jobboard/testkit/eventually'
import { type MailServer, startMailServer } from '@jobboard/testkit/mail-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { service } from '../src/service.ts'
import { EMPLOYER, OTHER_EMPLOYER } from './support/accounts.ts'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

let system: WebhookSystem
let mailServer: MailServer
let log = ''
beforeAll(async () => {
  mailServer = await startMailServer()
  const env = {
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Job board <webhooks@board.example>',
    WEBHOOK_RETRY_DELAYS_SECONDS: '86400,86400,86400',
  }
  system = await openWebhookSystem(env, (name) =>
    openLog(name, 'debug', {
      write(line) {
        log += line
      },
    }),
  )
  const users = [
    [EMPLOYER, 'first@own.example', 'EmployerAdmin'],
    [EMPLOYER, 'second@own.example', 'EmployerAdmin'],
    [EMPLOYER, 'recruiter@own.example', 'Recruiter'],
    [OTHER_EMPLOYER, 'admin@other.example', 'EmployerAdmin'],
  ] as const
  for (const [employerId, email, role] of users) {
    await system.accounts.post(`/admin/v1/employers/${employerId}/users`, { name: 'A', email, role })
  }
})
afterAll(async () => {
  await system.stop()
  await mailServer.stop()
})
beforeEach(async () => {
  mailServer.mails.length = 0
  mailServer.behave('take')
  await system.webhook.deps.db.sql`update subscription set status = 'Deleted'`
})

/** Lets ten attempts fail, which disables the subscription. */
async function disable(url = `${system.receiver.url}/down`): Promise<number> {
  const { id } = await system.subscribe({ url })
  system.receiver.respond((response, { path }) => void response.writeHead(path === '/down' ? 503 : 200).end())
  for (let i = 0; i < 10; i++) await system.submit()
  await eventually('it is disabled', async () => (await system.subscription(id)).status === 'Disabled')
  return id
}
const notices = (subscriptionId: number) =>
  system.webhook.deps.db.sql<{ id: string; attempts: number; nextAttemptAt: Date; closedAs: string | null }>`
    select id, attempts, next_attempt_at, closed_as from disabled_notice where subscription_id = ${subscriptionId}`
const closed = (subscriptionId: number, wanted: string) =>
  eventually(`the notice is ${wanted}`, async () => (await notices(subscriptionId))[0]?.closedAs === wanted)

test("disabling mails the employer's admins once, with the errors and what to do; no address is stored or logged (P-184)", async () => {
  const { databaseUrl, natsUrl } = system.webhook
  const second = await boot(service, { databaseUrl, natsUrl, env: system.env })
  const id = await disable()
  await closed(id, 'Sent')
  const [notice, ...others] = await notices(id)
  expect(others).toEqual([])
  const [mail, ...more] = mailServer.mails
  expect(more).toEqual([])
  expect(mail!.recipients.toSorted()).toEqual(['first@own.example', 'second@own.example'])
  expect(mail!.messageId).toBe(`<${notice!.id}@board.example>`)
  expect(mail!.source).toContain(`Subject: Webhook subscription ${id} is disabled\n`)
  expect(mail!.source).toContain('From: Job board <webhooks@board.example>\n')
  expect(mail!.source).toContain('Content-Type: text/plain; charset=utf-8\n')
  expect(mail!.source).toContain(`${system.receiver.url}/down`)
  expect(mail!.source.match(/application\.submitted: HTTP status 503/g)!.length).toBeGreaterThanOrEqual(10)
  expect(mail!.source).toContain(`Enable subscription ${id} in the employer portal`)
  expect(log).toContain('webhook notice sent')
  const [stored] = await system.webhook.deps.db.sql<{ rows: string }>`
    select string_agg(n::text, '') as rows from disabled_notice n`
  for (const text of [log, stored!.rows]) expect(text).not.toMatch(/own\.example|other\.example/)
  await second.stop()
})

test('a mail server that hangs delays no delivery; the notice is sent later with the same Message-ID', async () => {
  mailServer.behave('hang')
  const before = mailServer.connections
  const id = await disable()
  await eventually('the server has the connection', async () => mailServer.connections > before)
  const healthy = await system.subscribe({ url: `${system.receiver.url}/healthy` })
  for (let i = 0; i < 20; i++) await system.submit()
  await eventually('all deliveries of the healthy subscription succeed', async () => {
    return (await system.deliveries(healthy.id, 'Succeeded')).length === 20
  })
  expect((await notices(id))[0]).toMatchObject({ attempts: 1, closedAs: null })
  mailServer.behave('take')
  mailServer.drop()
  await eventually('the attempt is given up', async () => log.includes('"msg":"webhook notice not sent"'))
  system.advance(120)
  await closed(id, 'Sent')
  expect(mailServer.mails.map(({ messageId }) => messageId)).toEqual([
    `<${(await notices(id))[0]!.id}@board.example>`,
  ])
})

test('a refused mail is retried eight times in all and then given up; the refusal in the log has no address', async () => {
  mailServer.behave('refuse')
  const id = await disable()
  for (const [i, delay] of [120, 300, 900, 3_600, 21_600, 86_400, 86_400].entries()) {
    const { nextAttemptAt } = await eventually(`attempt ${i + 1}`, async () => {
      const [notice] = await notices(id)
      return notice?.attempts === i + 1 && notice
    })
    // A test that takes a minute for one attempt would still pass.
    const waitMs = nextAttemptAt.getTime() - system.webhook.deps.clock.now().getTime()
    expect(waitMs).toBeGreaterThan((delay - 60) * 1_000)
    expect(waitMs).toBeLessThanOrEqual(delay * 1_000)
    system.advance(delay)
  }
  await closed(id, 'GivenUp')
  expect((await notices(id))[0]!.attempts).toBe(8)
  expect(log).toContain('EENVELOPE')
  expect(log).not.toMatch(/own\.example/)
})

test('an employer without an EmployerAdmin gets no mail, and the notice is closed', async () => {
  const { body } = await system.accounts.post('/admin/v1/employers', { name: 'Nobody' })
  const { id } = await system.subscribe({ employerId: body.id, url: `${system.receiver.url}/down` })
  system.receiver.respond(503)
  for (let i = 0; i < 10; i++) await system.submit({ employerId: body.id })
  await closed(id, 'NoRecipient')
  expect(mailServer.mails).toEqual([])
})

test('enabled and disabled again: one mail each; disabled by an operator: none', async () => {
  const id = await disable()
  await closed(id, 'Sent')
  await system.admin.post(`/admin/v1/webhook-subscriptions/${id}/enable`)
  system.advance(86_400)
  await eventually('there are two mails', async () => mailServer.mails.length === 2)
  expect(new Set(mailServer.mails.map(({ messageId }) => messageId)).size).toBe(2)
  const other = await system.subscribe()
  await system.admin.post(`/admin/v1/webhook-subscriptions/${other.id}/disable`)
  expect(await notices(other.id)).toEqual([])
})
