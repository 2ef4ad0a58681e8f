/** The value at a quantile of the values, 0.5 for the median. */
export function quantile(values: number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}

export const sum = (values: Iterable<number>): number =>
  [...values].reduce((total, value) => total + value, 0)

/** One measured value. `goal` is the limit that it should meet. */
export interface Figure {
  what: string
  value: number
  unit: string
  goal?: string
}

/** Quantiles of times in milliseconds; goals by name, such as p99. */
export function quantileFigures(
  what: string,
  times: number[],
  quantiles: number[],
  goals: Record<string, string> = {},
): Figure[] {
  return quantiles.map((q) => {
    const [name, value] = [`p${q * 100}`, quantile(times, q)]
    return { what: `${what}: ${name}`, value, unit: 'ms', ...(goals[name] && { goal: goals[name] }) }
  })
}

export function figureTable(figures: Figure[]): string {
  const rows = figures.map(({ what, value, unit, goal }) => [what, `${round(value)} ${unit}`, goal ?? ''])
  return markdownTable(['what', 'measured', 'goal'], rows)
}

/** A Markdown table. Numbers are rounded to about three digits; undefined is an empty cell. */
export function markdownTable(head: string[], rows: (string | number | undefined)[][]): string {
  const line = (cells: (string | number | undefined)[]) =>
    `| ${cells.map((cell) => (typeof cell === 'number' ? round(cell) : (cell ?? ''))).join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}
