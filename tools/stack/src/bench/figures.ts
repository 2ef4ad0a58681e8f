/** The value below which a share of the values lies, `0.5` for the median. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** One measured line of the report. `goal` says what the value is meant to be. */
export interface Figure {
  what: string
  value: number
  unit: string
  goal?: string
}

/** Figures as a Markdown table. */
export function table(figures: Figure[]): string {
  const rows = figures.map(({ what, value, unit, goal }) => [what, `${round(value)} ${unit}`, goal ?? ''])
  return markdown(['what', 'measured', 'goal'], rows)
}

/** Any Markdown table. A number is written with the digits it is worth, what is not there as an empty cell. */
export function markdown(head: string[], rows: (string | number | undefined)[][]): string {
  const line = (cells: (string | number | undefined)[]) =>
    `| ${cells.map((cell) => (typeof cell === 'number' ? round(cell) : (cell ?? ''))).join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}
