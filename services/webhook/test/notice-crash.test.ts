import { once } from 'node:events'
import { eventually } from '@jobboard/testkit/eventually'
import { type MailServer, startMailServer } from '@jobboard/testkit/mail-server'
import { afterAll, expect, test } from 'vitest'
import { EMPLOYER } from './support/accounts.ts'
import { openCrashSystem } from './support/crash-system.ts'

let mailServer: MailServer
const system = openCrashSystem(async () => {
  mailServer = await startMailServer()
  return { SMTP_URL: mailServer.url, MAIL_FROM: 'webhooks@board.example' }
})
afterAll(() => mailServer.stop())

test('SIGKILL between sending and storing: the mail comes once more, with the same Message-ID (P-184)', async () => {
  const user = { name: 'A', email: 'admin@own.example', role: 'EmployerAdmin' }
  await system.accounts.post(`/admin/v1/employers/${EMPLOYER}/users`, user)
  const first = await system.startProcess({ FAILPOINTS: 'notice-after-send' })
  const exit = once(first.child, 'exit')
  // Nothing listens on port 9.
  await system.subscribe(first.admin, { url: 'http://127.0.0.1:9/hook' })
  for (let i = 0; i < 10; i++) await system.submit()
  const [, signal] = await exit
  expect([signal, mailServer.mails.length]).toEqual(['SIGKILL', 1])

  const { sql } = system.db
  await system.bootHere()
  const rows = () => sql<{ attempts: number; closedAs: string | null }>`
    select attempts, closed_as from disabled_notice`
  expect(await rows()).toEqual([{ attempts: 1, closedAs: null }])
  await sql`update disabled_notice set next_attempt_at = now() - interval '1 second'`
  await eventually('the notice is sent', async () => (await rows())[0]?.closedAs === 'Sent')
  const ids = mailServer.mails.map(({ messageId }) => messageId)
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
})
