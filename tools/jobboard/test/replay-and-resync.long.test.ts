import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runJobboard } from './support/run-jobboard.ts'

let net: Network
beforeAll(async () => {
  net = await network({ only: ['accounts'] })
})
afterAll(() => net.stop())

const env = () => ({ ADMIN_URL: net.gateway.adminUrl, ADMIN_TOKEN: net.adminToken })

// A resync waits until the stream of the states is 15 s old.
test('0: outbox replay and resync of a real service', async () => {
  await net.admin.post('/admin/v1/employers', { name: 'Nordlys' })
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const replay = await runJobboard(['outbox', 'replay', '--service', 'accounts', '--since', since], env())
  expect(replay.code, replay.stderr).toBe(0)
  expect(replay.stdout).toMatch(/^replay \S+ of accounts finished: [1-9]\d* events published\n$/)
  const resync = await runJobboard(['resync', 'accounts'], env())
  expect(resync.code, resync.stderr).toBe(0)
  expect(resync.stdout).toMatch(/^resync \S+ of accounts finished: [1-9]\d* objects published\n$/)
})
