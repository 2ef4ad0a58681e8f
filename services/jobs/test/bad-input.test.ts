import { publishJob } from '@jobboard/contracts/endpoints/jobs'
import {
  applyMethods,
  employmentTypes,
  jobDraft,
  jobPatch,
  remoteTypes,
  screeningQuestionList,
} from '@jobboard/contracts/job'
import type { HttpResponse } from '@jobboard/testkit/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as bad from './support/bad-values.ts'
import { bootJobs, complete, type Jobs } from './support/setup.ts'

let jobs: Jobs
beforeAll(async () => {
  jobs = await bootJobs()
})
afterAll(() => jobs.stop())

/** Every field that an employer or operator can send, with what it must refuse. */
const posting: Record<keyof typeof jobDraft.shape, unknown[]> = {
  title: ['', '   ', '\u00a0\ufeff', ...bad.badLine(200)],
  reference: bad.badLine(200),
  description: bad.badText(100_000),
  city: bad.badLine(200),
  country: bad.badCountry,
  employmentType: bad.badWord(employmentTypes),
  remoteType: bad.badWord(remoteTypes),
  applyMethod: bad.badWord(applyMethods),
  applyEmailAddress: bad.badEmail,
  applyUrl: bad.badUrl,
}
const publishing: Record<keyof NonNullable<typeof publishJob.body>['shape'], unknown[]> = {
  expiryDate: [null, undefined, ...bad.badTimestamp],
}
const question: Record<keyof typeof screeningQuestionList.element.shape, unknown[]> = {
  text: [null, undefined, '', ' ', ...bad.badLine(1_000)],
  type: [null, undefined, '', ...bad.badWord(['YesNo', 'Text'])],
  required: [null, undefined, ...bad.badBoolean],
  options: ['x', 5, {}, true, ...['', ' ', null, ...bad.badLine(200)].map((option) => [option])],
}

test('each field of the contracts has its bad values', () => {
  expect(Object.keys(posting)).toEqual(Object.keys(jobDraft.shape))
  expect(Object.keys(jobPatch.shape)).toEqual(Object.keys(jobDraft.shape))
  expect(Object.keys(publishing)).toEqual(Object.keys(publishJob.body!.shape))
  expect(Object.keys(question)).toEqual(Object.keys(screeningQuestionList.element.shape))
})

const short = (value: unknown) => `${JSON.stringify(value)}`.slice(0, 60)

function expectRefusal(
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
  '400: %s that is bad is refused by name and nothing is stored (D-21)',
  async (field, values) => {
    const before = await jobs.of(1).get('/api/v1/jobs')
    const id = await jobs.draft(2)
    const path = `/api/v1/jobs/${id}`
    const stored = (await jobs.of(2).get(path)).text
    for (const value of values) {
      expectRefusal(await jobs.of(1).post('/api/v1/jobs', { title: 'Baker', [field]: value }), field, value)
      expectRefusal(await jobs.of(2).put(path, { ...complete, city: 'Oslo', [field]: value }), field, value)
    }
    expect((await jobs.of(1).get('/api/v1/jobs')).text).toBe(before.text)
    expect((await jobs.of(2).get(path)).text).toBe(stored)
    expect(await jobs.events(id)).toEqual(['job.created'])
  },
)

test.each(Object.entries(publishing))(
  '400: %s that is bad is refused by name, before anything is looked up',
  async (field, values) => {
    await jobs.grant(3, 1)
    const id = await jobs.draft(3)
    for (const value of values) {
      for (const target of [id, 2_000_000_000]) {
        const answer = await jobs.of(3).post(`/api/v1/jobs/${target}/publish`, { [field]: value })
        expectRefusal(answer, field, value)
      }
    }
    expect(await jobs.debits(3)).toBe(0)
    expect((await jobs.of(3).get(`/api/v1/jobs/${id}`)).body).toMatchObject({
      status: 'Draft',
      expiryDate: null,
    })
  },
)

test.each(Object.entries(question))(
  '400: %s of a screening question that is bad is refused by name and nothing changes',
  async (field, values) => {
    const id = await jobs.draft(4)
    const path = `/admin/v1/jobs/${id}/screening-questions`
    const fine = { text: 'Which boat?', type: 'SingleChoice', required: false, options: ['Rowing'] }
    const { body: stored } = await jobs.admin.put(path, [fine])
    for (const value of values) {
      const answer = await jobs.admin.put(path, [fine, { ...fine, [field]: value }])
      expectRefusal(answer, field === 'options' ? '1\\.options(\\.0)?' : `1\\.${field}`, value)
    }
    const facts = await jobs.internal.get(`/internal/v1/jobs/${id}`)
    expect(facts.body).toMatchObject({ screeningQuestions: stored, version: 2 })
  },
)

test.each([
  ['broken JSON', '{"title": '],
  ['JSON with more behind it', '{"title":"x"} {}'],
  ['JSON with a comma too many', '{"title":"x",}'],
  ['JSON with NaN', '{"title":"x","city":NaN}'],
  ['bytes that are no UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
  ['UTF-16', new Uint8Array(Buffer.from('{"title":"x"}', 'utf16le'))],
  ['a list', '[]'],
  ['null', 'null'],
  ['a text', '"title"'],
  ['a number that is no number', '1e400'],
  ['a hundred thousand brackets', '['.repeat(100_000)],
  ['a list a hundred thousand deep', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['a title from the prototype', '{"__proto__":{"title":"x"}}'],
  ['a title that a second one replaces by a number', '{"title":"x","title":5}'],
  ['a title of a hundred thousand brackets', `{"title":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ['a title that is a number too large to be one', '{"title":1e400}'],
  ['no title', '{}'],
  ['nothing', ''],
])('400: a body that is %s', async (_what, body) => {
  const answer = await jobs.of(5).send('POST', '/api/v1/jobs', { body })
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
  expect((await jobs.of(5).get('/api/v1/jobs')).body.total).toBe(0)
})

test.each([
  [
    'a prototype',
    '{"title":"x","__proto__":{"city":5,"status":"Active"},"constructor":{"prototype":{"city":5}}}',
  ],
  ['a title that a second one replaces', '{"title":5,"title":"x"}'],
  [
    'an unknown field a hundred thousand deep',
    `{"title":"x","y":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  ],
  ['unknown numbers too large to be numbers', '{"title":"x","y":1e400,"z":-1e999999}'],
  ['a byte order mark', '\ufeff{"title":"x"}'],
])('201: %s does no harm: unknown fields are ignored, the last of two counts (D-07)', async (_what, body) => {
  const answer = await jobs.of(6).send('POST', '/api/v1/jobs', { body })
  expect([answer.status, answer.body.title, answer.body.city, answer.body.status]).toEqual([
    201,
    'x',
    null,
    'Draft',
  ])
  expect(Object.getPrototypeOf({})).toBe(Object.prototype)
})

test('400: each bad field of a body is named, with what is allowed', async () => {
  const answer = await jobs.of(5).post('/api/v1/jobs', { country: 'XX', employmentType: 'Some', city: 5 })
  for (const field of ['title', 'country', 'employmentType', 'city'])
    expect(answer.body.message).toContain(field)
  expect(answer.body.message).toContain('Apprenticeship')
})
