import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Nats, startNats } from '@jobboard/stack/infra/nats'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BusOptions, openBus } from '../src/nats/bus.ts'
import { silentLog } from './support/open.ts'

// A password with every kind of character; the server reads it from its data folder.
const PASSWORD = `p@ss:1/w#o?r d%20%&"'\\$é+=[]{}`

const dir = mkdtempSync(join(tmpdir(), 'jobboard-nats-'))
let nats: Nats
beforeAll(async () => {
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'password'), PASSWORD)
  nats = await startNats({ dir, log: () => {} })
})
afterAll(async () => {
  await nats.stop()
  rmSync(dir, { recursive: true })
})

const connects = async (options: Pick<BusOptions, 'url' | 'user' | 'password'>) => {
  const bus = openBus({ ...options, name: 'test', log: silentLog })
  const isConnected = await bus.firstAttempt()
  await bus.close()
  return isConnected
}

test('a password of any characters works, percent-encoded in the URL or on its own', async () => {
  const host = `127.0.0.1:${nats.port}`
  const encoded = encodeURIComponent(PASSWORD)
  expect(await connects({ url: `nats://jobboard:${encoded}@${host}` })).toBe(true)
  expect(await connects({ url: `nats://${host}`, user: 'jobboard', password: PASSWORD })).toBe(true)
  // The URL wins.
  const other = { user: 'jobboard', password: 'guess' }
  expect(await connects({ url: `nats://jobboard:${encoded}@${host}`, ...other })).toBe(true)
})

test('an anonymous client and one with a wrong password are refused', async () => {
  const url = `nats://127.0.0.1:${nats.port}`
  expect(await connects({ url })).toBe(false)
  expect(await connects({ url, user: 'jobboard', password: 'guess' })).toBe(false)
  expect(await connects({ url: `nats://jobboard:100%@127.0.0.1:${nats.port}` })).toBe(false)
})
