import { type ErasingService, erasingServices } from '@jobboard/contracts/candidates/erasure'
import { type Booted, boot } from '@jobboard/testkit/boot'
import { eventually } from '@jobboard/testkit/eventually'
import { explaining } from '@jobboard/testkit/explain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CandidateEnv } from '../src/env.ts'
import { insertConfirmation, listUnconfirmed } from '../src/erasure/store.ts'
import { service } from '../src/service.ts'

let candidate: Booted<CandidateEnv>
beforeAll(async () => {
  candidate = await boot(service)
})
afterAll(() => candidate.stop())

async function readMetrics(): Promise<Record<string, number>> {
  const text = await (await fetch(`${candidate.url}/metrics`)).text()
  const lines = text.matchAll(/^(erasure_\w+)\{service="(\w+)"\} (.*)$/gm)
  return Object.fromEntries([...lines].map(([, name, label, value]) => [`${name} ${label}`, Number(value)]))
}

async function erase(): Promise<{ erasureId: number; candidateId: number }> {
  const admin = candidate.as({ kind: 'admin', actor: 'test' })
  const person = { firstName: 'Ada', lastName: 'Lind', email: 'ada@example.test' }
  const { id: candidateId } = (await admin.post('/admin/v1/candidates', person)).body
  const { erasureId } = (await admin.delete(`/admin/v1/candidates/${candidateId}`)).body
  return { erasureId, candidateId }
}

const confirm = (erasure: { erasureId: number; candidateId: number }, from: ErasingService) =>
  candidate.deps.db.tx((sql) =>
    insertConfirmation(sql, { ...erasure, service: from, confirmedAt: new Date().toISOString() }),
  )

test('/metrics: unconfirmed erasures and the age of the oldest, by service that has not confirmed', async () => {
  const names = ['erasure_unconfirmed', 'erasure_oldest_unconfirmed_seconds']
  expect(await readMetrics()).toEqual(
    Object.fromEntries(names.flatMap((name) => erasingServices.map((one) => [`${name} ${one}`, 0]))),
  )
  const first = await erase()
  const { clock } = candidate.deps
  clock.advanceTo(clock.offsetMs + 600_000)
  const second = await erase()
  for (const one of ['pipeline', 'webhook', 'accounts'] as const) {
    await Promise.all([confirm(first, one), confirm(second, one), confirm(first, one)])
  }
  await confirm(second, 'search')
  await eventually(
    'the confirmations of candidate',
    async () => (await readMetrics())['erasure_unconfirmed candidate'] === 0,
  )
  const waiting = await readMetrics()
  expect(waiting).toMatchObject({
    'erasure_unconfirmed search': 1,
    'erasure_unconfirmed pipeline': 0,
    'erasure_oldest_unconfirmed_seconds pipeline': 0,
  })
  expect(waiting['erasure_oldest_unconfirmed_seconds search']).toBeGreaterThanOrEqual(600)
  await confirm(first, 'search')
  expect(Object.values(await readMetrics()).every((value) => value === 0)).toBe(true)
  // What is confirmed leaves the index that the metrics read.
  expect(await candidate.deps.db.sql`select distinct confirmations from erasure`).toEqual([
    { confirmations: 5 },
  ])
})

test('concurrent confirmations of one erasure are all counted', async () => {
  const erasure = await erase()
  await Promise.all([...erasingServices, ...erasingServices].map((one) => confirm(erasure, one)))
  expect(
    await candidate.deps.db.sql`select confirmations from erasure where id = ${erasure.erasureId}`,
  ).toEqual([{ confirmations: 5 }])
})

test('the metrics read the index of unconfirmed erasures alone', async () => {
  const { db } = candidate.deps
  await db.sql`
    insert into erasure (candidate_id, requested_at, confirmations)
    select 1000000 + i, now(), 5 from generate_series(1, 20000) as i`
  await db.sql`analyze erasure`
  const { sql, plans } = explaining(db.sql)
  await listUnconfirmed(sql, new Date())
  expect(plans[0]).toContain('erasure_unconfirmed on erasure')
  expect(plans[0]).not.toMatch(/Seq Scan on erasure$/m)
})
