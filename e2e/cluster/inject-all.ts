import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { upstreamNames } from '@jobboard/contracts/services'
import { eventually } from '@jobboard/testkit/eventually'
import { countLosses } from '../compose-faults/count-losses.ts'
import { startPlainLoad } from '../compose-faults/plain-load.ts'
import { mintPlainKeys } from '../compose-faults/prepare.ts'
import { createPeople } from '../faults/support/people.ts'
import { rowOf } from '../faults/support/report.ts'
import { startWorkload } from '../faults/support/workload.ts'
import type { ClusterFault } from './faults.ts'
import type { IsolatedCluster } from './isolated-cluster.ts'
import { waitUntilWhole } from './roles.ts'
import { countLeaders, startLimitProbe } from './watch.ts'

const CANDIDATES = 250
const PLAIN_KEYS = 8
const AFTERWARDS_MS = 5_000
const GATEWAYS = 3
/** Of the family of jobs, in a minute. */
const LIMIT = 100
const LEADERS_MS = 60_000

/** Injects the faults one after the other and prints a row for each. Returns whether nothing was lost or doubled. */
export async function injectAll(
  system: IsolatedCluster,
  faults: readonly ClusterFault[],
  holdMs: number,
): Promise<boolean> {
  const { cluster, receiver } = system
  const people = await createPeople(system, CANDIDATES)
  const plainKeys = await mintPlainKeys(system, people.employerId, PLAIN_KEYS)
  const [greedy] = await mintPlainKeys(system, people.employerId, 1)
  const probe = startLimitProbe(greedy!)
  const workload = startWorkload(people)
  const drafts = { created: 0, uncertain: 0 }
  const heads = ['fault', 'failed tries', 'not retried: failed', 'saw', 'calls succeed again after']
  const columns = [...heads, 'lost', 'doubled', 'load average']
  console.log(`| ${columns.join(' | ')} |\n|${'---|'.repeat(columns.length)}`)
  let isGood = true
  for (const fault of faults) {
    await waitUntilWhole(cluster)
    workload.drainTroubles()
    const plain = startPlainLoad(plainKeys)
    await sleep(AFTERWARDS_MS)
    const problems: string[] = []
    await fault.inject(cluster, holdMs).catch((error: Error) => problems.push(error.message))
    await sleep(AFTERWARDS_MS)
    await Promise.all([workload.pause(), plain.stop()])
    drafts.created += plain.created
    drafts.uncertain += plain.uncertain
    // Ten failed attempts in a row disable a subscription (D-54).
    await system.admin.post(`/admin/v1/webhook-subscriptions/${people.subscriptionId}/enable`)
    const row = rowOf(fault.name, workload.drainTroubles())
    const once = plain.drain()
    const losses = await countLosses(system, people, workload, { ...plain, ...drafts }, receiver)
    const lost = listed(losses.lost)
    const doubled = listed(losses.doubled)
    problems.push(...(await checkLeaders(system)))
    const most = probe.mostInAMinute()
    if (most > LIMIT * GATEWAYS) problems.push(`a key had ${most} calls in a minute`)
    if (lost !== 'nothing' || doubled !== 'nothing') problems.push('something was lost or doubled')
    const cells = [
      fault.name,
      `${row.failedTries} of ${row.calls + row.failedTries}`,
      `${once.failures.length} of ${once.calls}`,
      sawOf(row.statuses, once.failures),
      `${(row.longestWaitMs / 1_000).toFixed(1)} s (${row.slowest})`,
      ...[lost, doubled, loadavg()[0]!.toFixed(1)],
    ]
    console.log(`| ${cells.join(' | ')} |`)
    for (const problem of problems) console.log(`${fault.name}: ${problem}`)
    if (problems.length > 0) isGood = false
    workload.resume()
  }
  await workload.pause()
  await probe.stop()
  console.log(
    `The key that ignored its limit of ${LIMIT} had at most ${probe.mostInAMinute()} calls in a minute.`,
  )
  return isGood
}

async function checkLeaders({ cluster }: IsolatedCluster): Promise<string[]> {
  let counts = new Map<string, number>()
  const isOne = async () => {
    counts = await countLeaders(cluster.serviceUrls)
    return upstreamNames.every((name) => counts.get(name) === 1)
  }
  return eventually('one relay leader of each service', isOne, LEADERS_MS).then(
    () => [],
    () => [`relay leaders: ${JSON.stringify(Object.fromEntries(counts))}`],
  )
}

function sawOf(statuses: string, failures: string[]): string {
  const seen = new Set([...statuses.split(', '), ...failures].filter((one) => one !== 'none'))
  return [...seen].sort().join(', ') || 'none'
}

function listed(counts: Record<string, number>): string {
  const found = Object.entries(counts).filter(([, count]) => count > 0)
  return found.map(([kind, count]) => `${count} ${kind}`).join(', ') || 'nothing'
}
