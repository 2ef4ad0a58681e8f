import { once } from 'node:events'
import { type Db, openDb } from '@jobboard/db/db'
import { openClock } from '@jobboard/service/clock/clock'
import { testEnv } from '@jobboard/testkit/boot'
import { openDatabase } from '@jobboard/testkit/database'
import { eventually } from '@jobboard/testkit/eventually'
import { receiveEvent } from '@jobboard/testkit/receive-event'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applicationConsumer } from '../src/consumers/application.ts'
import { EMPLOYER, startAccounts } from './support/accounts.ts'
import { type MailServer, startMailServer } from './support/mail-server.ts'
import { type SenderProcess, startSenderProcess } from './support/sender-process.ts'
import { submittedEvent } from './support/webhook-system.ts'

const clock = openClock()
const processes: SenderProcess[] = []
const closing: (() => Promise<unknown>)[] = []
let mailServer: MailServer
let db: Db
let env: Record<string, string>
beforeAll(async () => {
  const [database, accounts] = await Promise.all([openDatabase(), startAccounts()])
  mailServer = await startMailServer()
  db = openDb({ url: database.url, poolSize: 2 })
  env = testEnv(database.url, accounts.natsUrl, {
    LOG_LEVEL: 'info',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    ACCOUNTS_URL: accounts.url,
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'webhooks@board.example',
  })
  const admin = { name: 'A', email: 'admin@own.example', role: 'EmployerAdmin' }
  await accounts.operator.post(`/admin/v1/employers/${EMPLOYER}/users`, admin)
  closing.push(mailServer.stop, accounts.stop, () => db.close(), database.drop)
})
afterAll(async () => {
  for (const one of processes) await one.end('SIGKILL')
  for (const close of closing) await close()
})

test('SIGKILL between sending and storing: the mail comes once more, with the same Message-ID (P-184)', async () => {
  const first = await startSenderProcess({ ...env, FAILPOINTS: 'notice-after-send' })
  processes.push(first)
  // Nothing listens on port 9.
  const path = `/admin/v1/employers/${EMPLOYER}/webhook-subscriptions`
  await first.admin.post(path, { url: 'http://127.0.0.1:9/hook' })
  const exit = once(first.child, 'exit')
  for (let i = 0; i < 10; i++) {
    const event = submittedEvent(clock.now(), {})
    await receiveEvent(db, 'webhook', applicationConsumer(clock), event)
  }
  const [, signal] = await exit
  expect([signal, mailServer.mails.length]).toEqual(['SIGKILL', 1])

  const next = await startSenderProcess(env)
  processes.push(next)
  const rows = () => db.sql<{ attempts: number; outcome: string | null }>`
    select attempts, outcome from disabled_notice`
  expect(await rows()).toEqual([{ attempts: 1, outcome: null }])
  await db.sql`update disabled_notice set next_attempt_at = now() - interval '1 second'`
  await eventually('the notice is sent', async () => (await rows())[0]?.outcome === 'Sent')
  const ids = mailServer.mails.map(({ messageId }) => messageId)
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
})
