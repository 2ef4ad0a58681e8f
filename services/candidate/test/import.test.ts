import { newCandidate } from '@jobboard/contracts/candidates/profile'
import { type Booted, boot } from '@jobboard/testkit/boot'
import type { Client } from '@jobboard/testkit/client'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { service } from '../src/service.ts'
import { outboxEvents } from './support/setup.ts'

const PATH = '/admin/v1/candidates/import'
const TYPE = { 'content-type': 'application/x-ndjson' }

let candidate: Booted
let admin: Client
beforeAll(async () => {
  candidate = await boot(service)
  admin = candidate.as({ kind: 'admin', actor: 'operator' })
})
afterAll(() => candidate.stop())
beforeEach(async () => {
  await candidate.deps.db.sql`truncate candidate, outbox cascade`
})

const form = (email: string, fields: object = {}) => ({
  firstName: 'Ada',
  lastName: 'Lind',
  email,
  ...fields,
})
const toLines = (...forms: unknown[]) => forms.map((one) => `${JSON.stringify(one)}\n`).join('')
const post = (body: string | Uint8Array, headers: Record<string, string> = TYPE) =>
  admin.send('POST', PATH, { body, headers })
const emails = async () =>
  (await candidate.deps.db.sql<{ email: string }>`select email from candidate order by id`).map(
    ({ email }) => email,
  )

test('200: every field is stored and published as by POST /candidates', async () => {
  const full = {
    ...form('ada@example.test', {
      phone: '+47 1',
      headline: 'Keeper',
      summary: 'a\nb "c" \\ 💡',
      city: 'Bodø',
    }),
    ...{ linkedInUrl: 'https://l.example/a', gitHubUrl: '', country: 'NO', careerStatus: 'OpenToOffers' },
    ...{ expectedSalaryMin: 1, expectedSalaryMax: 2, expectedSalaryCurrency: 'NOK', noticePeriodDays: 30 },
    ...{ jobTypes: ['FullTime'], skills: ['Lamps', 'Fog'], nationalities: ['NO'] },
    languages: [{ language: 'Norwegian', level: 'Native' }],
    employmentHistory: [
      { title: 'Keeper', employer: 'Coast', startMonth: '2020-01', description: 'Lit it.' },
    ],
    education: [{ school: 'Bergen', degree: 'BSc', field: 'Optics', endYear: 2019 }],
    ...{ consentExpiresAt: '2031-01-31T12:00:00.123Z', isSearchable: false },
  }
  const created = (await admin.post('/admin/v1/candidates', { ...full, email: 'eve@example.test' })).body
  const response = await post(toLines(full))
  expect(response.status).toBe(200)
  expect(response.body).toEqual({
    imported: 1,
    skipped: 0,
    rejectedCount: 0,
    ids: [expect.any(Number)],
    rejected: [],
  })
  const [id] = response.body.ids
  const rows = await candidate.deps.db.sql<{ row: Record<string, unknown> }>`
    select to_jsonb(candidate) as row from candidate order by id`
  const [one, other] = rows.map(({ row }) => row)
  const { created_at, updated_at, last_active_at } = other!
  expect(other).toEqual({ ...one, id, email: 'ada@example.test', created_at, updated_at, last_active_at })
  const events = await outboxEvents(candidate, 'evt.candidate.profile.changed.v1')
  const times = {
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    lastActiveAt: expect.any(String),
  }
  expect(events[1]!.payload).toEqual({ ...events[0]!.payload, ...times, id, email: 'ada@example.test' })
  expect(events[1]!.payload.completeness).toBe(created.completeness)
})

test('200: the same file twice adds nobody; an e-mail address counts without case, also within one file (P-124)', async () => {
  await admin.post('/admin/v1/candidates', form('Old@example.test'))
  const file = toLines(
    form('a@example.test'),
    form('b@example.test'),
    form('A@Example.test'),
    form('OLD@example.test'),
  )
  expect((await post(file)).body).toMatchObject({ imported: 2, skipped: 2, rejectedCount: 0 })
  expect((await post(file)).body).toEqual({
    imported: 0,
    skipped: 4,
    rejectedCount: 0,
    ids: [],
    rejected: [],
  })
  expect(await emails()).toEqual(['Old@example.test', 'a@example.test', 'b@example.test'])
})

test('200: two imports of one file at the same time add each candidate once', async () => {
  const file = toLines(...Array.from({ length: 1_000 }, (_, i) => form(`a${i}@example.test`)))
  const both = await Promise.all([post(file), post(file)])
  expect(both.reduce((sum, { body }) => sum + body.imported, 0)).toBe(1_000)
  expect(await emails()).toHaveLength(1_000)
  expect(await outboxEvents(candidate, 'evt.candidate.profile.changed.v1')).toHaveLength(1_000)
})

test('200: bad lines are rejected with line, code and field; the good ones are in', async () => {
  const bytes = Buffer.concat([
    Buffer.from('\u{feff}'),
    Buffer.from(toLines(form('a@example.test')).replace('\n', '\r\n')),
    Buffer.from('\r\n{"firstName": \n'),
    Buffer.from([0x7b, 0xff, 0x7d, 0x0a]),
    Buffer.from('[1]\nnull\n"text"\n'),
    Buffer.from(toLines(form('none'), { ...form('b@example.test'), country: 'Norway', skills: 'x' })),
    Buffer.from(toLines(form('c@example.test', { expectedSalaryMin: 2, expectedSalaryMax: 1 }))),
    Buffer.from(toLines({ ...form('e@example.test'), firstName: '- - -' })),
    Buffer.from(JSON.stringify(form('d@example.test'))),
  ])
  const { status, body } = await post(bytes)
  expect(status).toBe(200)
  expect(body).toMatchObject({ imported: 2, skipped: 0, rejectedCount: 9 })
  const code = 'invalid_request'
  expect(body.rejected).toEqual([
    { line: 3, code, message: 'The line is not valid JSON; send one object per line.' },
    { line: 4, code, message: 'The line is not valid UTF-8; send the file in UTF-8.' },
    { line: 5, code, message: 'The line is not a JSON object; send one object per line.' },
    { line: 6, code, message: 'The line is not a JSON object; send one object per line.' },
    { line: 7, code, message: 'The line is not a JSON object; send one object per line.' },
    { line: 8, code, message: 'email: must be an e-mail address.' },
    {
      line: 9,
      code,
      message: 'country: must be an ISO 3166-1 alpha-2 country code, such as US; skills: must be an array.',
    },
    { line: 10, code, message: expect.stringMatching(/^expectedSalaryMin: 2 is more than/) },
    { line: 11, code, message: expect.stringMatching(/^firstName: must contain a letter/) },
  ])
  expect(await emails()).toEqual(['a@example.test', 'd@example.test'])
})

test('200: under strict handling a line with an unknown field is rejected; otherwise the header names it (P-602)', async () => {
  const file = toLines({
    ...form('a@example.test'),
    hobby: 1,
    languages: [
      { language: 'x', a: 1 },
      { language: 'y', a: 1 },
    ],
  })
  const strict = await post(file, { ...TYPE, prefer: 'handling=strict' })
  expect(strict.headers.get('preference-applied')).toBe('handling=strict')
  expect(strict.body).toMatchObject({ imported: 0, rejectedCount: 1 })
  expect(strict.body.rejected[0].message).toMatch(/^unknown field hobby: .*; unknown field languages\.0\.a: /)
  const loose = await post(file)
  expect([loose.body.imported, loose.headers.get('x-ignored-fields')]).toEqual([1, 'hobby, languages.a'])
  expect((await post(file.replace(/,"hobby.*/, '}'))).headers.get('x-ignored-fields')).toBeNull()
})

test('200: a line of 10 MiB is rejected, and the next one is in', async () => {
  const long = { ...form('b@example.test'), summary: 'x'.repeat(10 * 1_048_576) }
  const { body } = await post(toLines(form('a@example.test'), long, form('c@example.test')))
  expect(body).toMatchObject({ imported: 2, rejectedCount: 1 })
  expect(body.rejected).toEqual([
    { line: 2, code: 'payload_too_large', message: 'The line is longer than 1 MiB; shorten its texts.' },
  ])
  expect(await emails()).toEqual(['a@example.test', 'c@example.test'])
})

test('200: of a batch that the database refuses only the bad line is rejected', async () => {
  const { sql } = candidate.deps.db
  await sql`alter table candidate add constraint refused check (email <> 'b@example.test')`
  const lines = ['a', 'b', 'c'].map((name) => form(`${name}@example.test`))
  const { body } = await post(toLines(...lines))
  await sql`alter table candidate drop constraint refused`
  expect(body).toMatchObject({ imported: 2, rejectedCount: 1 })
  expect(body.rejected).toMatchObject([{ line: 2, code: 'internal_error' }])
  expect(await emails()).toEqual(['a@example.test', 'c@example.test'])
  expect(await outboxEvents(candidate, 'evt.candidate.profile.changed.v1')).toHaveLength(2)
})

test('an import has one audit row for each batch, with the ids, without personal data (P-124)', async () => {
  const { body } = await post(toLines(form('a@example.test'), form('b@example.test'), {}))
  await post(toLines(form('a@example.test'), {}))
  const audits = await candidate.deps.db.sql<{ payload: Record<string, unknown> }>`
    select payload from outbox where subject like '%audit%'`
  expect(audits.map(({ payload }) => payload)).toEqual([
    expect.objectContaining({
      action: 'import-candidates',
      object: expect.stringMatching(/^candidate-import \S+$/),
      before: null,
      after: { candidateIds: body.ids },
    }),
  ])
})

test('415: another media type, charset or compression; 200: UTF-8 named; an empty body imports nobody', async () => {
  const file = toLines(form('a@example.test'))
  for (const headers of [
    { 'content-type': 'application/json' },
    { 'content-type': 'application/x-ndjson; charset=latin1' },
  ]) {
    const { status, body } = await post(file, headers as Record<string, string>)
    expect([status, body]).toEqual([
      415,
      { code: 'unsupported_media_type', message: 'Send the body as application/x-ndjson in UTF-8.' },
    ])
  }
  const compressed = await post(file, { ...TYPE, 'content-encoding': 'gzip' })
  expect([compressed.status, compressed.headers.get('accept-encoding')]).toEqual([415, 'identity'])
  expect((await post('')).body).toMatchObject({ imported: 0, rejectedCount: 0 })
  expect((await post(file, { 'content-type': 'Application/X-NDJSON; charset=UTF-8' })).body.imported).toBe(1)
})

const edgeCases = fc.constantFrom<unknown>(
  ...[null, true, -1, 0, 1.5, 2_147_483_648, 1e308, '', ' ', '\u0000', 'a\ud800', '\u202e', '💥'],
  ...['NO', 'a@b.example', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-14:00', 'x'.repeat(3_000)],
  ...[[], [[]], [null], [{}], ['x'], [{ title: 'x', startMonth: '2020-01' }], {}, { a: { b: {} } }],
)
const value = fc.oneof(edgeCases, fc.jsonValue({ maxDepth: 3 }))
const fields = Object.keys(newCandidate.shape).filter((name) => !/^(firstName|lastName|email)$/.test(name))

/** A line with a valid name and address, and one or two other fields of any value. */
const line = fc
  .tuple(fc.constantFrom(...fields), value, fc.constantFrom(...fields), value)
  .map(([one, first, other, second]) => ({ [one]: first, [other]: second }))

test('200: any value of any field, and any bytes: each line is stored or rejected by name, never a 5xx', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 20 }),
      fc.uint8Array({ maxLength: 60 }),
      async (lines, junk) => {
        run++
        const text = lines.map((one, index) =>
          JSON.stringify({ firstName: 'A', lastName: 'B', email: `f${run}-${index}@example.test`, ...one }),
        )
        const junkLine = Buffer.from(junk.filter((byte) => byte !== 10))
        const body = Buffer.concat([Buffer.from(`${text.join('\n')}\n`), junkLine])
        const response = await post(body)
        expect(response.status, response.text).toBe(200)
        const { imported, rejected } = response.body
        const ofFields = rejected.filter((one: { line: number }) => one.line <= lines.length)
        expect(imported + ofFields.length).toBe(lines.length)
        for (const { line: number, code, message } of ofFields) {
          expect(code).toBe('invalid_request')
          expect(
            Object.keys(lines[number - 1]!).some((name) => message.includes(`${name}`)),
            message,
          ).toBe(true)
        }
      },
    ),
    { numRuns: 60 },
  )
})
