/** A line of the result. */
export const print = (line: string) => void process.stdout.write(`${line}\n`)

/** A line of progress or advice. */
export const note = (line: string) => void process.stderr.write(`${line}\n`)

/** A text with the commands in it as the user calls them: the image sets JOBBOARD_CALL. */
export function asCalled(text: string): string {
  const call = process.env.JOBBOARD_CALL
  return call ? text.replaceAll(/npm run (-s )?jobboard --/g, call) : text
}

export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  for (const row of rows)
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
}

/** The columns of a list: a field of its rows, or what is made of one. */
export type Columns<Row> = Record<string, keyof Row | ((row: Row) => unknown)>

/** Prints the rows of a list below the heads of its columns; nothing without rows. */
export function printRows<Row>(columns: Columns<Row>, rows: readonly Row[]): void {
  const cells = rows.map((row) =>
    Object.values(columns).map((cell) => shown(typeof cell === 'function' ? cell(row) : row[cell])),
  )
  if (rows.length > 0) printTable([Object.keys(columns), ...cells])
}

function shown(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return Array.isArray(value) ? value.join(',') : String(value ?? '-')
}

/** What lists of the Admin API have in common. */
interface Page<Row> {
  total: number
  page: number
  pageSize: number
  items: Row[]
  /** Services that did not respond. */
  unavailable?: string[]
}

/** Prints a page of a list. Returns the exit code. */
export function printPage<Row>(noun: string, columns: Columns<Row>, list: Page<Row>): number {
  const { total, page, pageSize, items, unavailable = [] } = list
  printRows(columns, items)
  print(`${total} ${noun}, page ${page} of ${Math.max(1, Math.ceil(total / pageSize))}`)
  return warnOfUnavailable(noun, unavailable)
}

/** Says which services are missing from a list. Returns the exit code. */
export function warnOfUnavailable(noun: string, services: readonly string[]): number {
  if (services.length === 0) return 0
  const what = `${services.join(', ')} did not respond: their ${noun} are not included.`
  note(`jobboard: ${what} Run the command again when they are up.`)
  return 1
}
