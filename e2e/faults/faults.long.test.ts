// biome-ignore-all lint/plugin: a load has pauses, a fault lasts for a while, and both are reported in milliseconds
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@jobboard/stack/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { measure, openTrial, TABLE_HEAD, type Trial } from './measure.ts'
import { faults, type Processes, startProcesses } from './systems/processes.ts'

// The whole system in processes of its own, each service twice, under load. `FAULTS=long` keeps each fault for 10 s
// instead of 1 s, and writes the table of docs/faults.md to faults.md.
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

test.each(faults)(
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
  TIMEOUT_MS,
)
