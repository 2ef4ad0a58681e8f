import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@jobboard/stack/settings'
import { parser } from '@prometheus-io/lezer-promql'
import { parse } from 'yaml'
import { z } from 'zod'

const alertFile = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({ summary: z.string().min(10), runbook: z.string() }),
        }),
      ),
    }),
  ),
})

const gridPos = z.object({
  x: z.int().min(0).max(23),
  y: z.int().min(0),
  w: z.int().min(1).max(24),
  h: z.int().min(1),
})
const datasource = z.object({ type: z.string(), uid: z.string() })
const target = z.object({
  refId: z.string(),
  expr: z.string().min(1),
  datasource,
  legendFormat: z.string().min(1),
})
const row = z.object({ id: z.int(), type: z.literal('row'), title: z.string().min(1), gridPos })
const chart = z.object({
  id: z.int(),
  type: z.enum(['timeseries', 'stat']),
  title: z.string().min(1),
  description: z.string().min(1),
  datasource,
  gridPos,
  fieldConfig: z.object({ defaults: z.object({ unit: z.string() }), overrides: z.array(z.unknown()) }),
  options: z.record(z.string(), z.unknown()),
  targets: z.array(target).min(1),
})
const variable = z.object({ name: z.string(), type: z.literal('query'), definition: z.string(), datasource })
const dashboard = z.object({
  uid: z.string().regex(/^[a-z-]{1,40}$/),
  title: z.string().min(1),
  schemaVersion: z.int().min(39),
  panels: z.array(z.union([row, chart])).min(1),
  templating: z.object({ list: z.array(variable) }),
})
const datasourceFile = z.object({
  apiVersion: z.literal(1),
  datasources: z.array(z.object({ uid: z.string(), type: z.string(), url: z.url() })),
})

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const DASHBOARDS = 'deploy/observability/dashboards'

export const alerts = alertFile.parse(parse(read('deploy/alerts.yml'))).groups.flatMap(({ rules }) => rules)

/** The dashboards that Grafana reads. Throws where one lacks what Grafana needs to show it. */
export const dashboards = readdirSync(join(root, DASHBOARDS)).map((file) => ({
  file,
  ...dashboard.parse(JSON.parse(read(`${DASHBOARDS}/${file}`))),
}))

/** The data sources of Grafana. */
export const datasources = datasourceFile.parse(
  parse(read('deploy/observability/grafana/datasources/datasources.yaml')),
).datasources

/** Every expression of an alert or a panel, and where it stands. */
export const queries: { place: string; expr: string }[] = [
  ...alerts.map(({ alert, expr }) => ({ place: `alert ${alert}`, expr })),
  ...dashboards.flatMap(({ file, panels }) =>
    panels.flatMap((panel) =>
      panel.type === 'row'
        ? []
        : panel.targets.map(({ expr }) => ({ place: `${file} ${panel.title}`, expr })),
    ),
  ),
]

/** What a PromQL expression reads. */
export interface PromQuery {
  /** Metrics that it names, with the labels by which it selects their series. */
  metrics: Map<string, Set<string>>
  /** Labels by which it groups. */
  groupedBy: Set<string>
  /** The first text that is no PromQL. */
  syntaxError: string | undefined
}

/** Parses an expression of an alert or a dashboard, whose variables are written `$name`. */
export function parsePromql(expression: string): PromQuery {
  const text = expression.replaceAll('$__rate_interval', '5m')
  const query: PromQuery = { metrics: new Map(), groupedBy: new Set(), syntaxError: undefined }
  let labels = new Set<string>()
  parser.parse(text).iterate({
    enter({ name, type, from, to, node }) {
      const part = text.slice(from, to)
      if (type.isError) query.syntaxError ??= `${text.slice(0, from)} >>> ${text.slice(from)}`
      if (name === 'VectorSelector') labels = new Set()
      if (name === 'Identifier') {
        labels = query.metrics.get(part) ?? labels
        query.metrics.set(part, labels)
      }
      if (name !== 'LabelName') return
      if (node.parent?.name === 'GroupingLabels') query.groupedBy.add(part)
      else labels.add(part)
    },
  })
  return query
}
