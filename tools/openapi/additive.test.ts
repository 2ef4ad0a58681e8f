import { printOpenApi } from '@jobboard/contracts/openapi/document'
import { expect, test } from 'vitest'
import { breakingChanges } from './additive.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test changes nested parts of the document
type Change = (document: any) => void

const printed = printOpenApi()
const changed = (change: Change) => {
  const copy = structuredClone(printed)
  change(copy)
  return copy
}

test('an unchanged document has no breaking changes', () => {
  expect(breakingChanges(printed, structuredClone(printed))).toEqual([])
})

const job = (document: Parameters<Change>[0]) => document.components.schemas.Job
const draft = (document: Parameters<Change>[0]) => document.components.schemas.JobDraft

const breaks: [string, Change, string][] = [
  ['a path is removed', (d) => delete d.paths['/api/v1/jobs'], 'GET /api/v1/jobs: removed'],
  ['a method is removed', (d) => delete d.paths['/api/v1/jobs'].post, 'POST /api/v1/jobs: removed'],
  [
    'a response field is removed',
    (d) => delete job(d).properties.title,
    'GET /api/v1/jobs/{id}: 200.title: removed',
  ],
  [
    'a response field becomes optional',
    (d) => job(d).required.splice(job(d).required.indexOf('title'), 1),
    'GET /api/v1/jobs/{id}: 200.title: may now be missing',
  ],
  [
    'a response field changes its type',
    (d) => (job(d).properties.title.type = 'integer'),
    'GET /api/v1/jobs/{id}: 200.title: may now be integer',
  ],
  [
    'a response field becomes nullable',
    (d) => (job(d).properties.title = { type: ['string', 'null'] }),
    'GET /api/v1/jobs/{id}: 200.title: may now be null',
  ],
  [
    'an enum value of a response is removed',
    (d) => d.components.schemas.JobStatus.enum.pop(),
    'GET /api/v1/jobs/{id}: 200.status: value "Expired" removed',
  ],
  [
    'a response field is no longer an enum',
    (d) => delete d.components.schemas.JobStatus.enum,
    'GET /api/v1/jobs/{id}: 200.status: no longer limited to a list of values',
  ],
  [
    'the format of a response field is removed',
    (d) => delete job(d).properties.createdAt.format,
    'GET /api/v1/jobs/{id}: 200.createdAt: no longer has format date-time',
  ],
  [
    'a field of a list item is removed',
    (d) => delete d.components.schemas.JobSummary.properties.city,
    'GET /api/v1/jobs: 200.items[].city: removed',
  ],
  [
    'a request field becomes required',
    (d) => draft(d).required.push('city'),
    'POST /api/v1/jobs: body.city: is now required',
  ],
  [
    'a required request field is added',
    (d) => {
      draft(d).properties.salary = { type: 'integer' }
      draft(d).required.push('salary')
    },
    'POST /api/v1/jobs: body.salary: is now required',
  ],
  [
    'a request field is removed',
    (d) => delete draft(d).properties.city,
    'POST /api/v1/jobs: body.city: removed',
  ],
  [
    'a request field is no longer nullable',
    (d) => draft(d).properties.city.anyOf.pop(),
    'POST /api/v1/jobs: body.city: null is no longer accepted',
  ],
  [
    'an enum value of a request is removed',
    (d) => d.components.schemas.RemoteType.enum.shift(),
    'POST /api/v1/jobs: body.remoteType: "OnSite" is no longer accepted',
  ],
  [
    'a request field no longer accepts the empty text',
    (d) => draft(d).properties.remoteType.anyOf.shift(),
    'POST /api/v1/jobs: body.remoteType: "" is no longer accepted',
  ],
  [
    'the maximum length of a request field is reduced',
    (d) => (draft(d).properties.title.maxLength = 100),
    'POST /api/v1/jobs: body.title: maxLength is stricter',
  ],
  [
    'a request field gets a pattern',
    (d) => (draft(d).properties.title.pattern = '^x'),
    'POST /api/v1/jobs: body.title: pattern is stricter',
  ],
  [
    'an optional body becomes required',
    (d) => (d.paths['/api/v1/jobs/{id}'].put.requestBody.required = true),
    'PUT /api/v1/jobs/{id}: body is now required',
  ],
  [
    'a query parameter is removed',
    (d) => d.paths['/api/v1/jobs'].get.parameters.shift(),
    'GET /api/v1/jobs: query parameter page removed',
  ],
  [
    'a query parameter becomes required',
    (d) => (d.paths['/api/v1/jobs'].get.parameters[0].required = true),
    'GET /api/v1/jobs: query parameter page is now required',
  ],
  [
    'the default of a query parameter changes',
    (d) => (d.paths['/api/v1/jobs'].get.parameters[1].schema.default = 20),
    'GET /api/v1/jobs: query parameter pageSize: default changed',
  ],
  [
    'a request header is removed',
    (d) => d.paths['/api/v1/jobs'].post.parameters.pop(),
    'POST /api/v1/jobs: header parameter Prefer removed',
  ],
  [
    'the success status changes',
    (d) => {
      const { responses } = d.paths['/api/v1/jobs'].post
      responses[200] = responses[201]
      delete responses[201]
    },
    'POST /api/v1/jobs: 201 removed',
  ],
  [
    'a success status is added',
    (d) => (d.paths['/api/v1/jobs'].post.responses[202] = { description: '' }),
    'POST /api/v1/jobs: new success status 202',
  ],
  [
    'a response without a body gets one',
    (d) => (d.components.responses.Unauthorized.content = { 'application/json': { schema: {} } }),
    'GET /api/v1/jobs: 401 now has a body',
  ],
  [
    'an error code is removed',
    (d) => d.components.responses.NoCreditsOfPaidCall['x-codes'].pop(),
    'POST /api/v1/jobs/{id}/publish: 402: code no_credits removed',
  ],
  [
    'an error code is removed from the enum of a response',
    (d) =>
      d.components.responses.NoCreditsOfPaidCall.content[
        'application/json'
      ].schema.allOf[1].properties.code.enum.pop(),
    'POST /api/v1/jobs/{id}/publish: 402.code: value "no_credits" removed',
  ],
  [
    'a response header is removed',
    (d) => delete d.components.responses.RateLimited.headers['Retry-After'],
    'GET /api/v1/jobs: 429: header Retry-After removed',
  ],
  [
    'the media type of a response changes',
    (d) => {
      const { content } = d.paths['/api/v1/me/jobs/{jobId}/screening-questions'].get.responses[404]
      content['application/json'] = content['application/problem+json']
      delete content['application/problem+json']
    },
    'GET /api/v1/me/jobs/{jobId}/screening-questions: 404: application/problem+json removed',
  ],
  [
    'a scope is required in addition',
    (d) => {
      for (const way of d.paths['/api/v1/jobs'].get.security)
        Object.values<string[]>(way)[0]!.push('Applications')
    },
    'GET /api/v1/jobs: bearer with JobPosting is no longer accepted',
  ],
  [
    'a security scheme is removed',
    (d) => d.paths['/api/v1/jobs'].get.security.pop(),
    'GET /api/v1/jobs: apiKey with JobPosting is no longer accepted',
  ],
  [
    'an operationId changes',
    (d) => (d.paths['/api/v1/jobs'].get.operationId = 'jobs'),
    'GET /api/v1/jobs: operationId changed from list-jobs to jobs',
  ],
  [
    'a field is added to the error envelope',
    (d) => (d.components.schemas.Error.properties.details = { type: 'string' }),
    'The error envelope changed',
  ],
  ['a webhook is removed', (d) => delete d.webhooks['job.expired'], 'webhook job.expired: removed'],
  [
    'a webhook field is removed',
    (d) => delete d.components.schemas.JobExpiredEvent.properties.data.properties.jobPostId,
    'webhook job.expired.data.jobPostId: removed',
  ],
  [
    'an event of the feed is removed',
    (d) => d.components.schemas.EventFeed.properties.items.items.oneOf.shift(),
    'GET /api/v1/events: 200.items[].type: value "application.submitted" removed',
  ],
  [
    'an event of the feed gets another name',
    (d) => (d.components.schemas.JobExpiredEvent.properties.type.const = 'job.ended'),
    'GET /api/v1/events: 200.items[].type: value "job.expired" removed',
  ],
  [
    'a field of an event of the feed is removed',
    (d) => delete d.components.schemas.JobExpiredEvent.properties.data.properties.jobPostId,
    'GET /api/v1/events: 200.items[].data.jobPostId: removed',
  ],
  [
    'a webhook header is removed',
    (d) => d.webhooks['job.expired'].post.parameters.pop(),
    'webhook job.expired: header webhook-signature removed',
  ],
]

test.each(breaks)('breaking: %s', (_title, change, expected) => {
  expect(breakingChanges(printed, changed(change))).toContain(expected)
})

const additions: [string, Change][] = [
  ['an endpoint is added', (d) => (d.paths['/api/v1/new'] = { get: { responses: {} } })],
  ['a method is added to a path', (d) => (d.paths['/api/v1/jobs'].delete = { responses: {} })],
  ['a response field is added', (d) => (job(d).properties.views = { type: 'integer' })],
  ['a response field becomes required', (d) => job(d).required.push('views')],
  ['an optional request field is added', (d) => (draft(d).properties.salary = { type: 'integer' })],
  ['the maximum length of a request field is raised', (d) => (draft(d).properties.title.maxLength = 300)],
  ['a rule of a request field is removed', (d) => delete draft(d).properties.title.minLength],
  ['an enum value of a request is added', (d) => d.components.schemas.RemoteType.enum.push('Sometimes')],
  ['a request field becomes nullable', (d) => (draft(d).properties.title.type = ['string', 'null'])],
  ['a response field is no longer nullable', (d) => (job(d).properties.city = { type: 'string' })],
  [
    'an optional query parameter is added',
    (d) =>
      d.paths['/api/v1/jobs'].get.parameters.push({ name: 'city', in: 'query', schema: { type: 'string' } }),
  ],
  ['an error code is added', (d) => d.components.responses.NotFound['x-codes'].push('gone')],
  ['a response header is added', (d) => (d.components.responses.NotFound.headers.Link = {})],
  [
    'an event is added to the feed',
    (d) => {
      const { oneOf } = d.components.schemas.EventFeed.properties.items.items
      const event = structuredClone(d.components.schemas.JobExpiredEvent)
      event.properties.type.const = 'job.published'
      event.properties.data = { type: 'object', properties: { publishedAt: { type: 'string' } } }
      oneOf.push(event)
    },
  ],
  ['a webhook is added', (d) => (d.webhooks['job.published'] = { post: {} })],
  ['a description changes', (d) => (d.info.description = 'Another description.')],
  [
    'a schema gets another name',
    (d) => {
      d.components.schemas.Posting = d.components.schemas.Job
      d.paths['/api/v1/jobs/{id}'].get.responses[200].content['application/json'].schema.$ref =
        '#/components/schemas/Posting'
    },
  ],
]

test.each(additions)('additive: %s', (_title, change) => {
  expect(breakingChanges(printed, changed(change))).toEqual([])
})
