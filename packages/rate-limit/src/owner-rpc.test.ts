import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { subjects } from './membership.ts'
import { openOwnerRpc } from './owner-rpc.ts'
import { openSlidingLog } from './sliding-log.ts'
import { noTransport, type Transport } from './transport.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('an owner that responds after its deadline is called again at once', async () => {
  let respond = (_message: unknown, _from: string): void => {}
  const transport: Transport = {
    ...noTransport,
    subscribe(subject, _schema, handle) {
      if (subject === subjects.response('self')) respond = handle as typeof respond
    },
  }
  const rpc = openOwnerRpc(transport, 'self', openSlidingLog())
  const decision = rpc.take('owner', 'recruiter:1/jobs', 7)
  await vi.advanceTimersByTimeAsync(25)
  expect([await decision, rpc.isUnresponsive('owner')]).toEqual([undefined, true])
  respond([1, [[7, 99, 0, 60_000]]], 'owner')
  expect(rpc.isUnresponsive('owner')).toBe(false)
})
