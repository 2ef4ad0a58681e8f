// biome-ignore-all lint/plugin: a load has pauses, a fault lasts for a while, and both are reported in milliseconds
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault, System } from './fault.ts'
import { createLoad, type Load, type Seen } from './load.ts'
import { countLosses } from './losses.ts'
import { createPeople, type People } from './people.ts'

/** A system with the people of the load, which is paused between faults. */
export interface Trial<S extends System> {
  system: S
  people: People
  load: Load
}

export const TABLE_HEAD = `| fault | failed tries | not repeated: failed | saw | longest wait | lost | doubled |
|---|---|---|---|---|---|---|`

/** Creates the people of the load. */
export async function openTrial<S extends System>(system: S): Promise<Trial<S>> {
  const people = await createPeople(system)
  return { system, people, load: createLoad(system, people) }
}

/** Injects a fault under load, keeps it for `holdMs`, and counts what was lost, doubled or failed: a row of the table, and what
 * is wrong. The load runs alone for `besideMs` before and after the fault. */
export async function measure<S extends System>(
  { system, people, load }: Trial<S>,
  { name, isInvisible, inject }: Fault<S>,
  holdMs: number,
  besideMs = 2_000,
): Promise<{ row: string; problems: string[] }> {
  await system.prepare?.(people.employerId)
  load.resume()
  await sleep(besideMs)
  const problems: string[] = []
  await inject(system, holdMs).catch((error: Error) => problems.push(error.message))
  await sleep(besideMs)
  // Waits for the calls in flight, so that every count below is final.
  await load.pause()
  // Ten failed attempts in a row disable a subscription (D-54).
  await system.admin.post(`/admin/v1/webhook-subscriptions/${people.subscriptionId}/enable`)
  const seen = load.drain()
  const { lost, doubled } = await countLosses(system, people, load)
  problems.push(...((await system.check?.()) ?? []))
  for (const [what, counts] of Object.entries({ lost, doubled }))
    if (Object.keys(counts).length > 0) problems.push(`${what}: ${listed(counts)}`)
  const failures = seen.repeated.flatMap(({ kind, trouble }) =>
    trouble.failures.map((failure) => `${kind} ${failure}`),
  )
  if (isInvisible && failures.length + seen.hasty.failures.length > 0)
    problems.push(`failed: ${listed(counted([...failures, ...seen.hasty.failures]))}`)
  if (seen.repeated.length === 0) problems.push('no call succeeded')
  return { row: rowOf(name, seen, failures, lost, doubled), problems }
}

function rowOf(
  name: string,
  { repeated, hasty }: Seen,
  failures: string[],
  lost: Record<string, number>,
  doubled: Record<string, number>,
): string {
  const statuses = [...failures, ...hasty.failures].map((failure) => failure.split(' ').at(-1))
  const longest = repeated.reduce(
    (a, b) => (a.waitMs > b.trouble.waitMs ? a : { kind: b.kind, waitMs: b.trouble.waitMs }),
    { kind: 'none', waitMs: 0 },
  )
  const cells = [
    name,
    `${failures.length} of ${repeated.length + failures.length}`,
    `${hasty.failures.length} of ${hasty.calls}`,
    [...new Set(statuses)].sort().join(', ') || 'none',
    `${(longest.waitMs / 1_000).toFixed(1)} s (${longest.kind})`,
    listed(lost) || 'nothing',
    listed(doubled) || 'nothing',
  ]
  return `| ${cells.join(' | ')} |`
}

const listed = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ')

function counted(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
