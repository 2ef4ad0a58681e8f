// biome-ignore-all lint/plugin: a load has pauses, a fault lasts for a while, and both are reported in milliseconds
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '@jobboard/stack/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attacks } from './support/attacks.ts'
import { faults, run } from './support/faults.ts'
import { createPeople, type People } from './support/people.ts'
import { type Row, rowOf, table } from './support/report.ts'
import { type System, startSystem } from './support/system.ts'
import { verifyNothingLost } from './support/verify.ts'
import { startWorkload, type Workload } from './support/workload.ts'

// The whole system in processes of its own, each service twice, under load. `FAULTS=long` keeps each fault for 10 s
// instead of 2 s, and writes the table of docs/faults.md to faults.md.
const isLong = process.env.FAULTS === 'long'
const HOLD_MS = isLong ? 10_000 : 2_000
const AFTERWARDS_MS = isLong ? 3_000 : 1_000
const CANDIDATES = isLong ? 400 : 80
const TIMEOUT_MS = 240_000

let system: System
let people: People
let workload: Workload
const rows: Row[] = []
let failed = false

beforeAll(async () => {
  system = await startSystem()
  people = await createPeople(system, CANDIDATES)
  workload = startWorkload(people)
}, TIMEOUT_MS)

afterAll(async () => {
  await system?.stop()
  if (rows.length === 0) return
  console.info(`\n${table(rows)}`)
  if (isLong) writeFileSync(join(root, 'faults.md'), `${table(rows)}\n`)
})

test.each([...faults, ...attacks])(
  'nothing is lost or doubled, and every retried call succeeds: $name',
  async (fault) => {
    // What is lost stays lost: the checks of later faults would fail for the same reason.
    if (failed) throw new Error('not injected: an earlier fault failed')
    failed = true
    await sleep(AFTERWARDS_MS)
    workload.drainTroubles()
    await run(fault, system, people, HOLD_MS)
    await sleep(AFTERWARDS_MS)
    // Waits for the calls in flight, so that every count below is final.
    try {
      await workload.pause()
      const row = rowOf(fault.name, workload.drainTroubles())
      expect(row.calls).toBeGreaterThan(0)
      await verifyNothingLost(system, people, workload)
      rows.push(row)
      failed = false
    } finally {
      workload.resume()
    }
  },
  TIMEOUT_MS,
)
