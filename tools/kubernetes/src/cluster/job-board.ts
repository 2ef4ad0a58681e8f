import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chart, first, NAMESPACE, root, work } from '../settings.ts'
import { helm, kubectl } from './control-plane.ts'
import { NATS_PORT, POSTGRES_PORT } from './servers.ts'

/** Every secret of deploy/env.example with a random value, made once. */
export function readSecrets(): Record<string, string> {
  const file = join(work, 'run/secrets.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const example = readFileSync(join(root, 'deploy/env.example'), 'utf8')
  const names = [...example.matchAll(/^([A-Z_]*(?:PASSWORD|TOKEN|SECRET|_KEY))=$/gm)].map(([, name]) => name!)
  const own = names.filter((name) => !['OIDC_CLIENT_SECRET', 'LLM_API_KEY'].includes(name))
  const secrets = Object.fromEntries(own.map((name) => [name, randomBytes(32).toString('hex')]))
  mkdirSync(join(work, 'run'), { recursive: true })
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}

/** Creates what the chart expects: a namespace, the Secret, and names for Postgres and NATS. */
export async function prepareNamespace(secrets: Record<string, string>): Promise<void> {
  const server = (name: string, port: number) => [
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name, namespace: NAMESPACE },
      spec: { ports: [{ port }] },
    },
    {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { name, namespace: NAMESPACE, labels: { 'kubernetes.io/service-name': name } },
      addressType: 'IPv4',
      ports: [{ port }],
      endpoints: [{ addresses: [first.address] }],
    },
  ]
  const items = [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } },
    {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'jobboard', namespace: NAMESPACE },
      stringData: secrets,
    },
    ...server('jobboard-postgres-rw', POSTGRES_PORT),
    ...server('jobboard-nats', NATS_PORT),
  ]
  await kubectl(['apply', '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items }))
}

/** `helm upgrade --install` with images of that tag; waits until every pod is ready. */
export async function deploy(tag: string, more: readonly string[] = [], timeout = '15m'): Promise<void> {
  await helm([
    'upgrade',
    '--install',
    'jobboard',
    chart,
    `--namespace=${NAMESPACE}`,
    `--values=${join(chart, 'values-small.yaml')}`,
    `--values=${join(root, 'tools/kubernetes/values.yaml')}`,
    `--set-string=image.tag=${tag}`,
    '--wait',
    `--timeout=${timeout}`,
    ...more,
  ])
}

/** The address of a Service. */
export function addressOf(service: string): Promise<string> {
  return kubectl(['-n', NAMESPACE, 'get', 'service', service, '-o', 'jsonpath={.spec.clusterIP}'])
}
