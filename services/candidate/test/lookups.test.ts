import { type Booted, boot } from '@jobboard/testkit/boot'
import type { Client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { explaining } from '@jobboard/testkit/explain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCandidatePage } from '../src/profiles/store.ts'
import { service } from '../src/service.ts'

let candidate: Booted
let admin: Client
const ids: number[] = []
beforeAll(async () => {
  candidate = await boot(service)
  admin = candidate.as({ kind: 'admin', actor: 'operator' })
  for (const [firstName, lastName, email] of [
    ['Ada', 'Lind', 'zoe@example.test'],
    ['Émile', 'Adams', 'emile@example.test'],
    ['Bo', 'Berg', 'ADA@example.test'],
    ['100%z', '_x', 'percent@example.test'],
  ]) {
    ids.push((await admin.post('/admin/v1/candidates', { firstName, lastName, email })).body.id)
  }
})
afterAll(() => candidate.stop())

const list = async (query: string) => (await admin.get(`/admin/v1/candidates${query}`)).body
const found = async (q: string) =>
  (await list(`?q=${encodeURIComponent(q)}`)).items.map(({ id }: { id: number }) => ids.indexOf(id))

test('200: candidates by the start of first name, last name or e-mail address, without case, newest first', async () => {
  expect(await found('ada')).toEqual([2, 1, 0])
  expect(await found('ADA L')).toEqual([0])
  expect(await found('lind a')).toEqual([0])
  expect(await found('émi')).toEqual([1])
  expect(await found('ÉMI')).toEqual([1])
  expect(await found('da')).toEqual([])
  expect(await found('%')).toEqual([])
  expect(await found('_')).toEqual([3])
  expect(await found('100%')).toEqual([3])
})

test('200: pages with the total, also past the end; q that is empty lists all', async () => {
  expect(await list('?page=2&pageSize=3')).toMatchObject({ total: 4, page: 2, items: [{ id: ids[0] }] })
  expect(await list('?q=ada&page=2&pageSize=2')).toMatchObject({ total: 3, items: [{ id: ids[0] }] })
  expect(await list('?q=ada&page=9')).toMatchObject({ total: 3, items: [] })
  expect(await list('?page=9')).toMatchObject({ total: 4, items: [] })
  expect((await list('?q=')).total).toBe(4)
})

test('400: q with control characters or over 200 characters, page 0', async () => {
  for (const query of ['?q=%00', `?q=${'x'.repeat(201)}`, '?q=a%0Ab', '?page=0', '?pageSize=101']) {
    expect((await admin.get(`/admin/v1/candidates${query}`)).status).toBe(400)
  }
})

test('200: one candidate with consent and visibility; 404 for none', async () => {
  const { status, body } = await admin.get(`/admin/v1/candidates/${ids[0]}`)
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({
      id: ids[0],
      email: 'zoe@example.test',
      consentExpiresAt: null,
      isSearchable: true,
    }),
  ])
  expect((await admin.get('/admin/v1/candidates/2147483647')).status).toBe(404)
})

test('lists read their indexes only, whatever the plan cache does', async () => {
  const { db } = candidate.deps
  for (let from = 1; from <= 50_000; from += 5_000) {
    await db.tx(async (sql) => {
      // Vacuum marks only pages with flushed commits all-visible; the test server commits asynchronously.
      await sql`set local synchronous_commit = on`
      await sql`
        insert into candidate (first_name, last_name, email, job_types, skills, languages, nationalities,
          employment_history, education, is_searchable, last_active_at, version, created_at, updated_at)
        select md5(i::text), md5(i::text || 'x'), md5(i::text || 'y') || '@example.test', '[]', '[]', '[]', '[]', '[]',
          '[]', true, now(), 1, now(), now()
        from generate_series(${from}::int, ${from + 4_999}::int) as i`
    })
  }
  await eventually('all pages are all-visible', async () => {
    await db.sql`vacuum (analyze) candidate`
    const [table] =
      await db.sql`select from pg_class where oid = 'candidate'::regclass and relallvisible = relpages`
    return table
  })
  const scans = async (q?: string) => {
    const { sql, plans } = explaining(db.sql)
    await listCandidatePage(sql, { q, world: 'live', page: 1, pageSize: 50 })
    return plans
      .flatMap((plan) => plan.match(/(Seq|Index|Bitmap).* Scan.*/g) ?? [])
      .map((scan) => scan.trim())
  }
  for (const q of ['a', 'ada', 'adalind']) {
    expect(await scans(q)).toEqual([
      'Index Only Scan using candidate_email on candidate candidate_1',
      'Index Only Scan using candidate_first_name_start on candidate candidate_2',
      'Index Only Scan using candidate_last_name_start on candidate candidate_3',
      'Index Only Scan using candidate_of_sandbox on candidate candidate_4',
      expect.stringMatching(/^Index Scan( Backward)? using candidate_pkey on candidate$/),
    ])
  }
  expect(await scans()).toEqual([
    expect.stringMatching(/^Index Only Scan using candidate_pkey/),
    expect.stringMatching(/^Index Only Scan using candidate_of_sandbox/),
    'Index Scan Backward using candidate_pkey on candidate',
  ])
})

test('201, 200: the longest names of four-byte characters are stored, imported and found by all of their characters', async () => {
  // Without repetitions, which Postgres would compress.
  const longName = (from: number) =>
    Array.from({ length: 200 }, (_, i) => String.fromCodePoint(0x20000 + ((from + i * 7_919) % 42_000))).join(
      '',
    )
  const names = { firstName: longName(1), lastName: longName(5_000) }
  const created = await admin.post('/admin/v1/candidates', { ...names, email: 'long@example.test' })
  expect([created.status, created.body.firstName]).toEqual([201, names.firstName])
  const { id } = created.body
  const other = { ...names, firstName: `${names.firstName.slice(0, -2)}x`, email: 'other@example.test' }
  const imported = await admin.send('POST', '/admin/v1/candidates/import', {
    body: JSON.stringify(other),
    headers: { 'content-type': 'application/x-ndjson' },
  })
  expect(imported.body).toMatchObject({ imported: 1, rejectedCount: 0 })
  const idsOf = async (q: string) =>
    (await list(`?q=${encodeURIComponent(q)}`)).items.map((item: { id: number }) => item.id)
  const both = [imported.body.ids[0], id]
  for (const [q, expected] of [
    [names.firstName.slice(0, 2 * 100), both],
    [names.firstName.slice(0, 2 * 101), both],
    [names.firstName, [id]],
    [names.lastName.slice(0, 2 * 150), both],
    [`${names.firstName.slice(0, 2 * 150)}x`, []],
  ] as const) {
    expect(await idsOf(q)).toEqual(expected)
  }
})

test('200: a name with decomposed accents is found, typed in either form (P-595)', async () => {
  const form = { firstName: 'Zoe\u0308', lastName: 'Old', email: 'old@example.test' }
  const { id } = (await admin.post('/admin/v1/candidates', form)).body
  for (const q of ['zo\u00eb', 'ZOE\u0308 o']) {
    expect((await list(`?q=${encodeURIComponent(q)}`)).items).toMatchObject([{ id }])
  }
})

test.each([
  ['firstName', '\u3164'],
  ['lastName', '\u115f'],
  ['lastName', '\u200d\ufe0f'],
])('400: a blank %s of %j (P-594)', async (field, blank) => {
  const form = { firstName: 'Ada', lastName: 'Lind', email: 'blank@example.test', [field]: blank }
  const { status, body } = await admin.post('/admin/v1/candidates', form)
  expect([status, body.message]).toEqual([400, expect.stringContaining(`${field}: must not be empty`)])
})
