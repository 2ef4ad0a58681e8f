import { MAX_DESCRIPTION_LENGTH } from '@jobboard/contracts/limits'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootJobs, type complete, DAY_MS, type Jobs } from './support/setup.ts'

let jobs: Jobs
beforeAll(async () => {
  jobs = await bootJobs()
})
afterAll(() => jobs.stop())

// Whole characters of every script, and any code point; without what a single line refuses.
const line = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
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
// Also UTF-16 units that need not be text at all.
const anyText = fc.oneof(
  line,
  fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) }),
  fc.constantFrom('a\u0000b', '\ud800'),
)
const good: Record<keyof typeof complete | 'applyEmailAddress' | 'applyUrl', fc.Arbitrary<string>> = {
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
const fields = Object.keys(good) as (keyof typeof good)[]
const anyJson = fc.jsonValue({ stringUnit: 'binary', maxDepth: 4 })
const mostlyGood = (field: keyof typeof good) =>
  fc.oneof({ weight: 40, arbitrary: good[field] }, anyText, anyJson, fc.emailAddress())
const anyPosting = fc.record<Record<string, unknown>>(
  { ...Object.fromEntries(fields.map((field) => [field, mostlyGood(field)])), extra: anyJson },
  { requiredKeys: ['title'] },
)
const anyBody = fc.oneof({ weight: 10, arbitrary: anyPosting }, anyJson)

/** What must come back for a field that was accepted: single lines trimmed, "" as null. */
function kept(field: string, sent: unknown): unknown {
  const text = field === 'description' ? sent : String(sent).trim()
  return text === '' ? null : text
}

/** The fields of a body that was accepted, as they must read. */
function wanted(body: unknown): Record<string, unknown> {
  const sent = Object.entries(body as object).filter(
    ([field, value]) => fields.includes(field as never) && value !== null,
  )
  return Object.fromEntries(sent.map(([field, value]) => [field, kept(field, value)]))
}

const detail = async (id: number) => (await jobs.of(1).get(`/api/v1/jobs/${id}`)).body
const facts = async (id: number) => (await jobs.internal.get(`/internal/v1/jobs/${id}`)).body

test('any JSON is a 201 that reads back to the letter, or a 400 that says why', async () => {
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(anyBody, async (body) => {
      const { status, body: answer } = await jobs.of(1).post('/api/v1/jobs', body)
      if (status !== 201)
        return void expect([status, answer.code, answer.message]).toEqual([
          400,
          'invalid_request',
          expect.stringMatching(/./),
        ])
      accepted++
      const empty = Object.fromEntries(fields.map((field) => [field, null]))
      expect(answer).toMatchObject({ ...empty, ...wanted(body), status: 'Draft' })
      expect(await detail(answer.id)).toEqual(answer)
      expect(await facts(answer.id)).toMatchObject({
        title: answer.title,
        description: answer.description,
        city: answer.city,
      })
    }),
    { numRuns: 300 },
  )
  expect(accepted).toBeGreaterThan(100)
})

test('any JSON changes a draft as it says, or is a 400 and changes nothing', async () => {
  const id = await jobs.draft(1)
  await fc.assert(
    fc.asyncProperty(anyBody, async (body) => {
      const before = await detail(id)
      const { status, body: answer } = await jobs.of(1).put(`/api/v1/jobs/${id}`, body)
      if (status === 400) expect(await detail(id)).toEqual(before)
      else {
        expect([status, answer]).toEqual([200, { ...before, ...wanted(body), updatedAt: answer.updatedAt }])
        expect(await detail(id)).toEqual(answer)
      }
    }),
    { numRuns: 300 },
  )
})

test('any JSON to publish is a 400 that costs nothing, and a date that fits publishes', async () => {
  await jobs.grant(1, 1)
  const id = await jobs.draft(1)
  const anyDate = fc.oneof(
    anyJson,
    anyText,
    fc.date().map((date) => (Number.isNaN(date.getTime()) ? null : date.toISOString())),
  )
  const now = jobs.deps.clock.now().getTime()
  const fits = (at: unknown) =>
    typeof at === 'string' && Date.parse(at) > now && Date.parse(at) <= now + 367 * DAY_MS
  await fc.assert(
    fc.asyncProperty(fc.oneof(anyJson, fc.record({ expiryDate: anyDate })), async (body) => {
      fc.pre(!fits((body as { expiryDate?: unknown } | null)?.expiryDate))
      const { status, body: answer } = await jobs.of(1).post(`/api/v1/jobs/${id}/publish`, body)
      expect([status, answer.code]).toEqual([400, 'invalid_request'])
    }),
    { numRuns: 200 },
  )
  expect(await jobs.balance(1)).toBe(1)
  expect(
    (await jobs.of(1).post(`/api/v1/jobs/${id}/publish`, { expiryDate: jobs.inMs(DAY_MS) })).status,
  ).toBe(200)
})

test('any JSON replaces the screening questions by what it says, or is a 400 and replaces nothing', async () => {
  const id = await jobs.draft(1)
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
        const { status, body: answer } = await jobs.admin.put(
          `/admin/v1/jobs/${id}/screening-questions`,
          body,
        )
        expect((await facts(id)).screeningQuestions).toEqual(status === 200 ? answer : before)
        if (status !== 200) return void expect(answer.code).toBe('invalid_request')
        const asked = (body as { text: string; options: string[] | null }[]).map(({ text, options }) => ({
          text: text.trim(),
          options: (options ?? []).map((option) => option.trim()),
        }))
        expect(answer).toMatchObject(asked)
      },
    ),
    { numRuns: 200 },
  )
})

test('a description of 100 000 characters, whichever, comes back as it was sent, and is in the event', async () => {
  const filled = (text: string) =>
    [...text.repeat(Math.ceil(MAX_DESCRIPTION_LENGTH / [...text].length))]
      .slice(0, MAX_DESCRIPTION_LENGTH)
      .join('')
  await fc.assert(
    fc.asyncProperty(fc.oneof(line.filter(Boolean), fc.constantFrom('😀', '\n', ' ')), async (text) => {
      const description = filled(text)
      const { status, body } = await jobs.of(1).post('/api/v1/jobs', { title: '😀'.repeat(200), description })
      expect([status, body.title]).toEqual([201, '😀'.repeat(200)])
      expect((await detail(body.id)).description === description).toBe(true)
      const [event] = await jobs.deps.db.sql<{ payload: { description: string } }>`
        select payload from outbox where aggregate_id = ${String(body.id)}`
      expect(event!.payload.description === description).toBe(true)
    }),
    { numRuns: 10 },
  )
})
