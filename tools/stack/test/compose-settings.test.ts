import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { service as accounts } from '@jobboard/accounts/service'
import { service as candidate } from '@jobboard/candidate/service'
import { gatewayEnv } from '@jobboard/gateway/env'
import { service as jobs } from '@jobboard/jobs/service'
import { service as pipeline } from '@jobboard/pipeline/service'
import { portalEnv } from '@jobboard/portal/env'
import { service as search } from '@jobboard/search/service'
import { service as webhook } from '@jobboard/webhook/service'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import type { z } from 'zod'
import { root } from '../src/settings.ts'
import { withFakeProgram } from './support/fake-program.ts'

// What each service reads, what docker-compose.yml passes to it and what deploy/env.example explains are one list.
const schemas: Record<string, z.ZodType> = {
  gateway: gatewayEnv,
  portal: portalEnv,
  ...Object.fromEntries(
    [accounts, jobs, pipeline, candidate, search, webhook].map(({ name, env }) => [name, env]),
  ),
}
// Compose runs one Postgres without a pooler, and all services behind each gateway; FAILPOINTS and DATED_CALLS are for tests.
const NOT_OFFERED = [
  'DATABASE_DIRECT_URL',
  'DATABASE_PREPARED_STATEMENTS',
  'RESYNC_SETTLE_MS',
  'SERVICES',
  'FAILPOINTS',
  'DATED_CALLS',
]

interface ComposeService {
  environment?: Record<string, string | null>
  image?: string
  [key: string]: unknown
}
// With the files that it includes.
const composeTexts = [
  'docker-compose.yml',
  'deploy/observability/compose.yaml',
  'deploy/production/compose.yaml',
].map((file) => readFileSync(join(root, file), 'utf8'))
const composeText = composeTexts.join('\n')
const compose = {
  services: Object.assign(
    {},
    ...composeTexts.map((text) => parse(text, { merge: true, maxAliasCount: -1 }).services),
  ) as Record<string, ComposeService>,
}
const services = Object.entries(compose.services)

const example = new Map<string, { value: string; hasComment: boolean }>()
let hasComment = false
for (const line of readFileSync(join(root, 'deploy/env.example'), 'utf8').split('\n')) {
  const [, name, value = ''] = /^([A-Z_]+)=(.*)$/.exec(line) ?? []
  if (name) example.set(name, { value, hasComment })
  hasComment = name ? hasComment : line.startsWith('# ')
}

type Shape = Record<string, z.ZodType>
function shapeOf(schema: z.ZodType): Shape {
  const { shape, in: inner } = schema as { shape?: Shape; in?: z.ZodType }
  return shape ?? shapeOf(inner!)
}

/** Names of .env in docker-compose.yml: in values, and those that are passed on as they are. */
const interpolated = [...composeText.replace(/^ *#.*$/gm, '').matchAll(/\$\{([A-Z_]+)/g)].map(
  ([, name]) => name!,
)
const passedOn = services.flatMap(([, { environment = {} }]) =>
  Object.keys(environment).filter((name) => environment[name] === null),
)
const settings = [...new Set([...interpolated, ...passedOn])].toSorted()

describe.each(Object.entries(schemas))('docker-compose.yml: %s', (name, schema) => {
  const given = Object.keys(compose.services[name]?.environment ?? {})
  const read = Object.keys(shapeOf(schema))

  test('gets every variable that it reads', () => {
    expect(read.filter((variable) => !given.includes(variable))).toEqual(
      read.filter((variable) => NOT_OFFERED.includes(variable)),
    )
  })

  test('gets no variable that it does not read', () => {
    expect(given.filter((variable) => !read.includes(variable) && variable !== 'NODE_OPTIONS')).toEqual([])
  })
})

test('deploy/env.example has every setting of docker-compose.yml and no other, each with a comment', () => {
  expect([...example.keys()].toSorted()).toEqual(settings)
  expect([...example].filter(([, entry]) => !entry.hasComment).map(([name]) => name)).toEqual([])
})

test('deploy/env.example: what is set there is the default', () => {
  const different: string[] = []
  for (const [name, { value }] of example) {
    const field = Object.values(schemas)
      .map((schema) => shapeOf(schema)[name])
      .find(Boolean)
    const inCompose = new RegExp(`\\$\\{${name}:-([^}]*)\\}`).exec(composeText)?.[1]
    if (value === '' || name === 'NODE_ENV') continue
    const isDefault =
      inCompose === undefined
        ? JSON.stringify(field?.parse(undefined)) === JSON.stringify(field?.parse(value))
        : inCompose === value
    if (!isDefault) different.push(`${name}=${value}`)
  }
  expect(different).toEqual([])
})

test('docker-compose.yml: every container is restricted, limited and rotates its log (P-215)', () => {
  expect(services.length).toBeGreaterThan(10)
  for (const [name, service] of services) {
    expect({ name, ...service }).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      pids_limit: expect.any(Number),
      logging: {
        driver: 'json-file',
        options: { 'max-size': expect.any(String), 'max-file': expect.any(String) },
      },
    })
    if (service.restart !== 'no') expect({ name, ...service }).toHaveProperty('mem_limit')
  }
})

test('docker-compose.yml: a service that ends itself is started again, and can end itself (P-272)', () => {
  const own = services.filter(([name]) => name in schemas)
  expect(own.map(([name]) => name).sort()).toEqual(Object.keys(schemas).sort())
  for (const [name, service] of own) {
    expect({ name, ...service }).toMatchObject({ restart: 'unless-stopped', init: true })
  }
})

test('exit code 1: Grafana without GRAFANA_ADMIN_PASSWORD does not start, and says what to do', () => {
  const [program, ...args] = compose.services.grafana!.entrypoint as string[]
  const script = args.at(-1)!.replaceAll('$$', '$').replace('/run.sh', 'echo started')
  const start = (GF_SECURITY_ADMIN_PASSWORD: string) =>
    spawnSync(program!, [...args.slice(0, -1), script], {
      env: { GF_SECURITY_ADMIN_PASSWORD },
      encoding: 'utf8',
    })
  expect(start('')).toMatchObject({ status: 1, stderr: expect.stringContaining('init --append') })
  expect(start('p')).toMatchObject({ status: 0, stdout: 'started\n' })
})

test.each([
  ['caddy.sh', 'tls', 'API_DOMAIN PORTAL_DOMAIN'],
  ['alertmanager.sh', 'alerts', 'ALERT_MAIL_TO ALERT_MAIL_FROM ALERT_SMTP_HOST'],
])('exit code 1: %s without its settings starts nothing, and names them', (script, profile, names) => {
  const env = Object.fromEntries(names.split(' ').map((name) => [name, '']))
  const { status, stderr } = spawnSync('sh', [join(root, 'deploy/production', script)], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, `profile ${profile}: set ${names} in .env\n`])
})

test('alertmanager.sh: any text is a value, and the password stands in a file of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jobboard-alerts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const config = join(folder, 'alertmanager.yml')
  const own = {
    ALERTMANAGER_CONFIG: config,
    ALERT_MAIL_TO: "o'neil@example.com",
    ALERT_MAIL_FROM: 'Job board: <alerts@example.com>',
    ALERT_SMTP_HOST: 'mail.example.com:587',
    ALERT_SMTP_USER: 'us#er',
    ALERT_SMTP_PASSWORD: `p'a: "s#s$x`,
  }
  const env = withFakeProgram({ ...process.env, ...own }, join(folder, 'bin'), 'alertmanager', 'echo "$@"')
  const { status, stdout } = spawnSync('sh', [join(root, 'deploy/production/alertmanager.sh')], {
    env,
    encoding: 'utf8',
  })
  expect([status, stdout]).toEqual([0, expect.stringContaining(`--config.file=${config}`)])
  const text = readFileSync(config, 'utf8')
  const [mail] = parse(text).receivers[0].email_configs
  expect(mail).toMatchObject({
    ...{ to: own.ALERT_MAIL_TO, from: own.ALERT_MAIL_FROM, smarthost: own.ALERT_SMTP_HOST },
    ...{ auth_username: 'us#er', auth_password_file: `${config}.password` },
  })
  expect(text).not.toContain('s#s')
  expect(readFileSync(`${config}.password`, 'utf8')).toBe(own.ALERT_SMTP_PASSWORD)
  expect(statSync(`${config}.password`).mode & 0o077).toBe(0)
})

test('docker-compose.yml: a new POSTGRES_PASSWORD restarts no server', () => {
  const users = services.filter(([, service]) => JSON.stringify(service).includes('{POSTGRES_PASSWORD'))
  expect(users.map(([name]) => name)).toEqual(['db-init', 'jobboard', 'demo', 'backup'])
})

test('docker-compose.yml: images have exact versions', () => {
  const images = services.flatMap(([, { image }]) => image ?? [])
  const [, base] = /^FROM (node:\S+)/m.exec(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')) ?? []
  expect([...images, base].filter((image) => !/:v?\d+\.\d+(\.\d+)?(-|@|$)/.test(image ?? ''))).toEqual([])
})

describe('docker-compose.yml: networks', () => {
  const networksOf = (name: string) => (compose.services[name]?.networks ?? []) as string[]
  const reach = (name: string) =>
    services
      .filter(([other]) => networksOf(other).some((network) => networksOf(name).includes(network)))
      .map(([other]) => other)

  test('every container is in the networks that it needs, and none in a network of all', () => {
    const without = services.filter(
      ([name, { network_mode }]) => !network_mode && networksOf(name).length === 0,
    )
    expect(without).toEqual([])
    expect(composeText).toMatch(/^ {2}data: \{ internal: true \}$/m)
  })

  test('from the network of the proxy only the gateway and the portal can be reached; the gateway reaches no database', () => {
    const proxy = parse(readFileSync(join(root, 'deploy/compose.proxy.yml'), 'utf8').replaceAll('!reset', ''))
    expect(proxy.services.proxy.networks).toEqual(['edge'])
    const onEdge = services
      .filter(([name]) => networksOf(name).includes('edge') && name !== 'caddy')
      .map(([name]) => name)
    expect(networksOf('caddy')).toEqual(['edge'])
    expect(onEdge).toEqual(['gateway', 'portal'])
    expect(reach('gateway')).not.toEqual(expect.arrayContaining(['postgres']))
    expect(reach('gateway')).not.toEqual(expect.arrayContaining(['meilisearch']))
    for (const dashboard of ['grafana', 'jaeger', 'mailpit'])
      expect(reach(dashboard)).not.toContain('postgres')
    expect(reach('grafana')).not.toContain('nats')
  })

  test('ports are published by the gateway and by Caddy; all others, of tools, on 127.0.0.1 only', () => {
    const published = services.flatMap(([name, { ports }]) =>
      ((ports ?? []) as string[]).map((port) => ({
        name,
        isLoopback: /^(\$\{(ADMIN|PORTAL)_BIND:-)?127\.0\.0\.1\}?:/.test(port),
      })),
    )
    expect(published.filter(({ isLoopback }) => !isLoopback).map(({ name }) => name)).toEqual([
      ...['gateway', 'caddy', 'caddy'],
    ])
    const tools = ['gateway', 'portal', 'mailpit', 'jaeger', 'prometheus', 'grafana', 'caddy']
    expect(published.filter(({ name }) => !tools.includes(name))).toEqual([])
  })

  test('each container that needs another one shares a network with it', () => {
    const needs: Record<string, string[]> = {
      gateway: ['nats', 'accounts', 'jobs', 'pipeline', 'candidate', 'search', 'webhook'],
      portal: ['postgres', 'accounts', 'jobs', 'pipeline', 'candidate', 'search', 'webhook', 'mailpit'],
      search: ['postgres', 'nats', 'meilisearch', 'otel-collector'],
      candidate: ['postgres', 'nats', 'jobs', 'pipeline'],
      accounts: ['postgres', 'nats', 'mailpit'],
      webhook: ['postgres', 'nats', 'mailpit'],
      'db-init': ['postgres'],
      jobboard: ['postgres', 'nats', 'gateway', 'accounts'],
      prometheus: ['gateway', 'accounts', 'webhook', 'portal', 'backup', 'alertmanager'],
      caddy: ['gateway', 'portal'],
      backup: ['postgres'],
      'otel-collector': ['jaeger'],
      grafana: ['prometheus', 'jaeger'],
    }
    for (const [name, others] of Object.entries(needs))
      expect(reach(name), name).toEqual(expect.arrayContaining(others))
  })
})

test.each([
  ['gateway', 'ADMIN_TOKEN'],
  ['search', 'MEILI_MASTER_KEY'],
  ['pipeline', 'LLM_API_KEY'],
])('%s refuses to start with a %s that no header carries, by name', (service, name) => {
  const value = 'pässword-of-24-characters'
  const parsed = schemas[service]!.safeParse({ [name]: value })
  const problems = parsed.error!.issues.filter(({ path }) => path[0] === name)
  expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('ASCII')])
  expect(JSON.stringify(problems)).not.toContain(value)
})
