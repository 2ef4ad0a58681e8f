import { erasuresConfirmed, publishErased } from '@jobboard/testkit/erase-candidate'
import { findTextInDatabase } from '@jobboard/testkit/find-text'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootSearch, type SearchService } from './support/setup.ts'

const NAME = 'Hildefonsus'
const fields = { firstName: NAME, headline: `${NAME} the cooper`, skills: ['cooperage'] }

let searchService: SearchService
beforeAll(async () => {
  searchService = await bootSearch()
})
afterAll(() => searchService.stop())

const find = () => findTextInDatabase(searchService.databaseUrl, [NAME])

test('an older and a newer profile after the erasure store nothing; words that others use stay', async () => {
  await searchService.receiveProfile(1, fields)
  await searchService.receiveProfile(2, { skills: ['cooperage'] })
  await publishErased(searchService, 1)
  await erasuresConfirmed(searchService, [1])
  expect(await find()).toEqual([])
  for (const version of [1, 1_000_000]) await searchService.receiveProfile(1, { ...fields, version })
  expect(await find()).toEqual([])
  expect(await searchService.foundIds('cooper*')).toEqual([2])
})

test('failed events and dead letters of the person go, those of others stay (P-120)', async () => {
  const { sql } = searchService.deps.db
  const subject = 'evt.candidate.profile.changed.v1'
  for (const [candidateId, payload] of [
    ['50', NAME],
    ['51', 'another'],
  ] as const)
    await sql`
      with failed as (
        insert into event_attempt
          (consumer, event_id, subject, aggregate_id, aggregate_version, occurred_at, payload, attempts)
        values ('none', ${candidateId}, ${subject}, ${candidateId}, 1, '', ${payload}, 1)
      )
      insert into dead_letter
        (consumer, event_id, subject, aggregate_id, aggregate_version, occurred_at, payload, error, attempts)
      values ('none', ${candidateId}, ${subject}, ${candidateId}, 1, '', ${payload}, '', 8)`
  await publishErased(searchService, 50)
  await erasuresConfirmed(searchService, [50])
  expect(await find()).toEqual([])
  expect(await sql`select event_id from event_attempt union all select event_id from dead_letter`).toEqual([
    { eventId: '51' },
    { eventId: '51' },
  ])
})

test('200: a stored search keeps the other candidates and is replayed without a second debit', async () => {
  await searchService.receiveProfile(3, { ...fields, skills: ['gilding'] })
  await searchService.receiveProfile(4, { skills: ['gilding'] })
  await searchService.grant(7, 'CvSearch', 1)
  const send = () =>
    searchService
      .asRecruiter(7)
      .post('/api/v1/candidates/search', { query: 'gilding' }, { 'idempotency-key': 'once' })
  expect((await send()).body.items).toHaveLength(2)
  await publishErased(searchService, 3)
  await erasuresConfirmed(searchService, [3])
  const replayed = await send()
  expect([
    replayed.status,
    replayed.body.items.map((item: { candidateId: number }) => item.candidateId),
  ]).toEqual([200, [4]])
  expect(await searchService.debits(7)).toBe(1)
})

test('profiles and reads beside 20 erasures leave nothing of the persons', async () => {
  const ids = Array.from({ length: 20 }, (_, i) => 100 + i)
  for (const id of ids) await searchService.receiveProfile(id, fields)
  await Promise.all(
    ids.flatMap((id) => [
      searchService.receiveProfile(id, { ...fields, headline: `${NAME} ${id}` }).catch(() => {}),
      publishErased(searchService, id),
      searchService.receiveProfile(id, { ...fields, skills: [`${NAME}-${id}`] }).catch(() => {}),
    ]),
  )
  await erasuresConfirmed(searchService, ids)
  expect(await find()).toEqual([])
})
