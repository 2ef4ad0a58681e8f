import type { Trouble } from './retry.ts'

/** What clients saw of one fault. */
export interface Row {
  fault: string
  calls: number
  failedTries: number
  statuses: string
  longestWaitMs: number
  slowest: string
}

/** Summarises the troubles of all kinds of calls during one fault. */
export function rowOf(fault: string, troubles: Map<string, Trouble[]>): Row {
  const all = [...troubles].flatMap(([kind, list]) => list.map((trouble) => ({ kind, ...trouble })))
  const failures = all.flatMap((trouble) => trouble.failures)
  const longest = all.reduce((a, b) => (a.waitMs > b.waitMs ? a : b), { kind: 'none', waitMs: 0 })
  return {
    fault,
    calls: all.length,
    failedTries: failures.length,
    statuses: [...new Set(failures)].sort().join(', ') || 'none',
    longestWaitMs: longest.waitMs,
    slowest: longest.kind,
  }
}

/** The rows as a Markdown table. */
export function table(rows: Row[]): string {
  const lines = rows.map(({ fault, calls, failedTries, statuses, longestWaitMs, slowest }) => {
    const wait = `${(longestWaitMs / 1_000).toFixed(1)} s (${slowest})`
    return `| ${fault} | ${failedTries} of ${calls + failedTries} | ${statuses} | ${wait} | nothing |`
  })
  return [
    '| fault | failed tries | what they saw | longest until a retried call succeeded | lost or doubled |',
    '|---|---|---|---|---|',
    ...lines,
  ].join('\n')
}
