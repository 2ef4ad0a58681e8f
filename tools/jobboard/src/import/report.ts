import type { ImportResult } from './import-jobs.ts'

/** The progress of an import in one line. */
export function progressLine({ lines, created, published, refused }: ImportResult): string {
  return `${lines} lines read: ${created} created, ${published} published, ${refused} refused`
}

/** What to do about lines with a field that the API does not have. */
export const UNKNOWN_FIELDS =
  'Rename the unknown fields, or run the same command again with --ignore-unknown to import without them.'

/** The report at the end: the first refused lines with their reasons, then the totals. */
export function report({
  created,
  published,
  unchanged,
  refused,
  firstRefused,
  ignored,
  stopped,
}: ImportResult): string {
  const rows = firstRefused.map(
    ({ line, field, reason }) => `  line ${line}: ${field ? `${field}: ` : ''}${reason}`,
  )
  if (refused > rows.length) rows.push(`  and ${refused - rows.length} more`)
  if (rows.length > 0) rows.unshift('Refused:')
  if (stopped) {
    rows.push(`Stopped at ${stopped}`)
    rows.push('Correct this and run the same command again: imported lines are skipped.')
  }
  if (firstRefused.some(({ reason }) => reason.startsWith('unknown field'))) rows.push(UNKNOWN_FIELDS)
  for (const [name, lines] of ignored)
    rows.push(`Ignored: ${name}, which a job does not have, in ${lines} ${lines === 1 ? 'line' : 'lines'}.`)
  if (unchanged > 0) rows.push(`${unchanged} imported before, unchanged.`)
  return [...rows, `${created} created, ${published} published, ${refused} refused`].join('\n')
}
