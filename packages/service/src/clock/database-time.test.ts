import type { Sql } from '@jobboard/db/sql'
import { afterEach, expect, test, vi } from 'vitest'
import { openDatabaseTime } from './clock.ts'

// One clock that both sides measure, in milliseconds; the process's wall clock may be wrong.
let trueMs = 1_000_000
let wallErrorMs = 0
let databaseErrorMs = 0
let roundTripMs: [request: number, response: number] = [0, 0]
const sql = (async () => {
  trueMs += roundTripMs[0]
  const nowMs = trueMs + databaseErrorMs
  trueMs += roundTripMs[1]
  return [{ nowMs }]
}) as Sql
vi.spyOn(performance, 'now').mockImplementation(() => trueMs - 500_000)
vi.spyOn(Date, 'now').mockImplementation(() => trueMs + wallErrorMs)

afterEach(() => {
  wallErrorMs = 0
  databaseErrorMs = 0
  roundTripMs = [0, 0]
})

test('a step of the wall clock changes nothing, and is reported', async () => {
  const time = await openDatabaseTime(sql)
  wallErrorMs = 180_000
  expect([time.nowMs(), time.skewMs()]).toEqual([trueMs, 180_000])
  await time.measure()
  expect([time.nowMs(), time.skewMs()]).toEqual([trueMs, 180_000])
})

test('slow round trips make the time less accurate by half of the fastest one at most', async () => {
  wallErrorMs = 180_000
  roundTripMs = [20, 0]
  const time = await openDatabaseTime(sql)
  roundTripMs = [900, 900]
  await time.measure()
  roundTripMs = [0, 4]
  await time.measure()
  expect(Math.abs(time.nowMs() - trueMs)).toBeLessThanOrEqual(4)
})

test('a wall clock that agrees with the database within the round trip is used as it is', async () => {
  wallErrorMs = 3
  roundTripMs = [10, 10]
  const time = await openDatabaseTime(sql)
  expect([time.nowMs(), time.skewMs()]).toEqual([trueMs + 3, 0])
})

test('a database whose clock changed, as after a failover, is followed', async () => {
  const time = await openDatabaseTime(sql)
  databaseErrorMs = -5_000
  await time.measure()
  expect(time.nowMs()).toBe(trueMs - 5_000)
})
