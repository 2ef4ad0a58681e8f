import { expect, test } from 'vitest'
import { openOutcomeWriter } from './outcome-writer.ts'
import type { Ended } from './write-outcomes.ts'

const ended = (n: number) => Array.from({ length: n }, (_, i) => ({ id: String(i) }) as Ended)

test('an outage loses no outcome and keeps their order; each is reported as written once', async () => {
  const written: string[] = []
  let failures = 2
  const finisher = openOutcomeWriter({
    async write() {
      if (failures-- > 0) throw new Error('the database is away')
    },
    written: (batch) => void written.push(...batch.map((one) => one.id)),
    failed: () => {},
  })
  for (const one of ended(450)) finisher.add(one)
  await finisher.drain(10_000)
  expect(written).toEqual(ended(450).map((one) => one.id))
})

test('draining ends at its deadline while the database stays away', async () => {
  let tries = 0
  const finisher = openOutcomeWriter({
    async write() {
      tries++
      throw new Error('the database is away')
    },
    written: () => expect.unreachable(),
    failed: () => {},
  })
  for (const one of ended(1)) finisher.add(one)
  await finisher.drain(50)
  expect(tries).toBe(1)
})
