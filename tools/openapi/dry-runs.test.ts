import { printOpenApi } from '@jobboard/contracts/openapi/document'
import { expect, test } from 'vitest'
import { breakingChanges } from './additive.ts'
import { withoutDryRuns } from './document.ts'
import { printAll } from './print.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test changes nested parts of the document
type Json = any

const PUBLISH = '/api/v1/jobs/{id}/publish'
const APPLY = '/api/v1/me/applications'
const result = { $ref: '#/components/schemas/DryRunResult' }
const job = { $ref: '#/components/schemas/Job' }

const printed = printOpenApi()
/** The document before dry runs were declared as responses. */
const plain = withoutDryRuns(printed)
const changed = (document: object, change: (document: Json) => void) => {
  const copy = structuredClone(document)
  change(copy)
  return copy as typeof printed
}
const at = (document: Json, path: string, status: number) => document.paths[path].post.responses[status]
const setSchema = (document: Json, path: string, schema: object) => {
  for (const content of Object.values<Json>(at(document, path, 200).content)) content.schema = schema
}

test('without dry runs each operation has the responses of the call itself', () => {
  expect(at(plain, PUBLISH, 200).content['application/json'].schema).toEqual(job)
  expect(at(plain, PUBLISH, 200).content['text/plain'].schema).toEqual(job)
  expect(Object.keys(at(plain, PUBLISH, 200).headers)).toEqual(Object.keys(at(printed, PUBLISH, 200).headers))
  expect(at(plain, APPLY, 200)).toBeUndefined()
  expect(at(plain, APPLY, 201)).toEqual(at(printed, APPLY, 201))
  expect(JSON.stringify(plain.paths)).not.toContain(result.$ref)
  expect(at(printed, PUBLISH, 200).content['application/json'].schema).toEqual({ oneOf: [job, result] })
})

test('the types of our clients are those of the call itself, and DryRunResult is one of them', async () => {
  const { client } = await printAll()
  const types = client['packages/sdk/src/generated/v1.ts']!
  const python = client['clients/python/jobboard/operations.py']!
  expect(types).toContain(' DryRunResult: {')
  expect(types).not.toContain('components["schemas"]["DryRunResult"]')
  expect(python).toMatch(/def publish_job\([^)]+\) -> Job:/)
  expect(python).toMatch(/def apply\([^)]+\) -> ApplyResult:/)
  expect(python).toContain('DryRunResult = TypedDict(')
  expect(python).not.toContain('| DryRunResult')
})

test('additive: the result of a dry run beside the response of the call', () => {
  expect(JSON.stringify(plain)).not.toBe(JSON.stringify(printed))
  expect(breakingChanges(plain, printed)).toEqual([])
})

const breaks: [string, object, (document: Json) => void, string][] = [
  [
    'another schema beside that of the call',
    plain,
    (d) => setSchema(d, PUBLISH, { oneOf: [job, { type: 'string' }] }),
    'POST /api/v1/jobs/{id}/publish: 200: may now be string',
  ],
  [
    'a third schema',
    plain,
    (d) => setSchema(d, PUBLISH, { oneOf: [job, result, { type: 'string' }] }),
    'POST /api/v1/jobs/{id}/publish: 200: may now be string',
  ],
  [
    'the result of a dry run in place of the response of the call',
    plain,
    (d) => setSchema(d, PUBLISH, result),
    'POST /api/v1/jobs/{id}/publish: 200 removed',
  ],
  [
    'a field of the call is removed while the result of a dry run is added',
    plain,
    (d) => delete d.components.schemas.Job.properties.title,
    'POST /api/v1/jobs/{id}/publish: 200.title: removed',
  ],
  [
    'the result of a dry run where the operation has none',
    plain,
    (d) => {
      const { responses } = d.paths['/api/v1/jobs'].post
      responses[200] = { content: { 'application/json': { schema: result } } }
    },
    'POST /api/v1/jobs: new success status 200',
  ],
  [
    'a new success status that has another schema',
    plain,
    (d) => setSchema(d, APPLY, job),
    'POST /api/v1/me/applications: new success status 200',
  ],
  [
    'a new success status other than 200',
    plain,
    (d) => (d.paths[APPLY].post.responses[202] = at(d, APPLY, 200)),
    'POST /api/v1/me/applications: new success status 202',
  ],
  [
    'a field of the call is removed beside a dry run',
    printed,
    (d) => delete d.components.schemas.Job.properties.title,
    'POST /api/v1/jobs/{id}/publish: 200.title: removed',
  ],
  [
    'a field of the result is removed',
    printed,
    (d) => delete d.components.schemas.DryRunResult.properties.isReplay,
    'POST /api/v1/jobs/{id}/publish with a dry run: 200.isReplay: removed',
  ],
  [
    'the result is no longer declared beside the response of the call',
    printed,
    (d) => setSchema(d, PUBLISH, job),
    'POST /api/v1/jobs/{id}/publish with a dry run: 200 removed',
  ],
  [
    'the status of its own is removed',
    printed,
    (d) => delete d.paths[APPLY].post.responses[200],
    'POST /api/v1/me/applications with a dry run: 200 removed',
  ],
  [
    'a header of the result is removed',
    printed,
    (d) => delete at(d, APPLY, 200).headers['Preference-Applied'],
    'POST /api/v1/me/applications with a dry run: 200: header Preference-Applied removed',
  ],
]

test.each(breaks)('breaking: %s', (_title, before, change, expected) => {
  expect(breakingChanges(before as typeof printed, changed(printed, change))).toContain(expected)
})
