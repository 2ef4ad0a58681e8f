import { once } from 'node:events'
import { type Db, openDb } from '@jobboard/db/db'
import { openClock } from '@jobboard/service/clock/clock'
import { testEnv } from '@jobboard/testkit/boot'
import type { Client } from '@jobboard/testkit/client'
import { openDatabase } from '@jobboard/testkit/database'
import { eventually } from '@jobboard/testkit/eventually'
import { receiveEvent } from '@jobboard/testkit/receive-event'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applicationConsumer } from '../src/consumers/application.ts'
import { EMPLOYER, OTHER_EMPLOYER, startAccounts } from './support/accounts.ts'
import { type SenderProcess, startSenderProcess } from './support/sender-process.ts'
import { submittedEvent } from './support/webhook-system.ts'

const clock = openClock()
const processes: SenderProcess[] = []
const closing: (() => Promise<unknown>)[] = []
let db: Db
let operator: Client
let env: Record<string, string>
beforeAll(async () => {
  const [database, accounts] = await Promise.all([openDatabase(), startAccounts()])
  db = openDb({ url: database.url, poolSize: 2 })
  operator = accounts.operator
  env = testEnv(database.url, accounts.natsUrl, {
    LOG_LEVEL: 'info',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    ACCOUNTS_URL: accounts.url,
  })
  closing.push(accounts.stop, () => db.close(), database.drop)
})
afterAll(async () => {
  for (const one of processes) await one.end('SIGKILL')
  for (const close of closing) await close()
})

async function start(more: Record<string, string> = {}): Promise<SenderProcess> {
  const one = await startSenderProcess({ ...env, ...more })
  processes.push(one)
  return one
}

/** Makes a subscription of an endpoint that refuses connections, and ten deliveries. Returns its id. */
async function failTenTimes({ admin }: SenderProcess, employerId: number): Promise<number> {
  const path = `/admin/v1/employers/${employerId}/webhook-subscriptions`
  // Nothing listens on port 9.
  const { body } = await admin.post(path, { url: 'http://127.0.0.1:9/hook' })
  for (let i = 0; i < 10; i++) {
    const event = submittedEvent(clock.now(), { employerId })
    await receiveEvent(db, 'webhook', applicationConsumer(clock), event)
  }
  return body.id
}

/** The audit rows of a subscription that was disabled, as operators read them in accounts. */
async function rowsOf(subscriptionId: number): Promise<{ action: string }[]> {
  const { body } = await operator.get(
    `/admin/v1/audit?entityType=webhook-subscription&entityId=${subscriptionId}`,
  )
  return body.items.filter(({ action }: { action: string }) => action === 'disable-subscription')
}

test('SIGKILL between the commit that disables and its hand-over: the audit row arrives once all the same (P-290)', async () => {
  const first = await start({ FAILPOINTS: 'disabled-after-commit' })
  const exit = once(first.child, 'exit')
  const killed = await failTenTimes(first, EMPLOYER)
  expect((await exit)[1]).toBe('SIGKILL')

  const next = await start()
  const employerOf = (employerId: number) => ({
    employerId,
    status: 'Disabled',
    disabledReason: expect.any(String),
  })
  const [row] = await eventually('the audit row arrives', async () => {
    const rows = await rowsOf(killed)
    return rows.length > 0 ? rows : undefined
  })
  expect(row).toMatchObject({ service: 'webhook', actor: 'webhook', after: employerOf(EMPLOYER) })
  // The row of a later one arrives after all of the earlier one.
  const later = await failTenTimes(next, OTHER_EMPLOYER)
  await eventually('the next audit row arrives', async () => (await rowsOf(later)).length > 0)
  expect([(await rowsOf(killed)).length, (await rowsOf(later)).length]).toEqual([1, 1])
  const lines = next
    .log()
    .split('\n')
    .filter((line) => line.includes('webhook subscription disabled'))
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ subscriptionId: later, employerId: OTHER_EMPLOYER }),
  ])
})
