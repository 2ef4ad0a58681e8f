import { activityRecorded, type Erased } from '@jobboard/contracts/candidates/events'
import { erasuresConfirmed, publishErased } from '@jobboard/testkit/erase-candidate'
import { eventually } from '@jobboard/testkit/eventually'
import { beforeEach, expect, test } from 'vitest'
import { candidateActivityConsumer } from '../src/candidates/consumers.ts'
import { erasure } from '../src/candidates/workers.ts'
import { insertIndex, readIndexState, tokeniserVersionOf } from '../src/index/store.ts'
import { startSearch } from './support/setup.ts'

const search = await startSearch()

const sql = () => search.deps.db.sql
const pending = () => sql()<{ tokeniserVersion: number; candidateId: number; sequence: number }>`
  select tokeniser_version, candidate_id, sequence from pending_change order by 1, 2`
const clear = () => sql()`delete from pending_change`
const active = (candidateId: number, agoMs: number) =>
  search.deps.db.tx((tx) =>
    candidateActivityConsumer.handle(tx, {
      id: '',
      subject: activityRecorded.subject,
      aggregateId: String(candidateId),
      aggregateVersion: 1,
      occurredAt: '',
      data: { candidateId, lastActiveAt: search.ago(agoMs), version: 1 },
    }),
  )
const MINUTE_MS = 60_000

beforeEach(clear)

test('without an index no change is recorded', async () => {
  await search.receiveProfile(1, { headline: 'cooper' })
  expect(await pending()).toEqual([])
})

test('every change of what a search finds is recorded once per version with an index, with a newer sequence', async () => {
  await insertIndex(sql(), 3)
  await insertIndex(sql(), 4)
  const recorded = async (change: () => Promise<unknown>) => {
    await clear()
    await change()
    return (await pending()).map(({ tokeniserVersion, candidateId }) => `${tokeniserVersion}:${candidateId}`)
  }
  const both = (id: number) => [3, 4].map((version) => `${tokeniserVersionOf(version)}:${id}`)
  expect(
    await recorded(() =>
      search.receiveProfile(10, { headline: 'smith', lastActiveAt: search.ago(60 * MINUTE_MS) }),
    ),
  ).toEqual(both(10))
  expect(
    await recorded(() =>
      search.receiveProfile(10, {
        headline: 'smith',
        country: 'US',
        lastActiveAt: search.ago(60 * MINUTE_MS),
      }),
    ),
  ).toEqual(both(10))
  expect(await recorded(() => active(10, 10 * MINUTE_MS))).toEqual(both(10))
  expect(await recorded(() => search.receiveProfile(10, { isSearchable: false }))).toEqual(both(10))
  expect(await recorded(() => active(10, -20 * MINUTE_MS))).toEqual([])
  expect(await recorded(() => search.receiveProfile(10, { headline: 'older', version: 1 }))).toEqual([])
  await search.receiveProfile(11, { headline: 'smith' })
  const before = (await pending()).find(({ candidateId }) => candidateId === 11)!
  await search.receiveProfile(11, { headline: 'farrier' })
  expect((await pending()).filter(({ candidateId }) => candidateId === 11)).toHaveLength(2)
  expect((await pending()).find(({ candidateId }) => candidateId === 11)!.sequence).toBeGreaterThan(
    before.sequence,
  )
  expect((await readIndexState(sql(), 3, 10)).pendingIds).toContain(11)
  await sql()`delete from search_index where tokeniser_version = ${tokeniserVersionOf(4)}`
})

test('an activity moves the copy when it is 10 minutes later, and a profile change always', async () => {
  const lastActive = async () =>
    (await sql()<{ at: Date }>`select last_active_at as at from candidate where id = 20`)[0]!.at.toISOString()
  const start = search.ago(60 * MINUTE_MS)
  await search.receiveProfile(20, { headline: 'miller', lastActiveAt: start })
  await clear()
  await active(20, 50 * MINUTE_MS + 5_000)
  expect([await lastActive(), await pending()]).toEqual([start, []])
  await active(20, 49 * MINUTE_MS)
  expect(await lastActive()).not.toBe(start)
  expect(await pending()).toHaveLength(1)
  const exact = search.ago(48 * MINUTE_MS)
  await search.receiveProfile(20, { headline: 'millwright', lastActiveAt: exact })
  expect(await lastActive()).toBe(exact)
})

test('an erasure is not confirmed while an index may hold the candidate', async () => {
  await search.receiveProfile(30, { headline: 'chandler' })
  await clear()
  await publishErased(search, 30)
  await eventually('the first pass', async () =>
    (await pending()).some(({ candidateId }) => candidateId === 30),
  )
  const erased = [{ candidateId: 30 }] as Erased[]
  expect(await erasure.settle!(search.deps, erased)).toBe(false)
  const confirmed = () => sql()`select 1 from erased_candidate where confirmed_at is not null`
  expect(await confirmed()).toEqual([])
  await sql()`update search_index set state = 'retired'`
  await clear()
  expect(await erasure.settle!(search.deps, erased)).toBe(false)
  await sql()`delete from search_index`
  await erasuresConfirmed(search, [30])
})
