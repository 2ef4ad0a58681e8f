import { once } from 'node:events'
import { openLog } from '@jobboard/service/lifecycle/log'
import type { Client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { EMPLOYER, OTHER_EMPLOYER } from './support/accounts.ts'
import { openCrashSystem } from './support/crash-system.ts'
import { expireLeases } from './support/expire-leases.ts'

const system = openCrashSystem()

/** Makes a subscription of an endpoint that refuses connections, and ten deliveries. Returns its id. */
async function failTenTimes(admin: Client, employerId: number): Promise<number> {
  // Nothing listens on port 9.
  const { id } = await system.subscribe(admin, { url: 'http://127.0.0.1:9/hook', employerId })
  for (let i = 0; i < 10; i++) await system.submit(employerId)
  return id
}

/** The audit rows of a subscription that was disabled, as operators read them in accounts. */
async function rowsOf(subscriptionId: number): Promise<{ action: string }[]> {
  const { body } = await system.accounts.get(
    `/admin/v1/audit?entityType=webhook-subscription&entityId=${subscriptionId}`,
  )
  return body.items.filter(({ action }: { action: string }) => action === 'disable-subscription')
}

test('SIGKILL between the commit that disables and its hand-over: the audit row arrives once all the same (P-184)', async () => {
  const first = await system.startProcess({ FAILPOINTS: 'disabled-after-commit' })
  const exit = once(first.child, 'exit')
  const killed = await failTenTimes(first.admin, EMPLOYER)
  expect((await exit)[1]).toBe('SIGKILL')
  await expireLeases(system.db)

  let log = ''
  const { admin } = await system.bootHere((name) =>
    openLog(name, 'info', {
      write(line) {
        log += line
      },
    }),
  )
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
  const later = await failTenTimes(admin, OTHER_EMPLOYER)
  await eventually('the next audit row arrives', async () => (await rowsOf(later)).length > 0)
  expect([(await rowsOf(killed)).length, (await rowsOf(later)).length]).toEqual([1, 1])
  const lines = log.split('\n').filter((line) => line.includes('webhook subscription disabled'))
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ subscriptionId: later, employerId: OTHER_EMPLOYER }),
  ])
})
