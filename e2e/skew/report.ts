import type { Seen } from './load.ts'

export const TABLE_HEAD = `| releases | tries | failed | longest wait | lost | doubled |
|---|---|---|---|---|---|`

/** One line of the table. */
export function rowOf(name: string, { tries, failures, longest, lost, doubled }: Seen): string {
  const failed = failures.length === 0 ? '0' : `${failures.length}: ${listed(counted(failures)).join(', ')}`
  const wait = `${(longest.waitMs / 1_000).toFixed(1)} s (${longest.kind})`
  const cells = [name, tries, failed, wait, listed(lost).join(', ') || '0', listed(doubled).join(', ') || '0']
  return `| ${cells.join(' | ')} |`
}

/** `2 credits` for each count. */
export function listed(counts: Record<string, number>): string[] {
  return Object.entries(counts).map(([kind, count]) => `${count} ${kind}`)
}

function counted(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
