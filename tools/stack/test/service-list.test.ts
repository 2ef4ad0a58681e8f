import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { peerVariable, upstreamNames } from '@jobboard/contracts/services'
import { expect, test } from 'vitest'
import { GATEWAY_NODE_OPTIONS } from '../src/service-plans.ts'
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

test('services/: one folder per service, and the gateway', () => {
  expect(sorted(readdirSync(join(root, 'services')))).toEqual(sorted([...names, 'gateway']))
})

test('docker-compose.yml: one image per service, and the gateway', () => {
  expect(sorted(matches(compose, /args: \{ SERVICE: (\w+) \}/g))).toEqual(sorted([...names, 'gateway']))
  for (const name of [...names, 'gateway']) expect(composeService(name)).toContain(`SERVICE: ${name} }`)
})

test('docker-compose.yml: the URL of every peer, and no other', () => {
  const port = /x-env:[\s\S]*?PORT: "(\d+)"/.exec(compose)?.[1]
  const urls = matches(compose, /^ {2}(\w+_URL: http:.*)$/gm)
  expect(sorted(urls)).toEqual(sorted(names.map((name) => `${peerVariable(name)}: http://${name}:${port}`)))
})

test('docker-compose.yml: each service uses the database and the role of its name', () => {
  for (const name of names) {
    expect(composeService(name)).toContain(`DATABASE_URL: postgres://${name}@postgres/${name}\n`)
  }
})

test('docker-compose.yml: the gateway has the same Node options as under npm start', () => {
  expect(composeService('gateway')).toContain(`NODE_OPTIONS: ${GATEWAY_NODE_OPTIONS}\n`)
})

test('deploy/postgres/db-init.sh: one database per service', () => {
  const created = /^services='([\w ]+)'$/m.exec(read('deploy/postgres/db-init.sh'))?.[1]?.split(' ')
  expect(sorted(created ?? [])).toEqual(sorted(names))
})

test("deploy/prometheus.yml: scrapes every service, and the gateway on its operators' port", () => {
  const ports = matches(compose, /^ {2,6}(?:ADMIN_)?PORT: "(81\d\d|8081)"$/gm)
  const [servicePort] = ports
  const lookups = [...read('deploy/prometheus.yml').matchAll(/names: \[(.+)\], type: A, port: (\d+)/g)]
  const targets = lookups.flatMap(([, services, port]) =>
    services!.split(', ').map((name) => `${name}:${port}`),
  )
  expect(sorted(targets)).toEqual(sorted([...names.map((name) => `${name}:${servicePort}`), 'gateway:8081']))
})

test('docker-compose.yml: NATS needs the user and password that every service has', () => {
  const [, password] = /^ {2}NATS_PASSWORD: (.*)$/m.exec(compose) ?? []
  expect(password).toMatch(/^\$\{NATS_PASSWORD:-development-/)
  expect(compose).toMatch(/^ {2}NATS_USER: jobboard$/m)
  expect(composeService('nats')).toContain(`"--user", "jobboard", "--pass", "${password}"]`)
  expect(composeService('gateway')).toContain('<<: *env\n')
  for (const name of names) expect(composeService(name)).toContain('<<: *database-env\n')
  expect(compose).toContain('x-database-env: &database-env\n  <<: *env\n')
})
