import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { openShares } from './upstream.ts'

const newResponse = () => new EventEmitter() as ServerResponse

test('a request whose client goes away while it waits gives its place and its bytes back (P-581)', async () => {
  const shares = openShares(1)
  expect([shares.take('a'), shares.take('a'), shares.take('b')]).toEqual([true, false, true])
  const leaving = newResponse()
  const gone = shares.wait('a', leaving, 60_000, 10)
  const next = shares.wait('a', newResponse(), 60_000, 7)
  expect(shares.waitingBytes('a')).toBe(17)
  leaving.emit('close')
  expect([await gone, shares.waitingBytes('a')]).toEqual([false, 7])
  shares.release('a')
  expect([await next, shares.waitingBytes('a'), shares.take('a')]).toEqual([true, 0, false])
  shares.release('a')
  expect(shares.take('a')).toBe(true)
})
