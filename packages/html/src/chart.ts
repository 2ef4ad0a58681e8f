import { type Html, html } from './html.ts'
import { numeric, table } from './table.ts'
import { number } from './values.ts'

/** What a chart draws: values of each series at each point. Where one is missing a bar has no height, and a line ends. At
 * most 6 series. */
export interface Chart {
  title: string
  unit: string
  points: readonly Point[]
  series: readonly Series[]
}

interface Point {
  label: string
  values: Record<string, number | null>
}

/** A series in a colour of its own, or in that of success or danger. */
export interface Series {
  key: string
  label: string
  tone?: 'success' | 'danger'
}

const [WIDTH, HEIGHT] = [720, 180]
const [SPARK_WIDTH, SPARK_HEIGHT] = [120, 24]

/** Small bars within a line of text or a cell, with `label` in their place for screen readers. */
export function sparkline({
  label,
  points,
  series,
}: Pick<Chart, 'points' | 'series'> & { label: string }): Html {
  const top = Math.max(
    1,
    ...points.map((point) => valuesOf({ series }, point).reduce((sum, n) => sum + n, 0)),
  )
  const slot = SPARK_WIDTH / Math.max(1, points.length)
  return html`<svg class="jb-spark" viewBox=${`0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`} role="img" aria-label=${label}>
    <line class="jb-grid" x1="0" x2=${SPARK_WIDTH} y1=${SPARK_HEIGHT} y2=${SPARK_HEIGHT} />
    ${points.map((point, i) => {
      let below = 0
      return series.map((each, index) => {
        const height = round((value(point, each.key) / top) * SPARK_HEIGHT)
        below += height
        return height > 0
          ? html`<rect class=${`jb-bar ${seriesClass(each, index)}`} x=${round(i * slot + 0.5)} y=${round(SPARK_HEIGHT - below)} width=${round(slot - 1)} height=${height} />`
          : null
      })
    })}
  </svg>`
}

/** A line for each series, with its numbers as a table. */
export function lineChart(chart: Chart): Html {
  const top = niceTop(Math.max(0, ...chart.points.flatMap((point) => valuesOf(chart, point))))
  const step = WIDTH / Math.max(1, chart.points.length - 1)
  const lines = chart.series.map((each, index) => {
    const { key } = each
    return runsOf(chart.points, key).map(({ start, values }) => {
      const spots = values.map((n, i) => `${round((start + i) * step)},${yOf(n, top)}`)
      // A single point is a line from the middle between it and the one before to that after it.
      if (spots.length === 1) {
        const y = yOf(values[0]!, top)
        const [from, to] = [Math.max(0, (start - 0.5) * step), Math.min(WIDTH, (start + 0.5) * step)]
        spots.splice(0, 1, `${round(from)},${y}`, `${round(chart.points.length === 1 ? WIDTH : to)},${y}`)
      }
      return html`<polyline class=${`jb-line ${seriesClass(each, index)}`} points=${spots.join(' ')} vector-effect="non-scaling-stroke" />`
    })
  })
  return figure(chart, top, lines)
}

/** A bar for each point, its series on top of each other, with the numbers as a table. */
export function barChart(chart: Chart): Html {
  const sums = chart.points.map((point) => valuesOf(chart, point).reduce((sum, n) => sum + n, 0))
  const top = niceTop(Math.max(0, ...sums))
  const slot = WIDTH / Math.max(1, chart.points.length)
  const bars = chart.points.map((point, i) => {
    let below = 0
    return chart.series.map((each, index) => {
      const { key, label } = each
      const n = value(point, key)
      below += n
      const height = round((n / top) * HEIGHT)
      return html`<rect class=${`jb-bar ${seriesClass(each, index)}`} x=${round(i * slot + slot * 0.15)} y=${yOf(below, top)} width=${round(Math.min(slot * 0.7, 48))} height=${height}><title>${`${point.label}, ${label}: ${number(n)} ${chart.unit}`}</title></rect>`
    })
  })
  return figure(chart, top, bars)
}

function figure(chart: Chart, top: number, shapes: readonly (Html | readonly Html[])[]): Html {
  const { title, unit, points, series } = chart
  if (points.length === 0) {
    return html`<figure class="jb-chart vstack gap-2"><figcaption>${title}</figcaption><p class="text-body-secondary">There is nothing to draw yet.</p></figure>`
  }
  const middle = points[Math.floor((points.length - 1) / 2)]!
  const ends = [...new Set([points[0]!, middle, points.at(-1)!])]
  const highest = Math.max(0, ...points.flatMap((point) => valuesOf(chart, point)))
  return html`<figure class="jb-chart vstack gap-2">
    <figcaption class="hstack flex-wrap gap-1 justify-content-between fw-medium">
      <span>${title}</span>
      <span class="hstack flex-wrap gap-3 small text-body-secondary">
        ${series.map((each, index) => html`<span class="hstack gap-1"><i class=${`jb-swatch ${seriesClass(each, index)}`}></i>${each.label}</span>`)}
      </span>
    </figcaption>
    <div class="jb-plot">
      <div class="jb-axis text-body-secondary" aria-hidden="true"><span>${number(top)}</span><span>${number(top / 2)}</span><span>0</span></div>
      <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label=${`${title}. Highest value: ${number(highest)} ${unit}.`}>
        ${[0, HEIGHT / 2, HEIGHT].map((y) => html`<line class="jb-grid" x1="0" x2=${WIDTH} y1=${y} y2=${y} vector-effect="non-scaling-stroke" />`)}
        ${shapes}
      </svg>
      <div class="jb-axis-x text-body-secondary" aria-hidden="true">${ends.map(({ label }) => html`<span>${label}</span>`)}</div>
    </div>
    <details class="jb-numbers">
      <summary class="small text-body-secondary">Numbers of the chart</summary>
      ${table({
        caption: title,
        columns: {
          [unit]: (point) => point.label,
          ...Object.fromEntries(series.map(({ key, label }) => [label, numberOf(key)])),
        },
        rows: points,
        empty: '',
      })}
    </details>
  </figure>`
}

function numberOf(key: string) {
  return numeric((point: Point) => (isMissing(point, key) ? '–' : number(value(point, key))))
}

function seriesClass({ tone }: Series, index: number): string {
  return tone ? `jb-series-${tone}` : `jb-series-${index % 6}`
}

function isMissing(point: Point, key: string): boolean {
  return point.values[key] === null
}

/** The points of a series without the missing ones: each run that stands together, and where it begins. */
function runsOf(points: Chart['points'], key: string): { start: number; values: number[] }[] {
  const runs: { start: number; values: number[] }[] = []
  for (const [i, point] of points.entries()) {
    if (isMissing(point, key)) continue
    if (i === 0 || isMissing(points[i - 1]!, key)) runs.push({ start: i, values: [] })
    runs.at(-1)!.values.push(value(point, key))
  }
  return runs
}

function value(point: Point, key: string): number {
  const n = point.values[key] ?? 0
  return Number.isFinite(n) && n > 0 ? n : 0
}

function valuesOf({ series }: Pick<Chart, 'series'>, point: Point): number[] {
  return series.map(({ key }) => value(point, key))
}

/** The next of 2, 4, 10 times a power of ten, so that half of it is a round number too. */
function niceTop(highest: number): number {
  if (highest <= 2) return 2
  const power = 10 ** Math.floor(Math.log10(highest))
  return [1, 2, 4, 6, 8, 10].map((n) => n * power).find((n) => n >= highest) ?? highest
}

function yOf(n: number, top: number): number {
  return round(HEIGHT - (n / top) * HEIGHT)
}

function round(n: number): number {
  return Math.round(n * 10) / 10
}
