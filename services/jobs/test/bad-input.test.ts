import { publishJob } from '@jobboard/contracts/jobs/endpoints'
import {
  applyMethods,
  employmentTypes,
  jobDraft,
  jobPatch,
  remoteTypes,
  salaryPeriods,
  screeningQuestionList,
} from '@jobboard/contracts/jobs/job'
import type { HttpResponse } from '@jobboard/testkit/client'
import { expect, test } from 'vitest'
import * as bad from './support/bad-values.ts'
import { complete, startJobs } from './support/setup.ts'

const jobs = await startJobs()

/** Every field that an employer or operator can send, with values that must be rejected. */
const posting: Record<keyof typeof jobDraft.shape, unknown[]> = {
  title: ['', '   ', '\u00a0\ufeff', ...bad.badLine(200)],
  reference: bad.badLine(200),
  description: bad.badText(100_000),
  city: bad.badLine(200),
  country: bad.badCountry,
  employmentType: bad.badEnum(employmentTypes),
  remoteType: bad.badEnum(remoteTypes),
  applyMethod: bad.badEnum(applyMethods),
  applyEmailAddress: bad.badEmail,
  applyUrl: bad.badUrl,
  salaryMin: bad.badAmount,
  salaryMax: bad.badAmount,
  salaryCurrency: bad.badCurrency,
  salaryPeriod: bad.badEnum(salaryPeriods),
  screeningQuestions: [5, true, 'x', {}],
}
const publishing: Record<keyof NonNullable<typeof publishJob.body>['shape'], unknown[]> = {
  expiryDate: [null, undefined, ...bad.badTimestamp],
}
const question: Record<keyof typeof screeningQuestionList.element.shape, unknown[]> = {
  text: [null, undefined, '', ' ', ...bad.badLine(1_000)],
  type: [null, undefined, '', ...bad.badEnum(['YesNo', 'Text'])],
  required: [null, undefined, ...bad.badBoolean],
  options: ['x', 5, {}, true, ...['', ' ', null, ...bad.badLine(200)].map((option) => [option])],
}

test('every field of the contracts has invalid values in this test', () => {
  expect(Object.keys(posting)).toEqual(Object.keys(jobDraft.shape))
  expect(Object.keys(jobPatch.shape)).toEqual(Object.keys(jobDraft.shape))
  expect(Object.keys(publishing)).toEqual(Object.keys(publishJob.body!.shape))
  expect(Object.keys(question)).toEqual(Object.keys(screeningQuestionList.element.shape))
})

const short = (value: unknown) => `${JSON.stringify(value)}`.slice(0, 60)

function expectRejection(
  { status, body }: HttpResponse<{ code: string; message: string }>,
  name: string,
  value: unknown,
) {
  expect([status, body.code], short(value)).toEqual([400, 'invalid_request'])
  expect(body.message, short(value)).toMatch(new RegExp(`^${name}: .*must`, 's'))
  expect(body.message.length, short(value)).toBeLessThan(1_000)
  expect(Object.keys(body).sort()).toEqual(['code', 'message'])
}

test.each(Object.entries(posting))(
  '400: an invalid %s is rejected by name and nothing is stored (D-21)',
  async (field, values) => {
    const before = await jobs.recruiter(1).get('/api/v1/jobs')
    const id = await jobs.createDraft(2)
    const path = `/api/v1/jobs/${id}`
    const stored = (await jobs.recruiter(2).get(path)).text
    for (const value of values) {
      expectRejection(
        await jobs.recruiter(1).post('/api/v1/jobs', { title: 'Baker', [field]: value }),
        field,
        value,
      )
      expectRejection(
        await jobs.recruiter(2).put(path, { ...complete, city: 'Oslo', [field]: value }),
        field,
        value,
      )
    }
    expect((await jobs.recruiter(1).get('/api/v1/jobs')).text).toBe(before.text)
    expect((await jobs.recruiter(2).get(path)).text).toBe(stored)
    expect(await jobs.eventTypes(id)).toEqual(['job.created'])
  },
)

test.each(Object.entries(publishing))(
  '400: an invalid %s is rejected by name, before the job is looked up',
  async (field, values) => {
    await jobs.grant(3, 1)
    const id = await jobs.createDraft(3)
    for (const value of values) {
      for (const target of [id, 2_000_000_000]) {
        const response = await jobs.recruiter(3).post(`/api/v1/jobs/${target}/publish`, { [field]: value })
        expectRejection(response, field, value)
      }
    }
    expect(await jobs.debits(3)).toBe(0)
    expect((await jobs.recruiter(3).get(`/api/v1/jobs/${id}`)).body).toMatchObject({
      status: 'Draft',
      expiryDate: null,
    })
  },
)

test.each(Object.entries(question))(
  '400: an invalid %s of a screening question is rejected by name and nothing changes',
  async (field, values) => {
    const id = await jobs.createDraft(4)
    const path = `/admin/v1/jobs/${id}/screening-questions`
    const valid = { text: 'Which boat?', type: 'SingleChoice', required: false, options: ['Rowing'] }
    const { body: stored } = await jobs.admin.put(path, [valid])
    for (const value of values) {
      const response = await jobs.admin.put(path, [valid, { ...valid, [field]: value }])
      expectRejection(response, field === 'options' ? '1\\.options(\\.0)?' : `1\\.${field}`, value)
    }
    const facts = await jobs.internal.get(`/internal/v1/jobs/${id}`)
    expect(facts.body).toMatchObject({ screeningQuestions: stored, version: 2 })
  },
)

test.each([
  ['truncated JSON', '{"title": '],
  ['JSON followed by more JSON', '{"title":"x"} {}'],
  ['JSON with a trailing comma', '{"title":"x",}'],
  ['JSON with NaN', '{"title":"x","city":NaN}'],
  ['invalid UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
  ['UTF-16', new Uint8Array(Buffer.from('{"title":"x"}', 'utf16le'))],
  ['a list', '[]'],
  ['null', 'null'],
  ['a text', '"title"'],
  ['a number beyond the range of a double', '1e400'],
  ['a hundred thousand opening brackets', '['.repeat(100_000)],
  ['a list nested a hundred thousand deep', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['a title in __proto__', '{"__proto__":{"title":"x"}}'],
  ['a duplicate title, the last one a number', '{"title":"x","title":5}'],
  ['a title nested a hundred thousand deep', `{"title":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ['an unknown field 64 levels deep', `{"title":"x","y":${'['.repeat(64)}${']'.repeat(64)}}`],
  ['a title that is a number beyond the range of a double', '{"title":1e400}'],
  ['an object without a title', '{}'],
  ['empty', ''],
])('400: a body that is %s', async (_what, body) => {
  const response = await jobs.recruiter(5).send('POST', '/api/v1/jobs', { body })
  expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
  expect((await jobs.recruiter(5).get('/api/v1/jobs')).body.total).toBe(0)
})

test.each([
  [
    '__proto__ and constructor fields',
    '{"title":"x","__proto__":{"city":5,"status":"Active"},"constructor":{"prototype":{"city":5}}}',
  ],
  ['a duplicate title', '{"title":5,"title":"x"}'],
  ['an unknown field 63 levels deep (P-580)', `{"title":"x","y":${'['.repeat(63)}${']'.repeat(63)}}`],
  ['unknown fields with numbers beyond the range of a double', '{"title":"x","y":1e400,"z":-1e999999}'],
  ['a byte order mark', '\ufeff{"title":"x"}'],
])('201: %s: unknown fields are ignored, the last duplicate counts (D-07)', async (_what, body) => {
  const response = await jobs.recruiter(6).send('POST', '/api/v1/jobs', { body })
  expect([response.status, response.body.title, response.body.city, response.body.status]).toEqual([
    201,
    'x',
    null,
    'Draft',
  ])
  expect(Object.getPrototypeOf({})).toBe(Object.prototype)
})

test('400: the message names every invalid field and the allowed values', async () => {
  const response = await jobs
    .recruiter(5)
    .post('/api/v1/jobs', { country: 'XX', employmentType: 'Some', city: 5 })
  for (const field of ['title', 'country', 'employmentType', 'city'])
    expect(response.body.message).toContain(field)
  expect(response.body.message).toContain('Apprenticeship')
})
