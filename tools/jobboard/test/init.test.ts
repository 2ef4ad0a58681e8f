import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { upstreamNames } from '@jobboard/contracts/services'
import { gatewayEnv } from '@jobboard/gateway/env'
import { readEnv } from '@jobboard/service/lifecycle/env'
import { root } from '@jobboard/stack/settings'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseEnv } from '../src/env-file.ts'
import { runJobboard } from './support/run-jobboard.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(`${tmpdir()}/jobboard-init-`)
})
afterEach(() => rm(dir, { recursive: true }))

const init = (...args: string[]) => runJobboard(['init', ...args], {}, dir)
const envFile = async () => parseEnv(await readFile(join(dir, '.env'), 'utf8'))
const example = async () => parseEnv(await readFile(join(root, 'deploy/env.example'), 'utf8'))

// Credentials that somebody else issues.
const LEFT_EMPTY = [
  ...['LLM_API_KEY', 'OIDC_CLIENT_SECRET', 'WEBHOOK_SECRET_KEYS', 'ALERT_SMTP_PASSWORD'],
  ...['BACKUP_STORAGE_KEY_ID', 'BACKUP_STORAGE_SECRET_KEY'],
]

test('0: .env has a fresh value for every secret of deploy/env.example and can be read by its owner only', async () => {
  const run = await init()
  expect(run).toMatchObject({ code: 0, stderr: '' })
  const written = await envFile()
  const names = [...(await example()).keys()]
  expect([...written.keys()]).toEqual(names)
  const secrets = names.filter((name) => /PASSWORD|SECRET|TOKEN|KEY/.test(name) && !LEFT_EMPTY.includes(name))
  expect(LEFT_EMPTY.map((name) => written.get(name))).toEqual(LEFT_EMPTY.map(() => ''))
  expect(secrets).toEqual(expect.arrayContaining(['ADMIN_TOKEN', 'WEBHOOK_SECRET_KEY', 'ERASED_EMAIL_KEY']))
  expect(secrets.filter((name) => !/^(k?[0-9a-f]{64}|\d+)$/.test(written.get(name) ?? ''))).toEqual([])
  const values = secrets.map((name) => written.get(name)!).filter((value) => value.length >= 64)
  expect(new Set(values).size).toBe(values.length)
  for (const value of values) expect(run.stdout).not.toContain(value)
  expect((await stat(join(dir, '.env'))).mode & 0o777).toBe(0o600)
  await rm(join(dir, '.env'))
  await init()
  expect((await envFile()).get('ADMIN_TOKEN')).not.toBe(written.get('ADMIN_TOKEN'))
})

test('the gateway accepts the settings of init in production mode', async () => {
  await init()
  const {
    GATEWAY_NATS_PASSWORD: NATS_PASSWORD,
    CALLER_SECRET,
    ADMIN_TOKEN,
  } = Object.fromEntries(await envFile())
  const given = { NODE_ENV: 'production', PORT: '8080', NATS_URL: 'nats://nats:4222', NATS_USER: 'gateway' }
  expect(() => readEnv(gatewayEnv, { ...given, NATS_PASSWORD, CALLER_SECRET, ADMIN_TOKEN })).not.toThrow()
})

test('1: an existing file stays as it is, and the secrets that it lacks are named', async () => {
  await init()
  const text = (await readFile(join(dir, '.env'), 'utf8')).replace(/^ERASED_EMAIL_KEY=.*\n/m, '')
  await writeFile(join(dir, '.env'), text)
  const again = await init()
  expect([again.code, again.stdout]).toEqual([1, ''])
  expect(again.stderr).toContain(
    '.env exists and stays as it is. It does not set ERASED_EMAIL_KEY: add fresh',
  )
  expect(await readFile(join(dir, '.env'), 'utf8')).toBe(text)
})

test('0: --append adds only what is missing; a second one adds nothing (P-219)', async () => {
  await writeFile(join(dir, '.env'), `ADMIN_TOKEN='mine'\nWEBHOOK_SECRET_KEYS=1:${'ab'.repeat(32)}`)
  const run = await init('--append')
  expect(run.code).toBe(0)
  expect(run.stdout).toMatch(
    /^added (?!.*ADMIN_TOKEN)(?!.*WEBHOOK_SECRET_KEY\b).*CALLER_SECRET.* to \.env\n$/,
  )
  const written = await envFile()
  expect(written.get('ADMIN_TOKEN')).toBe('mine')
  expect(written.get('CALLER_SECRET')).toMatch(/^k[0-9a-f]{64}$/)
  expect(await init('--append')).toMatchObject({ code: 0, stdout: '.env is complete\n' })
  expect((await init()).stderr).toContain('It sets every secret')
})

test('0: --append gives an .env without passwords of services one for each, and leaves the others', async () => {
  const shared = ['POSTGRES_PASSWORD=of-the-server', 'NATS_PASSWORD=of-operators']
  await writeFile(join(dir, '.env'), `${shared.join('\n')}\n`)
  await chmod(join(dir, '.env'), 0o644)
  expect((await init('--append')).code).toBe(0)
  const text = await readFile(join(dir, '.env'), 'utf8')
  expect(text.startsWith(`${shared.join('\n')}\n`)).toBe(true)
  const written = parseEnv(text)
  const own = [...upstreamNames].map((name) => name.toUpperCase())
  const values = [
    ...[...own, 'PORTAL'].map((name) => written.get(`${name}_DB_PASSWORD`)),
    ...['GATEWAY', ...own].map((name) => written.get(`${name}_NATS_PASSWORD`)),
  ]
  expect(values.filter((value) => !/^k[0-9a-f]{64}$/.test(value ?? ''))).toEqual([])
  expect(new Set(values).size).toBe(14)
  expect((await stat(join(dir, '.env'))).mode & 0o777).toBe(0o600)
  await chmod(join(dir, '.env'), 0o640)
  expect((await init('--append')).stdout).toBe('.env is complete\n')
  expect((await stat(join(dir, '.env'))).mode & 0o777).toBe(0o600)
})

test('0: an installation without a portal needs no password for it', async () => {
  await init()
  const text = (await readFile(join(dir, '.env'), 'utf8')).replace(/^PORTAL_DB_PASSWORD=.*\n/m, '')
  await writeFile(join(dir, '.env'), text.replace('PORTAL_REPLICAS=1', 'PORTAL_REPLICAS=0'))
  expect(await init('--append')).toMatchObject({ code: 0, stdout: '.env is complete\n' })
  await writeFile(join(dir, '.env'), text)
  expect((await init()).stderr).toContain('It does not set PORTAL_DB_PASSWORD: add fresh')
})

test('1: a file that cannot be written is named with the reason', async () => {
  const run = await init('--file', 'no/such/folder/.env')
  expect(run.stderr).toContain('cannot write no/such/folder/.env: no such file or folder')
  expect(run.code).toBe(1)
})

test.each(['.gitignore', '.dockerignore'])(
  '%s leaves out secrets and data of installations',
  async (file) => {
    const lines = (await readFile(join(root, file), 'utf8')).split('\n')
    expect(lines).toEqual(expect.arrayContaining(['.env*', '.jobboard*']))
    expect(lines.map((line) => line.replaceAll('/', ''))).toContain('backups')
  },
)
