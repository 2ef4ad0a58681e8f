import { printOpenApi } from '@jobboard/contracts/openapi/document'
import { expect, test } from 'vitest'
import { breaksOf } from './additive.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reaches into the document to spoil it
type Spoil = (document: any) => void

const printed = printOpenApi()
const spoilt = (spoil: Spoil) => {
  const copy = structuredClone(printed)
  spoil(copy)
  return copy
}

test('the same document breaks nothing', () => {
  expect(breaksOf(printed, structuredClone(printed))).toEqual([])
})

const job = (document: Parameters<Spoil>[0]) => document.components.schemas.Job
const draft = (document: Parameters<Spoil>[0]) => document.components.schemas.JobDraft

const breaks: [string, Spoil, string][] = [
  ['a path', (d) => delete d.paths['/api/v1/jobs'], 'GET /api/v1/jobs: is gone'],
  ['a method', (d) => delete d.paths['/api/v1/jobs'].post, 'POST /api/v1/jobs: is gone'],
  [
    'a field of an answer',
    (d) => delete job(d).properties.title,
    'GET /api/v1/jobs/{id}: 200.title: is gone',
  ],
  [
    'a field that an answer may now lack',
    (d) => job(d).required.splice(job(d).required.indexOf('title'), 1),
    'GET /api/v1/jobs/{id}: 200.title: may now be missing',
  ],
  [
    'a type in an answer',
    (d) => (job(d).properties.title.type = 'integer'),
    'GET /api/v1/jobs/{id}: 200.title: may now be integer',
  ],
  [
    'an answer that may now be null',
    (d) => (job(d).properties.title = { type: ['string', 'null'] }),
    'GET /api/v1/jobs/{id}: 200.title: may now be null',
  ],
  [
    'a value of an answer',
    (d) => job(d).properties.status.enum.pop(),
    'GET /api/v1/jobs/{id}: 200.status: the value "Expired" is gone',
  ],
  [
    'a list of values opened',
    (d) => delete job(d).properties.status.enum,
    'GET /api/v1/jobs/{id}: 200.status: is no longer one of a list',
  ],
  [
    'the format of an answer',
    (d) => delete job(d).properties.createdAt.format,
    'GET /api/v1/jobs/{id}: 200.createdAt: the format date-time is gone',
  ],
  [
    'a field within a list',
    (d) => delete d.components.schemas.JobSummary.properties.city,
    'GET /api/v1/jobs: 200.items[].city: is gone',
  ],
  [
    'a required field of a request',
    (d) => draft(d).required.push('city'),
    'POST /api/v1/jobs: body.city: is now required',
  ],
  [
    'a new field of a request that is required at once',
    (d) => {
      draft(d).properties.salary = { type: 'integer' }
      draft(d).required.push('salary')
    },
    'POST /api/v1/jobs: body.salary: is now required',
  ],
  ['a field of a request', (d) => delete draft(d).properties.city, 'POST /api/v1/jobs: body.city: is gone'],
  [
    'null in a request',
    (d) => draft(d).properties.city.anyOf.pop(),
    'POST /api/v1/jobs: body.city: null is no longer taken',
  ],
  [
    'a value of a request',
    (d) => draft(d).properties.remoteType.anyOf[1].enum.shift(),
    'POST /api/v1/jobs: body.remoteType: "OnSite" is no longer taken',
  ],
  [
    'the empty text of a request',
    (d) => draft(d).properties.remoteType.anyOf.shift(),
    'POST /api/v1/jobs: body.remoteType: "" is no longer taken',
  ],
  [
    'a shorter text',
    (d) => (draft(d).properties.title.maxLength = 100),
    'POST /api/v1/jobs: body.title: maxLength is stricter',
  ],
  [
    'a new pattern',
    (d) => (draft(d).properties.title.pattern = '^x'),
    'POST /api/v1/jobs: body.title: pattern is stricter',
  ],
  [
    'a body that was optional',
    (d) => (d.paths['/api/v1/jobs/{id}'].put.requestBody.required = true),
    'PUT /api/v1/jobs/{id}: body is now required',
  ],
  [
    'a query parameter',
    (d) => d.paths['/api/v1/jobs'].get.parameters.shift(),
    'GET /api/v1/jobs: query parameter page is gone',
  ],
  [
    'a query parameter that is now required',
    (d) => (d.paths['/api/v1/jobs'].get.parameters[0].required = true),
    'GET /api/v1/jobs: query parameter page is now required',
  ],
  [
    'a preset',
    (d) => (d.paths['/api/v1/jobs'].get.parameters[1].schema.default = 20),
    'GET /api/v1/jobs: query parameter pageSize: what it is when left out has changed',
  ],
  [
    'a header of requests',
    (d) => d.paths['/api/v1/jobs'].post.parameters.pop(),
    'POST /api/v1/jobs: header parameter Idempotency-Key is gone',
  ],
  [
    'a status of success',
    (d) => {
      const { responses } = d.paths['/api/v1/jobs'].post
      responses[200] = responses[201]
      delete responses[201]
    },
    'POST /api/v1/jobs: 201 is gone',
  ],
  [
    'one more status of success',
    (d) => (d.paths['/api/v1/jobs'].post.responses[202] = { description: '' }),
    'POST /api/v1/jobs: success may now be 202',
  ],
  [
    'a body where there was none',
    (d) => (d.components.responses.Unauthorized.content = { 'application/json': { schema: {} } }),
    'GET /api/v1/jobs: 401 now has a body',
  ],
  [
    'a code',
    (d) => d.components.responses.NoCredits['x-codes'].pop(),
    'POST /api/v1/jobs/{id}/publish: 402: the code no_credits is gone',
  ],
  [
    'a header of answers',
    (d) => delete d.components.responses.RateLimited.headers['Retry-After'],
    'GET /api/v1/jobs: 429: the header Retry-After is gone',
  ],
  [
    'the media type of an answer',
    (d) => {
      const { content } = d.components.responses.NotFoundProblem
      content['application/json'] = content['application/problem+json']
      delete content['application/problem+json']
    },
    'GET /api/v1/me/jobs/{jobId}/screening-questions: 404: application/problem+json is gone',
  ],
  [
    'one more scope',
    (d) => {
      for (const way of d.paths['/api/v1/jobs'].get.security)
        Object.values<string[]>(way)[0]!.push('Applications')
    },
    'GET /api/v1/jobs: bearer with JobPosting no longer opens it',
  ],
  [
    'a way to send the key',
    (d) => d.paths['/api/v1/jobs'].get.security.pop(),
    'GET /api/v1/jobs: apiKey with JobPosting no longer opens it',
  ],
  [
    'the name of an operation',
    (d) => (d.paths['/api/v1/jobs'].get.operationId = 'jobs'),
    'GET /api/v1/jobs: list-jobs has another name',
  ],
  [
    'a field more in the error envelope',
    (d) => (d.components.schemas.Error.properties.details = { type: 'string' }),
    'The error envelope has changed',
  ],
  ['a webhook', (d) => delete d.webhooks['job.expired'], 'webhook job.expired: is gone'],
  [
    'a field of a webhook',
    (d) => {
      const { schema } = d.webhooks['job.expired'].post.requestBody.content['application/json']
      delete schema.properties.data.properties.jobPostId
    },
    'webhook job.expired.data.jobPostId: is gone',
  ],
  [
    'a header of a webhook',
    (d) => d.webhooks['job.expired'].post.parameters.pop(),
    'webhook job.expired: the header X-Webhook-Delivery-Id is gone',
  ],
]

test.each(breaks)('a planted break is found: %s', (_what, spoil, line) => {
  expect(breaksOf(printed, spoilt(spoil))).toContain(line)
})

const additions: [string, Spoil][] = [
  ['an endpoint', (d) => (d.paths['/api/v1/new'] = { get: { responses: {} } })],
  ['a method of a path', (d) => (d.paths['/api/v1/jobs'].delete = { responses: {} })],
  ['a field of an answer', (d) => (job(d).properties.views = { type: 'integer' })],
  ['a field that every answer now has', (d) => job(d).required.push('views')],
  ['an optional field of a request', (d) => (draft(d).properties.salary = { type: 'integer' })],
  ['a longer text', (d) => (draft(d).properties.title.maxLength = 300)],
  ['no rule any more', (d) => delete draft(d).properties.title.minLength],
  ['a value of a request', (d) => draft(d).properties.remoteType.anyOf[1].enum.push('Sometimes')],
  ['null in a request', (d) => (draft(d).properties.title.type = ['string', 'null'])],
  ['an answer that is never null any more', (d) => (job(d).properties.city = { type: 'string' })],
  [
    'an optional query parameter',
    (d) =>
      d.paths['/api/v1/jobs'].get.parameters.push({ name: 'city', in: 'query', schema: { type: 'string' } }),
  ],
  ['a code', (d) => d.components.responses.NotFound['x-codes'].push('gone')],
  ['a header of answers', (d) => (d.components.responses.NotFound.headers.Link = {})],
  ['a webhook', (d) => (d.webhooks['job.published'] = { post: {} })],
  ['words', (d) => (d.info.description = 'Other words.')],
  [
    'a schema under another name',
    (d) => {
      d.components.schemas.Posting = d.components.schemas.Job
      d.paths['/api/v1/jobs/{id}'].get.responses[200].content['application/json'].schema.$ref =
        '#/components/schemas/Posting'
    },
  ],
]

test.each(additions)('an addition breaks nothing: %s', (_what, spoil) => {
  expect(breaksOf(printed, spoilt(spoil))).toEqual([])
})
