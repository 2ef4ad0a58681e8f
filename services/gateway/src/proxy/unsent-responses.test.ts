import { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { eventually } from '@jobboard/testkit/eventually'
import { expect, onTestFinished, test } from 'vitest'
import { openUnsentResponses, type UnsentResponse } from './unsent-responses.ts'

const GRACE_MS = 60

/** A response of 1 MiB that its client has not read. */
function open(timeoutMs = 600_000) {
  const limits = { maxBytes: 2 ** 24, maxBytesPerResponse: 2 ** 24, graceMs: GRACE_MS, timeoutMs }
  const unsent = openUnsentResponses(limits)
  onTestFinished(() => unsent.stop())
  const response = { key: 'a', connection: new Socket(), bytes: 2 ** 20, isSending: () => true }
  unsent.changed(response satisfies UnsentResponse, response.bytes)
  return { unsent, response }
}

/** Keeps the event loop from running anything, as a busy machine does. */
function block(ms: number): void {
  const untilMs = performance.now() + ms
  while (performance.now() < untilMs);
}

test('a client is not cut because the gateway itself did not run for longer than the grace period', async () => {
  const { unsent, response } = open()
  // The client reads all the time; the gateway notices when it runs again.
  for (let round = 0; round < 5; round++) {
    block(2 * GRACE_MS)
    await turn()
    await turn()
    response.bytes -= 65_536
    unsent.changed(response, -65_536)
  }
  expect(unsent.cuts).toEqual({ memory: 0, slow: 0 })
})

test('nor because the time-out of its response passed meanwhile', async () => {
  const { unsent } = open(GRACE_MS)
  await turn()
  block(3 * GRACE_MS)
  await turn()
  await turn()
  expect(unsent.cuts).toEqual({ memory: 0, slow: 0 })
})

test('a client that reads nothing is cut while the gateway runs', async () => {
  const { unsent, response } = open()
  await eventually('it is cut', async () => unsent.cuts.slow === 1)
  expect(response.connection.destroyed).toBe(true)
  expect(unsent.bytes()).toBe(0)
})
