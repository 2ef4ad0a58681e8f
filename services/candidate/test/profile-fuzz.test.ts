import { adminProfileFields, profilePatch } from '@jobboard/contracts/candidates/profile'
import { isBlank } from '@jobboard/contracts/characters'
import { type Booted, boot } from '@jobboard/testkit/boot'
import type { Client } from '@jobboard/testkit/client'
import { codePoint } from '@jobboard/testkit/code-point'
import { randomRuns } from '@jobboard/testkit/random-runs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { service } from '../src/service.ts'

// Sends generated values for every field of a profile, by the candidate and by the portal: stored as sent, or 400 that
// names the field and changes nothing.
const RUNS_PER_FIELD = Number(process.env.FUZZ_RUNS ?? randomRuns(15))
const PROFILE = '/api/v1/me/profile'

let candidateService: Booted
let admin: Client
let candidate: Client
let id: number
beforeAll(async () => {
  candidateService = await boot(service)
  admin = candidateService.as({ kind: 'admin', actor: 'operator' })
  const form = { firstName: 'Ada', lastName: 'Lind', email: 'ada@example.test' }
  id = (await admin.post('/admin/v1/candidates', form)).body.id
  candidate = candidateService.as({ kind: 'candidate', candidateId: id, keyId: 1, scopes: [] })
})
afterAll(() => candidateService?.stop())

type Refusal = { code: string; message: string }
const writers = {
  candidate: (body: unknown) => candidate.put<Refusal>(PROFILE, body),
  portal: (body: unknown) => admin.put<Refusal>(`/admin/v1/candidates/${id}`, body),
}
const stored = async () => (await candidate.get(PROFILE)).body
const record = async () => (await admin.get(`/admin/v1/candidates/${id}`)).body

const nested = (depth: number): unknown => (depth === 0 ? [] : [nested(depth - 1)])
const edgeCases = fc.constantFrom<unknown>(
  ...[null, true, false, 0, -0, 1, -1, 1.5, 2_147_483_647, 2_147_483_648, 1e21, 1e308, -1e308, 5e-324],
  ...[
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    'a\ud800',
    '\udc00a',
    '\u202eabc',
    '\u2028',
    '\ufeffa',
    '\u0085',
    'é',
    'e\u0301',
  ],
  ...[
    '💥',
    '👩‍👩‍👧',
    'مرحبا',
    '‏א',
    "'; drop table candidate; --",
    '<script>',
    '%00',
    '\\u0000',
    'a\tb',
    'a\nb',
  ],
  ...[
    'x'.repeat(200),
    'x'.repeat(201),
    '💥'.repeat(200),
    '💥'.repeat(201),
    'x'.repeat(10_000),
    'x'.repeat(10_001),
  ],
  ...[
    'NO',
    'no',
    'XX',
    'NOK',
    'nok',
    'a@b.example',
    'a@b',
    'https://x.example/ä',
    'javascript:1',
    'http://',
    'FullTime',
  ],
  ...[
    '2026-02-30',
    '2026-13',
    '2026-00',
    '0000-01',
    '9999-12',
    '2026-02-30T00:00:00Z',
    'NotLooking',
    '1',
    'null',
  ],
  ...[[], [[]], [null], [''], {}, nested(50), { toString: 1 }, { length: 3 }, { $gt: '' }, ['a', 1], [true]],
  ...[Array(5_000).fill('x'), Array(201).fill('x'), ['FullTime', 'FullTime'], ['NO', 'NO'], ['ok', '\udfff']],
)
const item = fc.record(
  {
    ...{ title: fc.oneof(fc.string(), edgeCases), employer: fc.oneof(fc.string(), edgeCases) },
    startMonth: fc.constantFrom('2026-01', '2026-13', '2026-02-30', null, 1),
    endMonth: fc.constantFrom('2026-12', '2026-1', '', null),
    ...{ description: fc.oneof(fc.string(), edgeCases), language: fc.oneof(fc.string(), edgeCases) },
    ...{ level: fc.constantFrom('Native', 'native', null, 1), school: fc.string(), degree: fc.string() },
    ...{
      field: fc.oneof(fc.string(), edgeCases),
      endYear: fc.constantFrom(2020, 1899, 2201, 1.5, 1e308, '2020', null),
    },
    __proto__: fc.constant('x'),
  },
  { requiredKeys: [] },
)
const value = fc.oneof(
  { weight: 4, arbitrary: edgeCases },
  { weight: 2, arbitrary: fc.array(item, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: codePoint, maxLength: 300 }) },
  { weight: 1, arbitrary: fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 5 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: -10, max: 3_700 }) },
)

type Fields = Record<string, unknown>
const trimmed = (text: unknown = '') => (isBlank(text as string) ? '' : (text as string).trim())
const itemsOf: Record<string, (one: Fields) => unknown> = {
  languages: ({ language, level = 'Conversational' }) => ({ language: trimmed(language), level }),
  employmentHistory: ({ title, employer, startMonth = null, endMonth = null, description = '' }) => ({
    ...{ title: trimmed(title), employer: trimmed(employer), startMonth, endMonth, description },
  }),
  education: ({ school, degree, field, endYear = null }) => ({
    ...{ school: trimmed(school), degree: trimmed(degree), field: trimmed(field), endYear },
  }),
}

/** What an accepted value is stored as: lines trimmed, what nobody sees as null, lists with their defaults, and nothing else. */
function asStored(name: string, sent: unknown, before: unknown): unknown {
  if (sent === null) return before
  if (typeof sent === 'string') return (name === 'summary' ? sent : trimmed(sent)) || null
  if (Object.is(sent, -0)) return 0
  if (!Array.isArray(sent)) return sent
  const toItem = itemsOf[name]
  return toItem ? sent.map((one) => toItem(one as Fields)) : sent.map(trimmed)
}

const SALARY = /^expectedSalaryM(in|ax)$/
const namesField = (name: string) =>
  SALARY.test(name) ? /^expectedSalaryM(in|ax)\b/ : new RegExp(`^${name}\\b`)

const cases = Object.keys(profilePatch.shape).flatMap((name) =>
  (['candidate', 'portal'] as const).map((by) => [name, by] as const),
)
test.each(cases)(
  '%s set by the %s: read back as sent, or 400 that names it and changes nothing',
  async (name, by) => {
    await fc.assert(
      fc.asyncProperty(value, async (sent) => {
        const before = await stored()
        const response = await writers[by]({ [name]: sent })
        const after = await stored()
        const what = `${name}: ${JSON.stringify(sent)?.slice(0, 200)} -> ${response.text.slice(0, 300)}`
        if (response.status === 200) {
          const { completeness, updatedAt } = after
          const expected = {
            ...before,
            [name]: asStored(name, sent, before[name]),
            completeness,
            updatedAt,
          }
          expect(after, what).toEqual(expected)
          expect(response.body, what).toEqual(after)
          return
        }
        expect([response.status, response.body.code], what).toEqual([400, 'invalid_request'])
        expect(response.body.message, what).toMatch(namesField(name))
        expect(after, what).toEqual(before)
      }),
      { numRuns: RUNS_PER_FIELD },
    )
  },
)

const accepted = fc.oneof(
  fc.boolean(),
  fc
    .date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString()),
  fc.constantFrom(
    ...[
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:59:59.999Z',
      '2026-01-31T12:00:00+14:00',
      '2026-01-31T12:00:00.1234Z',
    ],
    ...[
      '9999-12-31T23:59:59-14:00',
      '0001-01-01T00:00:00+14:00',
      '2026-01-31',
      '2026-01-31T12:00:00',
      0,
      'true',
    ],
  ),
)
test.each(Object.keys(adminProfileFields))(
  '%s of the portal: read back as sent, or 400 that names it and changes nothing',
  async (name) => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(value, accepted), async (sent) => {
        const before = await record()
        const response = await writers.portal({ [name]: sent })
        const after = await record()
        const what = `${name}: ${JSON.stringify(sent)?.slice(0, 200)} -> ${response.text.slice(0, 300)}`
        if (response.status === 200) {
          const asRead =
            typeof sent === 'string' ? sent && new Date(sent).toISOString() : (sent ?? before[name])
          expect(after, what).toEqual({ ...before, [name]: asRead === '' ? null : asRead })
          return
        }
        expect([response.status, response.body.code], what).toEqual([400, 'invalid_request'])
        expect(response.body.message, what).toMatch(namesField(name))
        expect(after, what).toEqual(before)
      }),
      { numRuns: RUNS_PER_FIELD },
    )
  },
)

const DEEP = 50_000
test.each([
  ['a repeated key: the last one counts', '{"headline":"a","headline":"b"}', 200, 'b'],
  ['__proto__ is an unknown field', '{"headline":"c","__proto__":{"headline":"d"}}', 200, 'c'],
  [
    'constructor and prototype are unknown fields',
    '{"headline":"e","constructor":1,"prototype":{}}',
    200,
    'e',
  ],
  ['deep nesting in a field', `{"headline":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`, 400, undefined],
  [
    'deep nesting in an unknown field (P-580)',
    `{"headline":"z","x":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`,
    400,
    undefined,
  ],
  ['63 levels in an unknown field', `{"headline":"f","x":${'['.repeat(63)}${']'.repeat(63)}}`, 200, 'f'],
  ['a number above the largest double', '{"expectedSalaryMin":1e400}', 400, undefined],
  ['a body that is no object', '["headline"]', 400, undefined],
  ['a body that is no JSON', '{"headline":', 400, undefined],
  ['bytes that are no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400, undefined],
  ['a body above 1 MiB', `{"summary":"${'x'.repeat(1_048_576)}"}`, 413, undefined],
] as const)('%s, by candidate and portal', async (_title, body, status, headline) => {
  for (const write of Object.values(writers)) {
    const before = await stored()
    const response = await write(body)
    expect([response.status, response.text.slice(0, 200)]).toEqual([status, expect.any(String)])
    if (headline === undefined) expect(await stored()).toEqual(before)
    else expect((await stored()).headline).toBe(headline)
  }
})
