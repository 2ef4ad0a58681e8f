import { erasuresConfirmed, publishErased } from '@jobboard/testkit/erase-candidate'
import { explaining } from '@jobboard/testkit/explain'
import { findTextInDatabase } from '@jobboard/testkit/find-text'
import { expect, test } from 'vitest'
import { eraseFromStoredSearches } from '../src/candidates/erase-store.ts'
import { startSearch } from './support/setup.ts'

const NAME = 'Hildefonsus'
const fields = { firstName: NAME, headline: `${NAME} the cooper`, skills: ['cooperage'] }

const searchService = await startSearch()

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

test('an erasure reads only the stored searches that name the candidate, and leaves none, however many there are (P-120)', async () => {
  const { db } = searchService.deps
  const named = 450
  await db.sql`
    insert into idempotency (owner, method, path, key, fingerprint, status, headers, body, created_at)
    select 'employer 9', 'POST', '/api/v1/candidates/search', 'k' || i, '', 200, '{}',
      json_build_object('items', json_build_array(
        json_build_object('candidateId', 10000 + i),
        json_build_object('candidateId', case when i <= ${named} then 9000 else 9001 end)))::text,
      now()
    from generate_series(1, 5000) as i`
  await db.sql`vacuum (analyze) idempotency`
  const plans = await db.tx(async (sql) => {
    const { sql: explain, plans } = explaining(sql)
    await eraseFromStoredSearches(explain, 9000)
    return plans.join('\n')
  })
  expect(plans).toContain('Bitmap Index Scan on idempotency_of_found')
  expect(plans).toContain('idempotency_with_suggestions')
  expect(plans).not.toContain('Seq Scan')

  await publishErased(searchService, 9000)
  await erasuresConfirmed(searchService, [9000])
  const [left] = await db.sql<{ named: number; others: number }>`
    select count(*) filter (where body like '%9000}%')::int as named,
      count(*) filter (where body like '%"candidateId": 1%' or body like '%"candidateId" : 1%')::int as others
    from idempotency where owner = 'employer 9'`
  expect(left).toEqual({ named: 0, others: 5000 })
})
