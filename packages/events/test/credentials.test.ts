import { openNats } from '@jobboard/testkit/infra'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BusOptions, openBus } from '../src/nats/bus.ts'
import { silentLog } from './support/open.ts'

// A password with every kind of character.
const PASSWORD = `p@ss:1/w#o?r d%20%&"'\\$é+=[]{}`

let nats: Awaited<ReturnType<typeof openNats>>
let host: string
beforeAll(async () => {
  nats = await openNats(PASSWORD)
  host = new URL(nats.url).host
})
afterAll(() => nats.stop())

const connects = async (options: Pick<BusOptions, 'url' | 'user' | 'password'>) => {
  const bus = openBus({ ...options, name: 'test', log: silentLog })
  const isConnected = await bus.firstAttempt()
  await bus.close()
  return isConnected
}

test('a password of any characters works, percent-encoded in the URL or on its own', async () => {
  const encoded = encodeURIComponent(PASSWORD)
  expect(await connects({ url: `nats://jobboard:${encoded}@${host}` })).toBe(true)
  expect(await connects({ url: `nats://${host}`, user: 'jobboard', password: PASSWORD })).toBe(true)
  // The URL wins.
  const other = { user: 'jobboard', password: 'guess' }
  expect(await connects({ url: `nats://jobboard:${encoded}@${host}`, ...other })).toBe(true)
})

test('an anonymous client and one with a wrong password are refused', async () => {
  const url = `nats://${host}`
  expect(await connects({ url })).toBe(false)
  expect(await connects({ url, user: 'jobboard', password: 'guess' })).toBe(false)
  expect(await connects({ url: `nats://jobboard:100%@${host}` })).toBe(false)
})
