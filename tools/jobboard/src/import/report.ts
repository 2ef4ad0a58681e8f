import type { ImportResult } from './import-jobs.ts'

/** The progress of an import in one line. */
export function progressLine({ lines, created, published, refused }: ImportResult): string {
  return `${lines} lines read: ${created} created, ${published} published, ${refused} refused`
}

/** The report at the end: the first refused lines with their reasons, then the totals. */
export function report({
  created,
  published,
  unchanged,
  refused,
  firstRefused,
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
  if (unchanged > 0) rows.push(`${unchanged} imported before, unchanged.`)
  return [...rows, `${created} created, ${published} published, ${refused} refused`].join('\n')
}
