import { openDb } from '@jobboard/db/db'
import { openBus } from '@jobboard/events/nats/bus'
import { openMigratedDatabase } from '@jobboard/testkit/database'
import { openNats } from '@jobboard/testkit/infra'
import { expect, onTestFinished, test } from 'vitest'
import { checkDependency } from '../src/http/health.ts'
import { openLog } from '../src/lifecycle/log.ts'

const log = openLog('test', 'silent')

test('a Postgres that refuses the role is not one that is away', async () => {
  const database = await openMigratedDatabase([])
  onTestFinished(database.drop)
  const part = async (change: Partial<URL>) => {
    const db = openDb({ url: Object.assign(new URL(database.url), change).href })
    onTestFinished(() => db.close())
    return checkDependency('postgres', true, async () => void (await db.sql`select 1`))
  }
  expect(await part({ username: 'no_such_role' })).toMatchObject({ ok: false, error: 'credentials refused' })
  const away = await part({ port: '1' })
  expect([away.ok, away.error]).toEqual([false, undefined])
})

test('a NATS that refuses the password is not one that is away', async () => {
  const nats = await openNats('the-password')
  onTestFinished(nats.stop)
  const { host } = new URL(nats.url)
  const part = async (url: string) => {
    const bus = openBus({ url, user: 'jobboard', password: 'another', name: 'test', log })
    onTestFinished(() => bus.close())
    await bus.firstAttempt()
    return checkDependency('nats', false, () => Promise.reject(bus.failure()))
  }
  expect(await part(`nats://${host}`)).toMatchObject({ ok: false, error: 'credentials refused' })
  const away = await part('nats://127.0.0.1:1')
  expect([away.ok, away.error]).toEqual([false, undefined])
})
