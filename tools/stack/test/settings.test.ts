import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSettings } from '../src/settings.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'settings-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

test('defaults; secrets are made once per data folder', () => {
  const first = readSettings({ DATA_DIR: dir })
  expect(first).toMatchObject({ port: 8080, adminPort: 8081, portalPort: 8082, dataDir: dir })
  expect(first.webhookSecretKey).toMatch(/^[0-9a-f]{64}$/)
  expect(readSettings({ DATA_DIR: dir })).toEqual(first)
  expect(readSettings({ DATA_DIR: join(dir, 'other') }).callerSecret).not.toBe(first.callerSecret)
})

test.each([
  [{ PORT: 'x' }, 'PORT is "x": it must be a port from 1 to 65535'],
  [{ ADMIN_PORT: '70000' }, 'ADMIN_PORT is "70000": it must be a port from 1 to 65535'],
  [{ REPLICAS: '4' }, 'REPLICAS is "4": it must be a number from 1 to 3'],
  [{ PORT: '9000', ADMIN_PORT: '9000' }, 'PORT and ADMIN_PORT are both 9000'],
  [{ PORTAL_PORT: 'x' }, 'PORTAL_PORT is "x": it must be a port from 1 to 65535'],
  [{ PORTAL_PORT: '8080' }, 'PORT and PORTAL_PORT are both 8080'],
  [{ PORTAL_PORT: '8081' }, 'ADMIN_PORT and PORTAL_PORT are both 8081'],
])('%o is refused by name', (env, message) => {
  expect(() => readSettings({ DATA_DIR: dir, ...env })).toThrow(message)
})

test.each([
  [{ PORT: '9080', ADMIN_PORT: '9081' }, undefined],
  [{ ADMIN_PORT: '8082' }, undefined],
  [{ PORT: '9080', PORTAL_PORT: '9082' }, 9082],
])('%o: the port of the portal is %s; a second stack does not take that of the first', (env, port) => {
  expect(readSettings({ DATA_DIR: dir, ...env }).portalPort).toBe(port)
})

test('WEBHOOK_ALLOW_PRIVATE=true is refused with NODE_ENV=production, before anything is written (D-55)', () => {
  const env = { DATA_DIR: join(dir, 'data'), NODE_ENV: 'production', WEBHOOK_ALLOW_PRIVATE: 'true' }
  expect(() => readSettings(env)).toThrow(
    'WEBHOOK_ALLOW_PRIVATE=true is not allowed with NODE_ENV=production',
  )
  expect(existsSync(env.DATA_DIR)).toBe(false)
  expect(() => readSettings({ ...env, WEBHOOK_ALLOW_PRIVATE: 'false' })).not.toThrow()
})

test('a data folder below a file: one sentence names it', () => {
  writeFileSync(join(dir, 'file'), '')
  const dataDir = join(dir, 'file', 'data')
  expect(() => readSettings({ DATA_DIR: dataDir })).toThrow(
    `Cannot write the data folder ${dataDir}: a part of the path is a file. Set DATA_DIR to another folder.`,
  )
})

// Root may write any folder.
test.skipIf(process.getuid?.() === 0)('a data folder that may not be written: one sentence names it', () => {
  chmodSync(dir, 0o500)
  const dataDir = join(dir, 'data')
  expect(() => readSettings({ DATA_DIR: dataDir })).toThrow(
    `Cannot write the data folder ${dataDir}: permission denied. Set DATA_DIR to another folder.`,
  )
})
