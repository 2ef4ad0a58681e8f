import type { ImportResult } from './import-jobs.ts'

/** One line that says how far an import is. */
export function progressLine({ lines, created, published, refused }: ImportResult): string {
  return `${lines} lines: ${created} created, ${published} published, ${refused} refused`
}

/** What an import ends with: the first refused lines and why, then the totals. */
export function report({ created, published, known, refused, firstRefused, stopped }: ImportResult): string {
  const rows = firstRefused.map(
    ({ line, field, reason }) => `  line ${line}: ${field ? `${field}: ` : ''}${reason}`,
  )
  if (refused > rows.length) rows.push(`  and ${refused - rows.length} more`)
  if (rows.length > 0) rows.unshift('Refused:')
  if (stopped) rows.push(`Stopped before the end of the file, ${stopped}`)
  if (known > 0) rows.push(`${known} were there already.`)
  return [...rows, `${created} created, ${published} published, ${refused} refused`].join('\n')
}
