import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { chart, env } from '../src/cluster.ts'

/** A Kubernetes object as the chart makes it. */
export interface KubernetesObject {
  kind: string
  metadata: { name: string; labels: Record<string, string> }
  // biome-ignore lint/suspicious/noExplicitAny: objects of other people's schemas
  spec: any
  data?: Record<string, string>
}

export const hasHelm = spawnSync('helm', ['version'], { env }).status === 0
if (!hasHelm) {
  console.warn(
    'The tests of the Helm chart are skipped: helm is not installed (tools/kubernetes/own-cluster.sh helm builds it).',
  )
}

/** Runs helm with the chart as last argument but `more`. */
export function runHelm(
  command: string[],
  more: string[] = [],
  input?: unknown,
): { status: number; stdout: string; stderr: string } {
  const values = input === undefined ? [] : ['--values', '-']
  const { status, stdout, stderr } = spawnSync('helm', [...command, chart, ...more, ...values], {
    encoding: 'utf8',
    env,
    input: input === undefined ? undefined : JSON.stringify(input),
    maxBuffer: 67_108_864,
  })
  return { status: status ?? 1, stdout, stderr: stderr.replace(/^.*found symbolic link.*\n/gm, '') }
}

/** What the chart makes with these values beside a file of the chart, as text. */
export function renderText(values: unknown = {}, file = 'values.yaml', more: string[] = []): string {
  const result = runHelm(
    ['template', 'jobboard'],
    ['--namespace=jobboard', '--values', join(chart, file), ...more],
    values,
  )
  if (result.status !== 0) throw new Error(result.stderr)
  return result.stdout
}

/** The same, as objects. */
export function render(values: unknown = {}, file?: string): KubernetesObject[] {
  return parseAllDocuments(renderText(values, file))
    .map((document) => document.toJS() as KubernetesObject | null)
    .filter((one) => one !== null)
}

export const componentOf = ({ metadata }: KubernetesObject): string =>
  metadata.labels['app.kubernetes.io/component']!
