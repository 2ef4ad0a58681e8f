import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { peerVariable, upstreamNames } from '@jobboard/contracts/services'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { printPermissions } from '../src/nats-permissions/print.ts'
import { GATEWAY_NODE_OPTIONS, NODE_OPTIONS } from '../src/service-plans.ts'
import { root } from '../src/settings.ts'

// packages/contracts/src/services.ts is the list of services; these files repeat it in languages of their own.
const names = [...upstreamNames]
const sorted = (list: string[]) => list.toSorted()
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const compose = read('docker-compose.yml')
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1]!)

/** The lines of one service in docker-compose.yml. */
function composeService(name: string): string {
  return new RegExp(`^  ${name}:\n(?: {4}.*\n|\n)+`, 'm').exec(compose)?.[0] ?? ''
}

const processes = [...names, 'gateway', 'portal']
const withDatabase = [...names, 'portal']

test('services/: one folder per service, the gateway and the portal', () => {
  expect(sorted(readdirSync(join(root, 'services')))).toEqual(sorted(processes))
})

test('docker-compose.yml: one image per service, of the gateway and of the portal', () => {
  expect(sorted(matches(compose, /args: \{ SERVICE: (\w+) \}/g))).toEqual(sorted(processes))
  for (const name of processes) expect(composeService(name)).toContain(`SERVICE: ${name} }`)
})

test('docker-compose.yml: the URL of every peer, and no other', () => {
  const port = /x-env:[\s\S]*?PORT: "(\d+)"/.exec(compose)?.[1]
  const urls = matches(compose, /^ {2}(\w+_URL: http:.*)$/gm)
  expect(sorted(urls)).toEqual(sorted(names.map((name) => `${peerVariable(name)}: http://${name}:${port}`)))
})

test('docker-compose.yml: each service uses the database and the role of its name', () => {
  for (const name of withDatabase) {
    expect(composeService(name)).toContain(`DATABASE_URL: postgres://${name}@postgres/${name}\n`)
  }
})

test('docker-compose.yml and the images: the same Node options as under npm start', () => {
  expect(composeService('gateway')).toContain(`NODE_OPTIONS: ${GATEWAY_NODE_OPTIONS}\n`)
  expect(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')).toContain(`NODE_OPTIONS=${NODE_OPTIONS}\n`)
})

test('deploy/postgres/db-init.sh: one database per service, whose role has a password of its own (P-302)', () => {
  const script = read('deploy/postgres/db-init.sh')
  const created = matches(script, /\('(\w+)', :'\1'\)/g)
  expect(sorted(created)).toEqual(sorted(withDatabase))
  for (const name of withDatabase) {
    const variable = `${name.toUpperCase()}_DB_PASSWORD`
    const value = `${variable}:-development-only}`
    expect(script).toContain(`\\getenv ${name} ${variable}\n`)
    expect(composeService('db-init')).toContain(`${variable}: \${${value}`)
    expect(composeService(name)).toContain(`PGPASSWORD: \${${value}`)
  }
})

test("deploy/prometheus.yml: scrapes every service, and the gateway on its operators' port", () => {
  const ports = matches(compose, /^ {2,6}(?:ADMIN_)?PORT: "(81\d\d|8081)"$/gm)
  const [servicePort] = ports
  const lookups = [...read('deploy/prometheus.yml').matchAll(/names: \[(.+)\], type: A, port: (\d+)/g)]
  const targets = lookups.flatMap(([, services, port]) =>
    services!.split(', ').map((name) => `${name}:${port}`),
  )
  expect(sorted(targets)).toEqual(
    sorted([
      ...withDatabase.map((name) => `${name}:${servicePort}`),
      ...['gateway:8081', 'node-exporter:9100', 'backup:8100', 'alertmanager:9093'],
    ]),
  )
})

test('docker-compose.yml: NATS has a user for the gateway and each service, with a password of its own', () => {
  for (const name of ['gateway', ...names]) {
    const variable = `${name.toUpperCase()}_NATS_PASSWORD`
    const value = `\${${variable}:-development-only}`
    expect(composeService(name)).toContain(`NATS_USER: ${name}\n      NATS_PASSWORD: ${value}\n`)
    expect(composeService('nats')).toContain(`${variable}: ${value}\n`)
    expect(read('deploy/nats/nats.conf')).toContain(
      `{ user: ${name}, password: $${variable}, permissions: $${name}_permissions }`,
    )
    expect(read('deploy/nats/start.sh')).toMatch(
      new RegExp(`^for name in .*\\b${name.toUpperCase()}_NATS\\b`, 'm'),
    )
  }
  expect(read('deploy/nats/permissions.conf')).toBe(printPermissions())
})

test('deploy/nats/start.sh: the published passwords are refused by name in production mode', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nats-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const own = ['gateway', ...names].map((name) => [`${name.toUpperCase()}_NATS_PASSWORD`, 'mine'])
  const env = {
    ...{ PATH: process.env.PATH, NODE_ENV: 'production', NATS_CONFIG: join(folder, 'nats.conf') },
    ...{
      ...Object.fromEntries(own),
      NATS_PASSWORD: 'development-only',
      JOBS_NATS_PASSWORD: 'development-only',
      SEARCH_NATS_PASSWORD_FILE: fileWith(folder, 'development-only'),
    },
  }
  const { status, stderr } = spawnSync('sh', [join(root, 'deploy/nats/start.sh')], { env, encoding: 'utf8' })
  const reason = 'is the published development value; set your own'
  expect([status, stderr]).toEqual([
    1,
    `NATS_PASSWORD: ${reason}\nJOBS_NATS_PASSWORD: ${reason}\nSEARCH_NATS_PASSWORD: ${reason}\n`,
  ])
})

test('deploy/postgres/db-init.sh: a password from a file counts (P-633)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'db-init-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const own = ['postgres', ...names.map((name) => `${name}_db`)].map((name) => [
    `${name.toUpperCase()}_PASSWORD`,
    'mine',
  ])
  const env = {
    ...{ PATH: process.env.PATH, NODE_ENV: 'production', ...Object.fromEntries(own) },
    JOBS_DB_PASSWORD_FILE: fileWith(folder, 'development-only'),
  }
  const { status, stderr } = spawnSync('sh', [join(root, 'deploy/postgres/db-init.sh')], {
    env,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([
    1,
    'JOBS_DB_PASSWORD: is the published development value; set your own\n',
  ])
})

// `npm test` starts one of each kind: services share their start.
const started = process.env.LONG_TESTS === 'true' ? processes : ['jobs', 'gateway', 'portal']
test.each(started)(
  'exit code 1: %s does not start when the file of a secret cannot be read (P-633)',
  (name) => {
    const { PATH, NODE_COMPILE_CACHE = '' } = process.env
    const env = { PATH, NODE_COMPILE_CACHE, CALLER_SECRET_FILE: '/none' }
    const main = join(root, 'services', name, 'src/main.ts')
    const { status, stderr } = spawnSync(process.execPath, [main], { env, encoding: 'utf8' })
    const problem = `${name} could not start. Invalid environment:\n  CALLER_SECRET_FILE: /none cannot be read (ENOENT)\n`
    expect([status, stderr]).toEqual([1, problem])
  },
)

test('docker-compose.yml: no password is an argument of a process', () => {
  for (const file of [
    'docker-compose.yml',
    'deploy/compose.proxy.yml',
    'deploy/observability/compose.yaml',
  ]) {
    const { services } = parse(read(file).replaceAll('!reset', ''), { merge: true, maxAliasCount: -1 })
    const run = Object.values(services as Record<string, Record<string, unknown>>).map(
      ({ command, entrypoint, healthcheck }) => JSON.stringify([command, entrypoint, healthcheck]),
    )
    expect(run.filter((text) => /\$\{\w*(PASSWORD|TOKEN|SECRET|KEY)/.test(text))).toEqual([])
  }
})

function fileWith(folder: string, text: string): string {
  const file = join(folder, 'secret')
  writeFileSync(file, `${text}\n`)
  return file
}
