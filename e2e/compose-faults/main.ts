import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createPeople } from '../faults/support/people.ts'
import { openReceiver } from '../faults/support/receiver.ts'
import { rowOf } from '../faults/support/report.ts'
import { startWorkload } from '../faults/support/workload.ts'
import { countLosses } from './count-losses.ts'
import { openProject } from './engine.ts'
import { composeFaults } from './faults.ts'
import { startPlainLoad } from './plain-load.ts'
import { hostAddress, mintPlainKeys, startStack } from './prepare.ts'

const USAGE = `npm run compose:faults -- --project NAME [--only TEXT] [--hold SECONDS]
Starts the Compose project NAME with each service twice (JOBS_REPLICAS and the like change that), and under load
kills containers, cuts networks, scales, upgrades, and deletes the volumes of NATS and Meilisearch. Prints what was lost, doubled or failed. The project is left running; never use one with
data that matters. Exit code 1: something was lost or doubled, or a call failed during scaling or an upgrade.`

const CANDIDATES = 150
const PLAIN_KEYS = 8
const AFTERWARDS_MS = 2_000

const { values } = parseArgs({
  options: {
    project: { type: 'string' },
    only: { type: 'string', default: '' },
    hold: { type: 'string', default: '5' },
  },
})
if (!values.project) {
  console.error(USAGE)
  process.exit(2)
}

const project = openProject(values.project)
const operators = await startStack(project)
const receiver = await openReceiver(await hostAddress(project))
const people = await createPeople({ ...operators, receiver }, CANDIDATES)
const plainKeys = await mintPlainKeys(operators, people.employerId, PLAIN_KEYS)
const workload = startWorkload(people)
const drafts = { created: 0, uncertain: 0 }

console.log('| fault | failed tries | not retried: failed | saw | longest wait | lost | doubled |')
console.log('|---|---|---|---|---|---|---|')
let isBad = false
for (const fault of composeFaults.filter(({ name }) => name.includes(values.only))) {
  workload.drainTroubles()
  const load = startPlainLoad(plainKeys)
  await sleep(AFTERWARDS_MS)
  let problem: unknown
  await fault.inject(project, Number(values.hold) * 1_000).catch((error) => {
    problem = error
  })
  await sleep(AFTERWARDS_MS)
  await Promise.all([workload.pause(), load.stop()])
  drafts.created += load.created
  drafts.uncertain += load.uncertain
  // Ten failed attempts in a row disable a subscription (D-54).
  await operators.admin.post(`/admin/v1/webhook-subscriptions/${people.subscriptionId}/enable`)
  const row = rowOf(fault.name, workload.drainTroubles())
  const once = load.drain()
  const { lost, doubled } = await countLosses(operators, people, workload, { ...load, ...drafts }, receiver)
  const saw = [...new Set([...row.statuses.split(', '), ...once.failures])].filter((one) => one !== 'none')
  const cells = [
    fault.name,
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
  const hasFailed = fault.isInvisible && failedTries + once.failures.length > 0
  if (problem) console.log(`${fault.name}: ${problem}`)
  if (problem || hasFailed || sum(lost) + sum(doubled) > 0) isBad = true
  workload.resume()
}
await workload.pause()
await receiver.close()
process.exitCode = isBad ? 1 : 0

function listed(counts: Record<string, number>): string {
  const found = Object.entries(counts).filter(([, count]) => count > 0)
  return found.map(([kind, count]) => `${count} ${kind}`).join(', ') || 'nothing'
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0)
}
