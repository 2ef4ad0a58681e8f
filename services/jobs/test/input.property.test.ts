import { isBlank } from '@jobboard/contracts/characters'
import { MAX_DESCRIPTION_LENGTH } from '@jobboard/contracts/limits'
import { codePoint } from '@jobboard/testkit/code-point'
import { randomRuns } from '@jobboard/testkit/random-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type complete, DAY_MS, startJobs } from './support/setup.ts'

const jobs = await startJobs()

// Graphemes of every script and any code point, without control characters and line breaks.
const line = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: codePoint }),
    fc.constantFrom(
      '',
      ' ',
      ' x ',
      '\u202eאבג\u202c',
      'e\u0301\u0323',
      '👩🏽‍🚀',
      '\\u0000',
      "';--",
      '%s',
      '{}',
    ),
  )
  .map((text) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '·'))
// Also arbitrary UTF-16 code units, including lone surrogates.
const anyText = fc.oneof(
  line,
  fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) }),
  fc.constantFrom('a\u0000b', '\ud800'),
)
const valid: Record<keyof typeof complete | 'applyEmailAddress' | 'applyUrl', fc.Arbitrary<string>> = {
  title: line.map((text) => `${text}!`),
  reference: line,
  description: fc.array(line).map((lines) => lines.join('\r\n\t')),
  city: line,
  country: fc.constantFrom('NO', 'SE', 'US'),
  employmentType: fc.constantFrom('FullTime', 'Volunteer'),
  remoteType: fc.constantFrom('OnSite', 'FullyRemote'),
  applyMethod: fc.constantFrom('EmailApply', 'PlatformApply', 'ExternalApply'),
  applyEmailAddress: fc.constantFrom('a@example.com', "o'brien+x@sub.example.org"),
  applyUrl: fc.webUrl({ withQueryParameters: true, withFragments: true }),
}
const fields = Object.keys(valid) as (keyof typeof valid)[]
const anyJson = fc.jsonValue({ stringUnit: codePoint, maxDepth: 4 })
const mostlyValid = (field: keyof typeof valid) =>
  fc.oneof({ weight: 40, arbitrary: valid[field] }, anyText, anyJson, fc.emailAddress())
const anyPosting = fc.record<Record<string, unknown>>(
  { ...Object.fromEntries(fields.map((field) => [field, mostlyValid(field)])), extra: anyJson },
  { requiredKeys: ['title'] },
)
const anyBody = fc.oneof({ weight: 10, arbitrary: anyPosting }, anyJson)

/** The stored value of an accepted field: single lines are trimmed, and null when nothing of them is visible. */
function storedValue(field: string, sent: unknown): unknown {
  const text = field === 'description' ? sent : isBlank(String(sent)) ? '' : String(sent).trim()
  return text === '' ? null : text
}

/** The fields of an accepted body as they must be returned. */
function expectedFields(body: unknown): Record<string, unknown> {
  const sent = Object.entries(body as object).filter(
    ([field, value]) => fields.includes(field as never) && value !== null,
  )
  return Object.fromEntries(sent.map(([field, value]) => [field, storedValue(field, value)]))
}

const detail = async (id: number) => (await jobs.recruiter(1).get(`/api/v1/jobs/${id}`)).body
const facts = async (id: number) => (await jobs.internal.get(`/internal/v1/jobs/${id}`)).body

test('POST with any JSON: 201 and every field is returned as sent, or 400 with a message', async () => {
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(anyBody, async (body) => {
      const { status, body: response } = await jobs.recruiter(1).post('/api/v1/jobs', body)
      if (status !== 201)
        return void expect([status, response.code, response.message]).toEqual([
          400,
          'invalid_request',
          expect.stringMatching(/./),
        ])
      accepted++
      const empty = Object.fromEntries(fields.map((field) => [field, null]))
      expect(response).toMatchObject({ ...empty, ...expectedFields(body), status: 'Draft' })
      expect(await detail(response.id)).toEqual(response)
      expect(await facts(response.id)).toMatchObject({
        title: response.title,
        description: response.description,
        city: response.city,
      })
    }),
    { numRuns: randomRuns(300) },
  )
  expect(accepted).toBeGreaterThan(randomRuns(300) / 10)
})

test('PUT with any JSON: 200 and the fields change as sent, or 400 and nothing changes', async () => {
  const id = await jobs.createDraft(1)
  await fc.assert(
    fc.asyncProperty(anyBody, async (body) => {
      const before = await detail(id)
      const { status, body: response } = await jobs.recruiter(1).put(`/api/v1/jobs/${id}`, body)
      if (status === 400) expect(await detail(id)).toEqual(before)
      else {
        expect([status, response]).toEqual([
          200,
          { ...before, ...expectedFields(body), updatedAt: response.updatedAt },
        ])
        expect(await detail(id)).toEqual(response)
      }
    }),
    { numRuns: randomRuns(300) },
  )
})

test('publish with any other JSON: 400 and no debit; a valid date publishes', async () => {
  await jobs.grant(1, 1)
  const id = await jobs.createDraft(1)
  const anyDate = fc.oneof(
    anyJson,
    anyText,
    fc.date().map((date) => (Number.isNaN(date.getTime()) ? null : date.toISOString())),
  )
  const now = jobs.deps.clock.now().getTime()
  const isValidDate = (at: unknown) =>
    typeof at === 'string' && Date.parse(at) > now && Date.parse(at) <= now + 367 * DAY_MS
  await fc.assert(
    fc.asyncProperty(fc.oneof(anyJson, fc.record({ expiryDate: anyDate })), async (body) => {
      fc.pre(!isValidDate((body as { expiryDate?: unknown } | null)?.expiryDate))
      const { status, body: response } = await jobs.recruiter(1).post(`/api/v1/jobs/${id}/publish`, body)
      expect([status, response.code]).toEqual([400, 'invalid_request'])
    }),
    { numRuns: randomRuns(200) },
  )
  expect(await jobs.balance(1)).toBe(1)
  expect(
    (await jobs.recruiter(1).post(`/api/v1/jobs/${id}/publish`, { expiryDate: jobs.inMs(DAY_MS) })).status,
  ).toBe(200)
})

test('screening questions from any JSON: 200 and the list is replaced, or 400 and nothing changes', async () => {
  const id = await jobs.createDraft(1)
  const anyQuestion = fc.record({
    text: fc.oneof({ weight: 9, arbitrary: line }, anyText),
    type: fc.constantFrom('YesNo', 'SingleChoice', 'Text'),
    required: fc.boolean(),
    options: fc.oneof(fc.uniqueArray(line, { maxLength: 3 }), anyJson),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.oneof({ weight: 4, arbitrary: fc.array(anyQuestion, { maxLength: 3 }) }, anyJson),
      async (body) => {
        const before = (await facts(id)).screeningQuestions
        const { status, body: response } = await jobs.admin.put(
          `/admin/v1/jobs/${id}/screening-questions`,
          body,
        )
        expect((await facts(id)).screeningQuestions).toEqual(status === 200 ? response : before)
        if (status !== 200) return void expect(response.code).toBe('invalid_request')
        const expected = (body as { text: string; options: string[] | null }[]).map(({ text, options }) => ({
          text: text.trim(),
          options: (options ?? []).map((option) => option.trim()),
        }))
        expect(response).toMatchObject(expected)
      },
    ),
    { numRuns: randomRuns(200) },
  )
})

test('any description of 100 000 characters is returned as sent and is in the event', async () => {
  const filled = (text: string) =>
    [...text.repeat(Math.ceil(MAX_DESCRIPTION_LENGTH / [...text].length))]
      .slice(0, MAX_DESCRIPTION_LENGTH)
      .join('')
  await fc.assert(
    fc.asyncProperty(fc.oneof(line.filter(Boolean), fc.constantFrom('😀', '\n', ' ')), async (text) => {
      const description = filled(text)
      const { status, body } = await jobs
        .recruiter(1)
        .post('/api/v1/jobs', { title: '😀'.repeat(200), description })
      expect([status, body.title]).toEqual([201, '😀'.repeat(200)])
      expect((await detail(body.id)).description === description).toBe(true)
      const [event] = await jobs.deps.db.sql<{ payload: { description: string } }>`
        select payload from outbox where aggregate_id = ${String(body.id)}`
      expect(event!.payload.description === description).toBe(true)
    }),
    { numRuns: randomRuns(10) },
  )
})
