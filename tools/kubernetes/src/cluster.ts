import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

/** The root of the checkout. */
export const root = join(import.meta.dirname, '../../..')
export const chart = join(root, 'deploy/helm/jobboard')
const NAMESPACE = 'jobboard'
export const services = 'gateway accounts jobs pipeline candidate search webhook portal'.split(' ')

// own-cluster.sh builds its programs there.
const work = process.env.KUBERNETES_WORK || join(homedir(), '.cache/jobboard-kubernetes')
/** With kubectl and helm, and the KUBECONFIG of the caller. */
export const env = { ...process.env, PATH: [join(work, 'bin'), process.env.PATH].join(delimiter) }

const MAX_OUTPUT_BYTES = 268_435_456

/** Runs a program and returns what it printed. Throws what it wrote to its error output when it fails. */
export function run(
  command: string,
  args: readonly string[],
  { input, timeoutMs = 60_000 }: { input?: unknown; timeoutMs?: number } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { env, timeout: timeoutMs, maxBuffer: MAX_OUTPUT_BYTES }
    const child = execFile(command, args, options, (error, stdout, stderr) => {
      if (!error) return resolve(stdout)
      const why = (stderr || error.message).trim().slice(-2_000)
      reject(new Error(`${command} ${args.slice(0, 6).join(' ')}: ${why}`))
    })
    child.stdin?.end(input === undefined ? undefined : JSON.stringify(input))
  })
}

export const kubectl = (args: readonly string[], options: { input?: unknown; timeoutMs?: number } = {}) =>
  run('kubectl', ['-n', NAMESPACE, ...args], options)

// biome-ignore lint/suspicious/noExplicitAny: objects of Kubernetes
export async function read(args: readonly string[]): Promise<any> {
  return JSON.parse(await kubectl(['get', ...args, '-o', 'json']))
}

/** Creates what the chart expects: a namespace, its Secret, Postgres and NATS. Returns the secrets. */
export async function prepareNamespace(): Promise<Record<string, string>> {
  const named = (kind: string, name: string, more: object) => {
    return { apiVersion: 'v1', kind, metadata: { name }, ...more }
  }
  const apply = (items: object[]) =>
    kubectl(['apply', '-f', '-'], { input: { apiVersion: 'v1', kind: 'List', items } })
  await apply([named('Namespace', NAMESPACE, {})])
  const [before] = (await read(['secrets', '--field-selector=metadata.name=jobboard'])).items
  const secrets = before ? decoded(before.data) : newSecrets()
  const configOf = (name: string) => {
    const folder = join(root, 'deploy', name)
    const files = readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')])
    return named('ConfigMap', name, { data: Object.fromEntries(files) })
  }
  await apply([named('Secret', 'jobboard', { stringData: secrets }), configOf('postgres'), configOf('nats')])
  await kubectl(['apply', '-f', join(root, 'tools/kubernetes/servers.yaml')])
  for (const name of ['jobboard-postgres', 'jobboard-nats'])
    await kubectl(['rollout', 'status', `deployment/${name}`, '--timeout=300s'], { timeoutMs: 310_000 })
  return secrets
}

const decoded = (data: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, Buffer.from(value, 'base64').toString()]),
  )

/** Every secret of deploy/env.example with a random value. */
function newSecrets(): Record<string, string> {
  const example = readFileSync(join(root, 'deploy/env.example'), 'utf8')
  const names = [...example.matchAll(/^([A-Z_]*(?:PASSWORD|TOKEN|SECRET|_KEY))=$/gm)].map(([, name]) => name!)
  const own = names.filter((name) => !['OIDC_CLIENT_SECRET', 'LLM_API_KEY'].includes(name))
  return Object.fromEntries(own.map((name) => [name, randomBytes(32).toString('hex')]))
}

/** `helm upgrade --install` with images of that tag; waits until every pod is ready. */
export async function deploy(tag: string, more: readonly string[] = [], timeout = '15m'): Promise<void> {
  const values = [join(chart, 'values-small.yaml'), join(root, 'tools/kubernetes/values.yaml')]
  await run(
    'helm',
    [
      ...['upgrade', '--install', 'jobboard', chart, `--namespace=${NAMESPACE}`],
      ...values.map((file) => `--values=${file}`),
      ...[`--set-string=image.tag=${tag}`, '--wait', `--timeout=${timeout}`, ...more],
    ],
    { timeoutMs: 1_000_000 },
  )
}
