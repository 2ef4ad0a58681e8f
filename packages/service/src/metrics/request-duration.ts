import type { Metrics, Sample } from './registry.ts'

/** Takes one answer down: its status, 0 when the client went away before it, and how long it took. */
export type Observe = (status: number, ms: number) => void

/** How long requests took, by what they asked for and class of status. */
export interface RequestDurations {
  /** Binds the labels of one thing that can be asked for. Keep it: what it gives costs no look-up when called. */
  of(labels: Record<string, string>): Observe
}

const NAME = 'http_request_duration_seconds'
const BOUNDS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const STATUS_CLASSES = ['none', '1xx', '2xx', '3xx', '4xx', '5xx']

interface Cell {
  labels: Record<string, string>
  /** Per bucket, the last one without a bound. */
  counts: Float64Array
  sumSeconds: number
}

/** Adds `http_request_duration_seconds` to these metrics. */
export function openRequestDurations(metrics: Metrics): RequestDurations {
  const cells: Cell[] = []
  metrics.add(
    { name: NAME, type: 'histogram', help: 'Time from the head of a request to the end of its answer.' },
    () => cells.flatMap(toSamples),
  )
  return {
    of(labels) {
      const byClass: (Cell | undefined)[] = STATUS_CLASSES.map(() => undefined)
      return (status, ms) => {
        const index = Math.floor(status / 100)
        byClass[index] ??= openCell(cells, { ...labels, status: STATUS_CLASSES[index] ?? 'none' })
        count(byClass[index], ms / 1_000)
      }
    },
  }
}

function openCell(cells: Cell[], labels: Cell['labels']): Cell {
  const cell = { labels, counts: new Float64Array(BOUNDS_SECONDS.length + 1), sumSeconds: 0 }
  cells.push(cell)
  return cell
}

function count(cell: Cell, seconds: number): void {
  let bucket = 0
  while (bucket < BOUNDS_SECONDS.length && seconds > BOUNDS_SECONDS[bucket]!) bucket++
  cell.counts[bucket]!++
  cell.sumSeconds += seconds
}

function toSamples({ labels, counts, sumSeconds }: Cell): Sample[] {
  let total = 0
  const buckets = [...BOUNDS_SECONDS, '+Inf'].map((le, index) => {
    total += counts[index]!
    return { metricName: `${NAME}_bucket`, labels: { ...labels, le }, value: total }
  })
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels, value: sumSeconds },
    { metricName: `${NAME}_count`, labels, value: total },
  ]
}
