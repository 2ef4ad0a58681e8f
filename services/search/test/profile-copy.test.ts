import { profileChanged } from '@jobboard/contracts/events/candidate'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootSearch, DAY_MS, person, type Searching } from './support/setup.ts'

let searching: Searching
beforeAll(async () => {
  searching = await bootSearch()
})
afterAll(() => searching.stop())

test('a profile told over NATS is found', async () => {
  const data = {
    ...person(1, { headline: 'Cartwright' }),
    isSearchable: true,
    lastActiveAt: searching.ago(0),
    version: 1,
  }
  // The relay publishes whatever is in this outbox, here in the name of the candidate service.
  await searching.deps.db.tx((sql) =>
    appendEvent(sql, profileChanged, { aggregateId: 1, aggregateVersion: 1, occurredAt: new Date(), data }),
  )
  await eventually('found', async () => (await searching.found('cartwright')).length === 1)
})

test('an older version changes nothing, whatever the order of events', async () => {
  await searching.tell(2, { headline: 'newer', version: 7 })
  await searching.tell(2, { headline: 'older', version: 6 })
  await searching.tell(2, { headline: 'older', version: 5, isSearchable: false })
  expect([await searching.found('newer'), await searching.found('older')]).toEqual([[2], []])
  await searching.tell(2, { version: 9, isSearchable: false })
  await searching.tell(2, { headline: 'newer', version: 8 })
  expect(await searching.found('newer')).toEqual([])
})

test('new words replace the old ones; a sign of life alone writes no words', async () => {
  await searching.tell(3, { skills: ['forging'] })
  await searching.tell(3, { skills: ['welding'] })
  expect([await searching.found('forging'), await searching.found('welding')]).toEqual([[], [3]])
  const written = () =>
    searching.deps.db.sql`select xmin::text from candidate_document where candidate_id = 3`
  const before = await written()
  await searching.tell(3, { skills: ['welding'], lastActiveAt: searching.ago(-1000) })
  expect(await written()).toEqual(before)
})

test('many profiles with the same new words at once: all are found', async () => {
  const words = Array.from({ length: 3_000 }, (_, i) => `parallel${i}`)
  const ids = Array.from({ length: 20 }, (_, i) => 100 + i)
  // Each with its own order of words: without a common order of inserts they would wait for each other in a circle.
  const orders = ids.map((_, i) => (i % 2 ? words : words.toReversed()).join(' '))
  await Promise.all(ids.map((id, i) => searching.tell(id, { summary: orders[i]! })))
  expect((await searching.found('parallel7')).toSorted()).toEqual(ids)
})

test('200: filters by country number and by last activity on the business clock (D-42)', async () => {
  const told = { headline: 'weaver' }
  await searching.tell(10, { ...told, country: 'US', lastActiveAt: searching.ago(DAY_MS) })
  await searching.tell(11, { ...told, country: 'NO', lastActiveAt: searching.ago(2 * DAY_MS) })
  await searching.tell(12, { ...told, country: null, lastActiveAt: searching.ago(3 * DAY_MS) })
  expect(await searching.found('weaver', { preferredCountryIds: [840] })).toEqual([10])
  expect(await searching.found('weaver', { preferredCountryIds: [840, 578, 0] })).toEqual([10, 11])
  expect(await searching.found('weaver', { preferredCountryIds: [4] })).toEqual([])
  for (const none of [
    {},
    { preferredCountryIds: null },
    { preferredCountryIds: [] },
    { activeWithinDays: null },
  ])
    expect(await searching.found('weaver', none)).toEqual([10, 11, 12])
  expect(await searching.found('weaver', { activeWithinDays: 36_500 })).toEqual([10, 11, 12])
  expect(await searching.found('weaver', { activeWithinDays: 3 })).toEqual([10, 11])
  await searching.advance(DAY_MS)
  expect(await searching.found('weaver', { activeWithinDays: 3 })).toEqual([10])
})

test('400: a wildcard with more than 500 words is refused and costs nothing; 500 are searched (D-41)', async () => {
  const words = (count: number) => Array.from({ length: count }, (_, i) => `zz${i.toString(36)}q`).join(' ')
  await searching.tell(20, { summary: words(500) })
  expect(await searching.found('zz*')).toEqual([20])
  expect(await searching.found('zz*q')).toEqual([20])
  await searching.tell(21, { summary: words(501) })
  await searching.grant(1, 'CvSearch', 1)
  for (const query of ['java OR zz*', 'java OR zz*q', 'java OR "java zz*"']) {
    const { status, body } = await searching.search(1, query)
    expect([status, body.code]).toEqual([400, 'invalid_query'])
    expect(body.message).toMatch(/500.*\(position 8\)$/)
  }
  expect(await searching.debits(1)).toBe(0)
  expect((await searching.search(1, 'java OR zz1*')).status).toBe(200)
})
