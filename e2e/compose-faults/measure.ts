import { setTimeout as sleep } from 'node:timers/promises'
import { createPeople } from '../faults/support/people.ts'
import { openReceiver } from '../faults/support/receiver.ts'
import { rowOf } from '../faults/support/report.ts'
import { startWorkload } from '../faults/support/workload.ts'
import { countLosses } from './count-losses.ts'
import { startPlainLoad } from './plain-load.ts'
import { mintPlainKeys, type Operators } from './prepare.ts'

/** What is done to a system under load. */
export interface Disturbance {
  name: string
  /** True when no client may notice: a failed call is a defect. */
  isInvisible?: boolean
  inject(): Promise<void>
}

const CANDIDATES = 150
const PLAIN_KEYS = 8
const AFTERWARDS_MS = 2_000

/** Puts two loads on the system, of which one repeats its calls as a careful client does and the other one never, injects each disturbance and
 * prints a row of what was lost, doubled or failed. Returns false when something was, or when an injection failed. Webhooks go to
 * `receiverHost`, an address of this machine. */
export async function measure(
  operators: Operators,
  receiverHost: string,
  disturbances: readonly Disturbance[],
): Promise<boolean> {
  const receiver = await openReceiver(receiverHost)
  const people = await createPeople({ ...operators, receiver }, CANDIDATES)
  const plainKeys = await mintPlainKeys(operators, people.employerId, PLAIN_KEYS)
  const workload = startWorkload(people)
  const drafts = { created: 0, uncertain: 0 }

  console.log('| fault | failed tries | not retried: failed | saw | longest wait | lost | doubled |')
  console.log('|---|---|---|---|---|---|---|')
  let isGood = true
  for (const { name, isInvisible, inject } of disturbances) {
    workload.drainTroubles()
    const load = startPlainLoad(plainKeys)
    await sleep(AFTERWARDS_MS)
    let problem: unknown
    await inject().catch((error) => {
      problem = error
    })
    await sleep(AFTERWARDS_MS)
    await Promise.all([workload.pause(), load.stop()])
    drafts.created += load.created
    drafts.uncertain += load.uncertain
    // Ten failed attempts in a row disable a subscription (D-54).
    await operators.admin.post(`/admin/v1/webhook-subscriptions/${people.subscriptionId}/enable`)
    const row = rowOf(name, workload.drainTroubles())
    const once = load.drain()
    const { lost, doubled } = await countLosses(operators, people, workload, { ...load, ...drafts }, receiver)
    const saw = [...new Set([...row.statuses.split(', '), ...once.failures])].filter((one) => one !== 'none')
    const cells = [
      name,
      `${row.failedTries} of ${row.calls + row.failedTries}`,
      `${once.failures.length} of ${once.calls}`,
      saw.join(', ') || 'none',
      `${(row.longestWaitMs / 1_000).toFixed(1)} s (${row.slowest})`,
      listed(lost),
      listed(doubled),
    ]
    console.log(`| ${cells.join(' | ')} |`)
    // 404: the application has not reached the recruiter yet.
    const failedTries = row.statuses === '404' ? 0 : row.failedTries
    const hasFailed = isInvisible && failedTries + once.failures.length > 0
    if (problem) console.log(`${name}: ${problem}`)
    if (problem || hasFailed || sum(lost) + sum(doubled) > 0) isGood = false
    workload.resume()
  }
  await workload.pause()
  await receiver.close()
  return isGood
}

function listed(counts: Record<string, number>): string {
  const found = Object.entries(counts).filter(([, count]) => count > 0)
  return found.map(([kind, count]) => `${count} ${kind}`).join(', ') || 'nothing'
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0)
}
