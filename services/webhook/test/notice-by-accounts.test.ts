import { eventually } from '@jobboard/testkit/eventually'
import { type MailServer, startMailServer } from '@jobboard/testkit/mail-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EMPLOYER } from './support/accounts.ts'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

let system: WebhookSystem
let mailServer: MailServer
beforeAll(async () => {
  mailServer = await startMailServer()
  const env = { SMTP_URL: mailServer.url, MAIL_FROM: 'webhooks@board.example' }
  system = await openWebhookSystem(env, undefined, env)
})
afterAll(async () => {
  await system.stop()
  await mailServer.stop()
})

test('accounts sends the notice where it sends mails: one to each admin who wants it, with a link that ends them (P-184, P-640)', async () => {
  const users = `/admin/v1/employers/${EMPLOYER}/users`
  const [first, second] = await Promise.all(
    ['first@own.example', 'second@own.example'].map(async (email) => {
      const { body } = await system.accounts.post(users, { name: 'A', email, role: 'EmployerAdmin' })
      return { id: body.id as number, email }
    }),
  )
  await system.accounts.put(`${users}/${second!.id}/mail-settings`, { webhooks: false })
  const { id } = await system.subscribe({ url: `${system.receiver.url}/down` })
  system.receiver.respond(503)
  for (let i = 0; i < 10; i++) await system.submit()
  const mail = await eventually('the mail', async () => mailServer.mails[0])
  expect(mail.recipients).toEqual([first!.email])
  expect(mail.source).toContain(`Subject: Webhook subscription ${id} is disabled\n`)
  expect(mail.source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(mail.source).toMatch(/application\.submitted: HTTP status 503/)
  await eventually('the notice is closed', async () => {
    const [row] = await system.webhook.deps.db.sql<{
      closedAs: string | null
    }>`select closed_as from disabled_notice`
    return row?.closedAs === 'Sent'
  })
  expect(mailServer.mails).toHaveLength(1)
})
