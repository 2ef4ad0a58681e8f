import { parser } from '@prometheus-io/lezer-promql'

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
