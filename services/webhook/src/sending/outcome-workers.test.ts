import { expect, test } from 'vitest'
import type { AttemptOutcome } from './outcome-actions.ts'
import { openOutcomeWriter } from './workers.ts'

const outcomes = (n: number) =>
  Array.from({ length: n }, (_, i) => ({ delivery: { id: String(i) } }) as AttemptOutcome)
const idsOf = (batch: AttemptOutcome[]) => batch.map(({ delivery }) => delivery.id)

test('a database outage loses no outcome: all are written in order, each reported once', async () => {
  const written: string[] = []
  let failures = 2
  const writer = openOutcomeWriter({
    async write() {
      if (failures-- > 0) throw new Error('the database is down')
    },
    onWritten: (batch) => void written.push(...idsOf(batch)),
    onError: () => {},
    retryMs: 1,
  })
  for (const outcome of outcomes(450)) writer.add(outcome)
  await writer.drain(10_000)
  expect(written).toEqual(idsOf(outcomes(450)))
})

test('draining ends at its deadline while the database stays down', async () => {
  let writes = 0
  const writer = openOutcomeWriter({
    async write() {
      writes++
      throw new Error('the database is down')
    },
    onWritten: () => expect.unreachable(),
    onError: () => {},
  })
  for (const outcome of outcomes(1)) writer.add(outcome)
  await writer.drain(50)
  expect(writes).toBe(1)
})
