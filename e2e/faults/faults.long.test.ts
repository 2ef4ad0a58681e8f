// biome-ignore-all lint/plugin: a load has pauses, a fault lasts for a while, and both are reported in milliseconds
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@jobboard/stack/settings'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Fault } from './fault.ts'
import { measure, openTrial, TABLE_HEAD, type Trial } from './measure.ts'
import { faults, type Processes, startProcesses } from './systems/processes.ts'

// The whole system in processes of its own, each service twice, under load: some faults one after the other, then a count
// of what they lost. `FAULTS=long` counts after each, keeps it for 10 s instead of 1 s, and writes the table of
// docs/faults.md to faults.md.
const isLong = process.env.FAULTS === 'long'
const [holdMs, besideMs] = isLong ? [10_000, 3_000] : [1_000, 500]
const TIMEOUT_MS = 240_000

let system: Processes
let trial: Trial<Processes>
const rows: string[] = []
let failed = false

beforeAll(async () => {
  system = await startProcesses()
  trial = await openTrial(system)
}, TIMEOUT_MS)

afterAll(async () => {
  await system?.stop()
  if (rows.length === 0) return
  const table = [TABLE_HEAD, ...rows].join('\n')
  console.info(`\n${table}`)
  if (isLong) writeFileSync(join(root, 'faults.md'), `${table}\n`)
})

/** Spreads the faults over groups that count as one fault: neighbours, which hit the same process, are in different ones. */
function grouped(some: readonly Fault<Processes>[], groups: number): Fault<Processes>[] {
  return Array.from({ length: groups }, (_, i) => {
    const group = some.filter((_one, index) => index % groups === i)
    return {
      name: group.map(({ name }) => name).join(', then '),
      async inject(to, forMs) {
        for (const { inject } of group) {
          await eventually('the system serves', () => serves(to))
          await inject(to, forMs)
        }
      },
    }
  })
}

const serves = ({ admin }: Processes) =>
  admin.get('/admin/v1/employers?pageSize=1').then(
    ({ status }) => status === 200,
    () => false,
  )

test.each(grouped(faults, isLong ? faults.length : 6))(
  'nothing is lost or doubled, and every retried call succeeds: $name',
  async (fault) => {
    // What is lost stays lost: the checks of later faults would fail for the same reason.
    if (failed) throw new Error('not injected: an earlier fault failed')
    failed = true
    const { row, problems } = await measure(trial, fault, holdMs, besideMs)
    rows.push(row)
    expect(problems).toEqual([])
    failed = false
  },
  4 * TIMEOUT_MS,
)
