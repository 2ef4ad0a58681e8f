import { type Booted, boot } from '@jobboard/testkit/boot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findRunning, insertResync, saveProgress } from '../src/resync/store.ts'
import { bookService } from './support/book-service.ts'

let service: Booted
beforeAll(async () => {
  service = await boot(bookService)
})
afterAll(() => service.stop())

test('of many replicas that continue one resync from the same page, one moves it on; none moves it back (P-75)', async () => {
  const { db } = service.deps
  await db.tx((sql) => insertResync(sql, new Date(), 100))
  const first = (await findRunning(db.sql))!
  const moves = Array.from({ length: 20 }, (_, i) => ({
    ...first,
    subject: 'state',
    cursor: `${i}`,
    done: i,
  }))
  const moved = await Promise.all(moves.map((after) => saveProgress(db.sql, first, after)))
  expect(moved.filter(Boolean)).toHaveLength(1)
  const stored = (await findRunning(db.sql))!
  expect(stored).toEqual(moves[moved.indexOf(true)])
  expect(await saveProgress(db.sql, first, { ...first, cursor: 'older' })).toBe(false)
  expect(await saveProgress(db.sql, stored, { ...stored, finishedAt: new Date() })).toBe(true)
  expect(await saveProgress(db.sql, stored, { ...stored, cursor: 'later' })).toBe(false)
})
