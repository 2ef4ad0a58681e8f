import { activityRecorded, profileChanged } from '@jobboard/contracts/candidates/events'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { candidateActivityConsumer } from '../src/candidates/consumers.ts'
import { DAY_MS, startSearch, testProfile } from './support/setup.ts'

const searchService = await startSearch()

test('a profile published over NATS can be found', async () => {
  const data = {
    ...testProfile(1, { headline: 'Cartwright' }),
    isSearchable: true,
    lastActiveAt: searchService.ago(0),
    version: 1,
  }
  // The relay of this service publishes the event in place of the candidate service.
  await searchService.deps.db.tx((sql) =>
    appendEvent(sql, profileChanged, { aggregateId: 1, aggregateVersion: 1, occurredAt: new Date(), data }),
  )
  await eventually(
    'the profile to be found',
    async () => (await searchService.foundIds('cartwright')).length === 1,
  )
})

test('an event with an older version changes nothing', async () => {
  await searchService.receiveProfile(2, { headline: 'newer', version: 7 })
  await searchService.receiveProfile(2, { headline: 'older', version: 6 })
  await searchService.receiveProfile(2, { headline: 'older', version: 5, isSearchable: false })
  expect([await searchService.foundIds('newer'), await searchService.foundIds('older')]).toEqual([[2], []])
  await searchService.receiveProfile(2, { version: 9, isSearchable: false })
  await searchService.receiveProfile(2, { headline: 'newer', version: 8 })
  expect(await searchService.foundIds('newer')).toEqual([])
})

test('changed words replace the old ones; a new lastActiveAt alone does not write the document', async () => {
  await searchService.receiveProfile(3, { skills: ['forging'] })
  await searchService.receiveProfile(3, { skills: ['welding'] })
  expect([await searchService.foundIds('forging'), await searchService.foundIds('welding')]).toEqual([
    [],
    [3],
  ])
  const documentVersion = () =>
    searchService.deps.db.sql`select xmin::text from candidate_document_3 where candidate_id = 3`
  const before = await documentVersion()
  await searchService.receiveProfile(3, { skills: ['welding'], lastActiveAt: searchService.ago(-1000) })
  expect(await documentVersion()).toEqual(before)
})

test('activity moves only lastActiveAt, and arrives before or after the profile in any order (D-42)', async () => {
  const { db } = searchService.deps
  const active = (candidateId: number, agoMs: number) =>
    db.tx((sql) =>
      candidateActivityConsumer.handle(sql, {
        id: '',
        subject: activityRecorded.subject,
        aggregateId: String(candidateId),
        aggregateVersion: 1,
        occurredAt: '',
        data: { candidateId, lastActiveAt: searchService.ago(agoMs), version: 1 },
      }),
    )
  const daysSinceActive = async (id: number) => {
    const [row] = await db.sql<{ at: Date }>`select last_active_at as at from candidate where id = ${id}`
    return Math.round((Date.parse(searchService.ago(0)) - row!.at.getTime()) / DAY_MS)
  }
  await active(5, 2 * DAY_MS)
  expect(await searchService.foundIds('saddler')).toEqual([])
  await searchService.receiveProfile(5, { headline: 'saddler', lastActiveAt: searchService.ago(4 * DAY_MS) })
  expect([await searchService.foundIds('saddler'), await daysSinceActive(5)]).toEqual([[5], 2])
  await active(5, 3 * DAY_MS)
  expect(await daysSinceActive(5)).toBe(2)
  const document = () => db.sql`select xmin::text from candidate_document_3 where candidate_id = 5`
  const before = await document()
  await active(5, DAY_MS)
  expect([await daysSinceActive(5), await document()]).toEqual([1, before])
})

test('20 concurrent profiles with the same 3,000 new words: all are found', async () => {
  const words = Array.from({ length: 3_000 }, (_, i) => `parallel${i}`)
  const ids = Array.from({ length: 20 }, (_, i) => 100 + i)
  // Half of them list the words backwards: inserting in that order would deadlock.
  const orders = ids.map((_, i) => (i % 2 ? words : words.toReversed()).join(' '))
  await Promise.all(ids.map((id, i) => searchService.receiveProfile(id, { summary: orders[i]! })))
  expect((await searchService.foundIds('parallel7')).toSorted()).toEqual(ids)
})

test('200: filters by country number and by last activity on the business clock (D-42)', async () => {
  const fields = { headline: 'weaver' }
  await searchService.receiveProfile(10, {
    ...fields,
    country: 'US',
    lastActiveAt: searchService.ago(DAY_MS),
  })
  await searchService.receiveProfile(11, {
    ...fields,
    country: 'NO',
    lastActiveAt: searchService.ago(2 * DAY_MS),
  })
  await searchService.receiveProfile(12, {
    ...fields,
    country: null,
    lastActiveAt: searchService.ago(3 * DAY_MS),
  })
  expect(await searchService.foundIds('weaver', { preferredCountryIds: [840] })).toEqual([10])
  expect(await searchService.foundIds('weaver', { preferredCountryIds: [840, 578, 4] })).toEqual([10, 11])
  expect(await searchService.foundIds('weaver', { preferredCountryIds: [4] })).toEqual([])
  for (const noFilter of [
    {},
    { preferredCountryIds: null },
    { preferredCountryIds: [] },
    { activeWithinDays: null },
  ])
    expect(await searchService.foundIds('weaver', noFilter)).toEqual([10, 11, 12])
  expect(await searchService.foundIds('weaver', { activeWithinDays: 36_500 })).toEqual([10, 11, 12])
  expect(await searchService.foundIds('weaver', { activeWithinDays: 3 })).toEqual([10, 11])
  await searchService.advanceClock(DAY_MS)
  expect(await searchService.foundIds('weaver', { activeWithinDays: 3 })).toEqual([10])
})

test('400: a wildcard with more than 500 words is refused and costs nothing; 500 are searched (D-41)', async () => {
  const words = (count: number) => Array.from({ length: count }, (_, i) => `zz${i.toString(36)}q`).join(' ')
  await searchService.receiveProfile(20, { summary: words(500) })
  expect(await searchService.foundIds('zz*')).toEqual([20])
  expect(await searchService.foundIds('zz*q')).toEqual([20])
  await searchService.receiveProfile(21, { summary: words(501) })
  await searchService.grant(1, 'CvSearch', 1)
  for (const query of ['java OR zz*', 'java OR zz*q', 'java OR "java zz*"']) {
    const { status, body } = await searchService.search(1, query)
    expect([status, body.code]).toEqual([400, 'invalid_query'])
    expect(body.message).toMatch(/500.*\(position 8\)$/)
  }
  expect(await searchService.debits(1)).toBe(0)
  expect((await searchService.search(1, 'java OR zz1*')).status).toBe(200)
})
