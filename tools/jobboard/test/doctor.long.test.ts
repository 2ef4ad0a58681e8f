import { chmod, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DoctorSystem, openDoctorSystem } from './support/doctor-system.ts'
import { runJobboard } from './support/run-jobboard.ts'

let system: DoctorSystem
beforeAll(async () => {
  system = await openDoctorSystem()
})
afterAll(() => system?.stop())

test('2: the gateway does not respond', () =>
  system.expectFinding('gateway', 'fail', /does not respond: ECONNREFUSED/, {
    ADMIN_URL: 'http://127.0.0.1:9',
  }))

test('2: published, short, repeated and missing secrets, and a readable file', async () => {
  const file = join(system.dir, '.env')
  expect((await runJobboard(['init'], {}, system.dir)).code).toBe(0)
  await system.expectHealthy()
  const good = await readFile(file, 'utf8')
  const set = (name: string, value: string) =>
    good.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}=${value}`)
  const other = /^CALLER_SECRET=(.*)$/m.exec(good)![1]!
  for (const [level, text, what] of [
    ['fail', set('NATS_PASSWORD', 'development-only'), /NATS_PASSWORD is a published value/],
    ['fail', set('WEBHOOK_SECRET_KEY', '0'.repeat(64)), /WEBHOOK_SECRET_KEY is a published value/],
    ['fail', set('WEBHOOK_ALLOW_PRIVATE', 'true'), /WEBHOOK_ALLOW_PRIVATE=true is not allowed/],
    ['fail', set('ADMIN_TOKEN', ''), /does not set ADMIN_TOKEN/],
    ['warn', set('JOBS_DB_PASSWORD', 'hunter2'), /JOBS_DB_PASSWORD has fewer than 24 characters/],
    ['warn', set('ADMIN_TOKEN', other), /has the value of/],
    ['warn', set('ADMIN_TOKEN', 'a'.repeat(40)), /ADMIN_TOKEN repeats few characters/],
    ['warn', set('NODE_ENV', 'development'), /NODE_ENV is not production/],
  ] as const) {
    await writeFile(file, text)
    await system.expectFinding('secrets', level, what)
  }
  await writeFile(file, good)
  await chmod(file, 0o644)
  await system.expectFinding('secrets', 'warn', /can be read by other users/)
  const { stdout } = await system.doctor()
  expect(stdout).not.toContain(other)
  await rm(file)
}, 180_000)

// A resync waits until the stream of the states is 15 s old, which it is here.
test('0: outbox replay and resync of a real service', async () => {
  const { gateway, adminToken, admin } = system.net
  const env = { ADMIN_URL: gateway.adminUrl, ADMIN_TOKEN: adminToken }
  await admin.post('/admin/v1/employers', { name: 'Nordlys' })
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const replay = await runJobboard(['outbox', 'replay', '--service', 'accounts', '--since', since], env)
  expect(replay.code, replay.stderr).toBe(0)
  expect(replay.stdout).toMatch(/^replay \S+ of accounts finished: [1-9]\d* events published\n$/)
  const resync = await runJobboard(['resync', 'accounts'], env)
  expect(resync.code, resync.stderr).toBe(0)
  expect(resync.stdout).toMatch(/^resync \S+ of accounts finished: [1-9]\d* objects published\n$/)
})

test('2: NATS is down: services are not connected, and a new key is not published', async () => {
  const { body } = await system.net.admin.post('/admin/v1/employers', {
    name: 'Nordlys',
    isTrustedPartner: true,
  })
  await system.nats.stop()
  await system.net.admin.post(`/admin/v1/employers/${body.id}/api-keys`, {
    name: 'a',
    scopes: ['JobPosting'],
  })
  await system.expectFinding('keys', 'warn', /1 keys of accounts are not published/)
  await system.expectFinding('nats', 'fail', /accounts does not reach NATS/)
  await system.expectFinding('gateway', 'warn', /does not reach .*nats/)
})
