import { UNKNOWN_FIELDS } from './report.ts'
import type { CandidatesResult } from './send-candidates.ts'

const PROGRESS_INTERVAL_MS = 2_000
const INTERRUPTED = 130

/** Runs an import with progress on stderr and the report on stdout. Ctrl-C ends it after the request in flight. Returns
 * the exit code. Throws what `send` throws, with the counts so far. */
export async function runImport(
  result: CandidatesResult,
  unit: string,
  send: (onProgress: () => void, signal: AbortSignal) => Promise<void>,
): Promise<number> {
  const interrupted = new AbortController()
  const interrupt = () => interrupted.abort()
  process.once('SIGINT', interrupt)
  let shownAt = Date.now()
  const counts = () => `${result.imported} imported, ${result.skipped} skipped, ${result.rejected} rejected`
  try {
    await send(() => {
      if (Date.now() - shownAt < PROGRESS_INTERVAL_MS) return
      shownAt = Date.now()
      process.stderr.write(`${result.lines} ${unit} sent: ${counts()}\n`)
    }, interrupted.signal)
  } catch (error) {
    throw new Error(
      `${(error as Error).message}\n${counts()}. Run the same command again: what is imported is skipped.`,
    )
  } finally {
    process.off('SIGINT', interrupt)
  }
  const rows = result.firstRejected.map((row) => `  ${row}`)
  if (result.rejected > rows.length) rows.push(`  and ${result.rejected - rows.length} more`)
  if (rows.length > 0) rows.unshift('Rejected:')
  if (result.firstRejected.some((row) => row.includes('unknown field'))) rows.push(UNKNOWN_FIELDS)
  process.stdout.write(`${[...rows, counts()].join('\n')}\n`)
  if (result.isInterrupted) {
    process.stderr.write('Interrupted. Run the same command again: what is imported is skipped.\n')
    return INTERRUPTED
  }
  return result.rejected > 0 ? 1 : 0
}
