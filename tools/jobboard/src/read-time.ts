import { UsageError } from './command.ts'

/** The time of the option `--since`. Throws UsageError. */
export function readSince(since: string): string {
  if (!/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(since) || Number.isNaN(Date.parse(since))) {
    throw new UsageError('--since must be ISO 8601 with Z or an offset, such as 2030-01-31T12:00:00Z')
  }
  return since
}
