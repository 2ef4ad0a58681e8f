import { expect, test } from 'vitest'
import { endpoints } from '../endpoints.ts'
import { printOpenApi } from './document.ts'
import { errorCodesOf } from './errors.ts'

// biome-ignore lint/suspicious/noExplicitAny: the test reads nested parts of the document
const document: any = printOpenApi()
const publicEndpoints = endpoints.filter(({ plane }) => plane === 'public')
const operationOf = ({ path, method }: { path: string; method: string }) =>
  document.paths[path][method.toLowerCase()]

test.each(publicEndpoints)(
  '$method $path is printed with its name, statuses, scopes and parameters',
  (endpoint) => {
    const operation = operationOf(endpoint)
    expect(operation.operationId).toBe(endpoint.name)
    const notModified = endpoint.hasEtag && endpoint.method === 'GET' ? ['304'] : []
    const dryRun = endpoint.hasDryRun ? ['200'] : []
    const statuses = [endpoint.status, ...notModified, ...dryRun, ...errorCodesOf(endpoint).keys()].map(
      String,
    )
    expect(Object.keys(operation.responses).sort()).toEqual([...new Set(statuses)].sort())
    expect(operation.security).toEqual([{ bearer: endpoint.scopes ?? [] }, { apiKey: endpoint.scopes ?? [] }])
    expect(
      operation.tags.every((tag: string) => document.tags.some(({ name }: { name: string }) => name === tag)),
    ).toBe(true)
    const inPath = operation.parameters?.filter((one: { in?: string }) => one.in === 'path') ?? []
    expect(inPath.map((one: { name: string }) => `{${one.name}}`)).toEqual(
      endpoint.path.match(/\{\w+\}/g) ?? [],
    )
    expect(operation.requestBody !== undefined).toBe(endpoint.body !== undefined)
  },
)

test('endpoints of the admin and internal planes are not printed', () => {
  expect(Object.keys(document.paths).filter((path) => !path.startsWith('/api/v1/'))).toEqual([
    '/healthz/ready',
  ])
})

test('every reference resolves, and every named schema is used', () => {
  const text = JSON.stringify(document)
  const references = new Set(text.match(/(?<="\$ref":"#\/components\/)[^"]+/g))
  for (const reference of references) {
    const [kind = '', name = ''] = reference.split('/')
    expect(document.components[kind][name], reference).toBeDefined()
  }
  expect(
    Object.keys(document.components.schemas).filter((name) => !references.has(`schemas/${name}`)),
  ).toEqual([])
})

test('401 has no body; the error envelope is code and message', () => {
  expect(document.components.responses.Unauthorized.content).toBeUndefined()
  expect(Object.keys(document.components.schemas.Error.properties)).toEqual(['code', 'message'])
})

test('POST and DELETE accept an Idempotency-Key unless they show a secret that cannot be repeated, GET and PUT do not (D-60, P-04)', () => {
  const reference = { $ref: '#/components/parameters/IdempotencyKey' }
  for (const endpoint of publicEndpoints) {
    const isPrinted = JSON.stringify(operationOf(endpoint).parameters ?? []).includes(
      JSON.stringify(reference),
    )
    const canRepeat = !endpoint.returnsSecret || endpoint.repeatsSecret === true
    expect(isPrinted, endpoint.name).toBe(['POST', 'DELETE'].includes(endpoint.method) && canRepeat)
  }
})

test('operations with a dry run print the Prefer header, and its result at 200; no others do (P-170)', () => {
  const result = { $ref: '#/components/schemas/DryRunResult' }
  for (const endpoint of publicEndpoints) {
    const { parameters = [], responses } = operationOf(endpoint)
    const isPrinted = JSON.stringify(parameters).includes('#/components/parameters/PreferDryRun')
    expect([endpoint.name, isPrinted]).toEqual([endpoint.name, endpoint.hasDryRun ?? false])
    expect(JSON.stringify(responses).includes(result.$ref), endpoint.name).toBe(isPrinted)
    if (!isPrinted) continue
    const { headers, content } = responses[200]
    expect(headers['Preference-Applied']).toBeDefined()
    const own = schemaOfCall[endpoint.name]
    const schema = own ? { oneOf: [{ $ref: `#/components/schemas/${own}` }, result] } : result
    for (const type of ['application/json', 'text/json', 'text/plain']) {
      expect(content[type].schema, `${endpoint.name}, ${type}`).toEqual(schema)
    }
    const names = Object.keys(content['application/json'].examples)
    expect(names).toEqual(own ? ['call', 'dry-run'] : ['dry-run'])
  }
  const names = publicEndpoints.filter(({ hasDryRun }) => hasDryRun).map(({ name }) => name)
  const wanted = ['apply', 'change-applications', 'get-candidate', 'publish-job', 'search-candidates']
  expect(names.sort()).toEqual(wanted)
})

/** What a call without the preference is answered with at 200; an apply at 201. */
const schemaOfCall: Record<string, string> = {
  'change-applications': 'BulkResult',
  'get-candidate': 'UnlockedProfile',
  'publish-job': 'Job',
  'search-candidates': 'CandidatePage',
}

test('page and pageSize are printed as integers with their defaults', () => {
  const [page, pageSize] = document.paths['/api/v1/jobs'].get.parameters
  expect(page).toMatchObject({ name: 'page', schema: { type: 'integer', minimum: 1, default: 1 } })
  expect(pageSize).toMatchObject({ name: 'pageSize', schema: { type: 'integer', maximum: 100, default: 50 } })
  expect(page.required ?? false).toBe(false)
})

test('the same contracts print the same bytes', () => {
  expect(JSON.stringify(printOpenApi())).toBe(JSON.stringify(document))
})

test('every GET of one object of the public API has an ETag, and its PUT takes If-Match (D-61)', () => {
  const ofOne = publicEndpoints.filter(
    ({ method, path }) => (method === 'GET' || method === 'PUT') && path.endsWith('}'),
  )
  expect(ofOne.length).toBeGreaterThan(10)
  expect(ofOne.filter(({ hasEtag }) => !hasEtag).map(({ name }) => name)).toEqual([])
})
