import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { service as accounts } from '@jobboard/accounts/service'
import { readCalls } from '@jobboard/calls/document'
import { service as candidate } from '@jobboard/candidate/service'
import { gatewayEnv } from '@jobboard/gateway/env'
import { service as jobs } from '@jobboard/jobs/service'
import { service as pipeline } from '@jobboard/pipeline/service'
import { portalEnv } from '@jobboard/portal/env'
import { service as search } from '@jobboard/search/service'
import { service as webhook } from '@jobboard/webhook/service'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { z } from 'zod'
import { chart, root, services } from '../src/cluster.ts'
import { componentOf, hasHelm, render, renderText, runHelm } from './render.ts'

const FILES = ['values.yaml', 'values-small.yaml', 'values-ha.yaml']
const schemas: Record<string, z.ZodType> = {
  gateway: gatewayEnv,
  portal: portalEnv,
  ...Object.fromEntries(
    [accounts, jobs, pipeline, candidate, search, webhook].map(({ name, env }) => [name, env]),
  ),
}
type Shape = Record<string, z.ZodType>
function shapeOf(schema: z.ZodType): Shape {
  const { shape, in: inner } = schema as { shape?: Shape; in?: z.ZodType }
  return shape ?? shapeOf(inner!)
}
const hasPromtool = spawnSync('promtool', ['--version']).status === 0

const deployments = (values?: unknown, file?: string) =>
  render(values, file).filter(({ kind }) => kind === 'Deployment')
// biome-ignore lint/suspicious/noExplicitAny: a container of Kubernetes
const containerOf = ({ spec }: { spec: any }) => spec.template.spec.containers[0]
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Every variable of config, each with a value. */
function everyVariable(): Record<string, string> {
  const lists = Object.values(
    parse(read('deploy/helm/jobboard/files/variables.yaml')) as Record<string, string[]>,
  )
  const parts = Object.values(
    parse(read('deploy/helm/jobboard/files/services.yaml')) as Record<string, { config?: string[] }>,
  )
  const names = [...lists.flat(), ...parts.flatMap(({ config = [] }) => config)]
  return Object.fromEntries(names.map((name) => [name, name === 'DRAIN_DELAY_MS' ? '5000' : 'x']))
}

/** Shows the health and metrics of the gateways, from their port for operators. */
const WATCHER = 'portal'

// Without helm too: who calls whom changes more often than the chart.
test('P-560: deploy/helm/jobboard/files/services.yaml has the calls of the code, and no other', () => {
  const parts = parse(read('deploy/helm/jobboard/files/services.yaml')) as Record<
    string,
    { calls?: string[] }
  >
  const { calls } = readCalls()
  const ofCode = (name: string) => calls.filter(({ from }) => from === name).map(({ to }) => to)
  for (const [name, part] of Object.entries(parts))
    expect([name, (part.calls ?? []).toSorted()]).toEqual([name, [...new Set(ofCode(name))].toSorted()])
})

describe.skipIf(!hasHelm)('deploy/helm/jobboard', () => {
  test.each(FILES)('helm lint --strict accepts %s', (file) => {
    const result = runHelm(['lint', '--strict'], ['--values', join(chart, file)])
    expect([result.status, result.stdout]).toEqual([0, expect.stringContaining('0 chart(s) failed')])
  })

  test('the release of the chart is that of the repository', () => {
    expect(parse(read('deploy/helm/jobboard/Chart.yaml')).appVersion).toBe(
      JSON.parse(read('package.json')).version,
    )
  })

  test('P-561: a service gets every variable that it reads, and no other', () => {
    const values = { config: everyVariable(), database: { directHost: 'direct', preparedStatements: false } }
    const made = deployments(values)
    expect(made.map(componentOf).toSorted()).toEqual(services.toSorted())
    for (const deployment of made) {
      const name = componentOf(deployment)
      const given = containerOf(deployment).env.map((one: { name: string }) => one.name)
      const reads = Object.keys(shapeOf(schemas[name]!)).filter(
        (variable) => !['FAILPOINTS', 'DATED_CALLS'].includes(variable),
      )
      expect(given.filter((one: string) => one !== 'NODE_OPTIONS').toSorted(), name).toEqual(reads.toSorted())
    }
  })

  test('P-561: numbers arrive as they were written', () => {
    const [deployment] = deployments({
      config: { STREAM_MAX_BYTES: 1_073_741_824, OTEL_TRACES_SAMPLER_ARG: 0.25 },
    })
    expect(containerOf(deployment!).env).toEqual(
      expect.arrayContaining([
        { name: 'STREAM_MAX_BYTES', value: '1073741824' },
        { name: 'OTEL_TRACES_SAMPLER_ARG', value: '0.25' },
      ]),
    )
  })

  test('P-562: secrets are references, each to a key that deploy/env.example has, and to another Secret where one is named', () => {
    const example = new Set([...read('deploy/env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name))
    const values = { secrets: { from: { JOBS_DB_PASSWORD: { name: 'jobs-role', key: 'password' } } } }
    const found = deployments(values).flatMap((deployment) => containerOf(deployment).env)
    const secret = /PASSWORD|TOKEN|SECRET|API_KEY|MASTER_KEY|EMAIL_KEY|SMTP_URL/
    const named = found.filter(({ name }) => secret.test(name))
    expect(named.length).toBeGreaterThan(20)
    const keys = named.map(({ valueFrom }) => valueFrom.secretKeyRef)
    expect(keys).toContainEqual({ name: 'jobs-role', key: 'password' })
    expect(keys.filter(({ name, key }) => name === 'jobboard' && !example.has(key))).toEqual([])
  })

  test('P-560: an empty list of peers allows nothing: no rule has one, which would allow all', () => {
    const none = { port: 1, to: [] }
    const lists = { adminFrom: [], monitoringFrom: [], dns: [], outside: [], extraEgress: [] }
    const servers = { postgres: none, nats: none, meilisearch: none }
    const policies = render({ networkPolicy: { ...lists, ...servers } }).filter(
      ({ kind }) => kind === 'NetworkPolicy',
    )
    expect(policies.length).toBeGreaterThan(8)
    const calls = readCalls().calls
    for (const policy of policies) {
      const name = componentOf(policy)
      const { ingress, egress } = policy.spec
      for (const { from, ports } of ingress ?? []) {
        // Without `publicFrom` the gateway's public port and the portal are open to everybody.
        const isPublic = from === undefined && ports.every(({ port }: { port: number }) => port < 8100)
        if (isPublic) expect(ports).toEqual([{ port: name === 'gateway' ? 8080 : 8082 }])
        else expect(from?.length, `${name}: who may call it`).toBeGreaterThan(0)
      }
      for (const { to } of egress ?? []) expect(to?.length, `${name}: whom it may call`).toBeGreaterThan(0)
      const isCaller = name === 'command' || calls.some(({ from }) => from === name)
      expect((egress ?? []).length, name).toBe((isCaller ? 1 : 0) + (name === WATCHER ? 1 : 0))
    }
  })

  test('P-560: NetworkPolicies allow the calls and connections of the code, and no others', () => {
    const policies = render().filter(({ kind }) => kind === 'NetworkPolicy')
    const { calls, connections } = readCalls()
    for (const policy of policies.filter((one) => componentOf(one) !== 'command')) {
      const name = componentOf(policy)
      const { ingress, egress } = policy.spec
      // biome-ignore lint/suspicious/noExplicitAny: a rule of a NetworkPolicy
      const peers = (rules: any[], side: 'from' | 'to') =>
        rules
          .flatMap((rule) => rule[side] ?? [])
          .flatMap((peer) => peer.podSelector?.matchExpressions ?? [])
          .flatMap(({ values }) => values)
          .toSorted()
      const callers = calls.filter(({ to }) => to === name).map(({ from }) => from)
      expect(peers(ingress, 'from'), `who calls ${name}`).toEqual(
        [...new Set([...callers, 'command', ...(name === 'gateway' ? [WATCHER] : [])])].toSorted(),
      )
      const called = calls.filter(({ from }) => from === name).map(({ to }) => to)
      const watched = name === WATCHER ? ['gateway'] : []
      expect(peers(egress, 'to'), `whom ${name} calls`).toEqual(
        [...new Set([...called, ...watched])].toSorted(),
      )
      const ports = egress.flatMap(
        (rule: { ports?: { port: number }[] }) => rule.ports?.map(({ port }) => port) ?? ['any'],
      )
      const servers: Record<string, number> = { postgres: 5432, nats: 4222, meilisearch: 7700 }
      const own = connections.filter(({ from }) => from === name).map(({ to }) => to)
      // A trace collector stands where extraEgress says.
      const outside = own.filter((to) => !(to in servers) && to !== 'trace collector')
      const expected = [
        ...(called.length > 0 ? [8100] : []),
        ...watched.map(() => 8081),
        ...new Set(own.flatMap((to) => servers[to] ?? [])),
        ...(outside.length > 0 ? ['any'] : []),
      ]
      expect(ports.filter((port: number) => port !== 53).toSorted(), `where ${name} connects to`).toEqual(
        expected.toSorted(),
      )
    }
  })

  test('P-564: a pod serves on until callers know, and is killed only after its last request', () => {
    for (const deployment of deployments()) {
      const { terminationGracePeriodSeconds: grace } = deployment.spec.template.spec
      const { lifecycle, env } = containerOf(deployment)
      const isEdge = ['gateway', 'portal'].includes(componentOf(deployment))
      const delay =
        Number(shapeOf(schemas[componentOf(deployment)]!).DRAIN_DELAY_MS!.parse(undefined)) / 1_000
      expect(lifecycle.preStop.sleep.seconds).toBe(isEdge ? 10 : 40)
      expect(grace, componentOf(deployment)).toBe(lifecycle.preStop.sleep.seconds + delay + 15)
      expect(env.map(({ name }: { name: string }) => name)).toContain('NODE_ENV')
    }
  })

  test('backup.drill: a backup is restored and checked before older ones are deleted (P-632)', () => {
    const script = (drill: boolean) =>
      JSON.stringify(render({ backup: { enabled: true, drill } }).filter(({ kind }) => kind === 'CronJob'))
    expect(script(true)).toMatch(/entrypoint\.sh backup && sh \S+entrypoint\.sh drill && find backups/)
    expect(script(false)).toMatch(/entrypoint\.sh backup && find backups/)
  })

  test('every pod is restricted and can be checked', () => {
    const all = render({ backup: { enabled: true }, command: { args: ['doctor'] } })
    const pods = all.flatMap(({ kind, spec }) => {
      if (kind === 'CronJob') return [spec.jobTemplate.spec.template.spec]
      return ['Deployment', 'Job'].includes(kind) ? [spec.template.spec] : []
    })
    expect(pods.length).toBe(10)
    for (const pod of pods) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      })
      for (const container of pod.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(container.resources.limits.memory).toBeDefined()
      }
    }
    for (const deployment of deployments()) {
      const { startupProbe, readinessProbe, livenessProbe, ports } = containerOf(deployment)
      const names = ports.map(({ name }: { name: string }) => name)
      for (const probe of [startupProbe, readinessProbe, livenessProbe])
        expect(names).toContain(probe.httpGet.port)
    }
  })

  test('the alerts and dashboards are those of deploy/', () => {
    const all = render({ monitoring: { enabled: true } })
    const rule = all.find(({ kind }) => kind === 'PrometheusRule')!
    expect(rule.spec).toEqual(parse(read('deploy/alerts.yml')))
    const dashboards = all.find(({ kind, data }) => kind === 'ConfigMap' && data)!.data!
    const folder = 'deploy/observability/dashboards'
    expect(dashboards).toEqual(
      Object.fromEntries(readdirSync(join(root, folder)).map((file) => [file, read(`${folder}/${file}`)])),
    )
    if (!hasPromtool) return
    const rules = mkdtempSync(join(tmpdir(), 'jobboard-rules-'))
    writeFileSync(join(rules, 'rules.json'), JSON.stringify(rule.spec))
    const checked = spawnSync('promtool', ['check', 'rules', join(rules, 'rules.json')], { encoding: 'utf8' })
    rmSync(rules, { recursive: true })
    expect(`${checked.stdout}${checked.stderr}`).toContain('SUCCESS')
  })

  test.each([
    [{ image: { tg: 'x' } }, "additional properties 'tg' not allowed"],
    [{ config: { LOG_LVEL: 'debug' } }, 'config.LOG_LVEL: no service reads it'],
    [{ config: { DATABASE_URL: 'x' } }, 'config.DATABASE_URL: no service reads it, or this chart sets it'],
    [
      { services: { jobs: { config: { ASSESSOR: 'llm' } } } },
      'services.jobs.config.ASSESSOR: jobs does not read it',
    ],
    [{ services: { job: { replicas: 2 } } }, "additional properties 'job' not allowed"],
    [{ expose: { kind: 'ingress' } }, 'set expose.apiHost'],
    [
      { expose: { kind: 'gateway', apiHost: 'api.example.com' } },
      'name the Gateway in expose.gateway.parentRefs',
    ],
    [{ expose: { apiHost: 'https://api.example.com' } }, '/expose/apiHost'],
  ])('%j is refused: %s', (values, message) => {
    expect(() => renderText(values)).toThrow(message)
  })
})
