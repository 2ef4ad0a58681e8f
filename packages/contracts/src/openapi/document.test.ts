import { expect, test } from 'vitest'
import { endpoints } from '../endpoints/all.ts'
import { printOpenApi } from './document.ts'
import { refusalsOf } from './error-responses.ts'
import { examples } from './examples.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reaches into the printed document
const printed: any = printOpenApi()
const shown = endpoints.filter(({ plane }) => plane === 'public')
const operationOf = ({ path, method }: { path: string; method: string }) =>
  printed.paths[path][method.toLowerCase()]

test.each(shown)('$method $path is printed with its name, success, refusals and scopes', (endpoint) => {
  const operation = operationOf(endpoint)
  expect(operation.operationId).toBe(endpoint.name)
  const known = endpoint.hasEtag && endpoint.method === 'GET' ? ['304'] : []
  const statuses = [endpoint.status, ...known, ...refusalsOf(endpoint).keys()].map(String).sort()
  expect(Object.keys(operation.responses).sort()).toEqual(statuses)
  expect(operation.security).toEqual([{ bearer: endpoint.scopes ?? [] }, { apiKey: endpoint.scopes ?? [] }])
  expect(
    operation.tags.every((tag: string) => printed.tags.some(({ name }: { name: string }) => name === tag)),
  ).toBe(true)
  const inPath = operation.parameters?.filter((one: { in?: string }) => one.in === 'path') ?? []
  expect(inPath.map((one: { name: string }) => `{${one.name}}`)).toEqual(
    endpoint.path.match(/\{\w+\}/g) ?? [],
  )
  expect(operation.requestBody !== undefined).toBe(endpoint.body !== undefined)
})

test('nothing of the admin and internal planes is printed', () => {
  expect(Object.keys(printed.paths).filter((path) => !path.startsWith('/api/v1/'))).toEqual([
    '/healthz/ready',
  ])
})

test('every reference leads somewhere, and every named schema is used', () => {
  const text = JSON.stringify(printed)
  const references = new Set(text.match(/(?<="\$ref":"#\/components\/)[^"]+/g))
  for (const reference of references) {
    const [kind = '', name = ''] = reference.split('/')
    expect(printed.components[kind][name], reference).toBeDefined()
  }
  expect(
    Object.keys(printed.components.schemas).filter((name) => !references.has(`schemas/${name}`)),
  ).toEqual([])
})

test('401 has no body; the error envelope is code and message', () => {
  expect(printed.components.responses.Unauthorized.content).toBeUndefined()
  expect(Object.keys(printed.components.schemas.Error.properties)).toEqual(['code', 'message'])
})

test('POST and DELETE take an Idempotency-Key, and nothing else does (D-60)', () => {
  const reference = { $ref: '#/components/parameters/IdempotencyKey' }
  for (const endpoint of shown) {
    const takes = JSON.stringify(operationOf(endpoint).parameters ?? []).includes(JSON.stringify(reference))
    expect(takes, endpoint.name).toBe(['POST', 'DELETE'].includes(endpoint.method))
  }
})

test('page and pageSize are printed as the numbers they are read as', () => {
  const [page, pageSize] = printed.paths['/api/v1/jobs'].get.parameters
  expect(page).toMatchObject({ name: 'page', schema: { type: 'integer', minimum: 1, default: 1 } })
  expect(pageSize).toMatchObject({ name: 'pageSize', schema: { type: 'integer', maximum: 100, default: 50 } })
  expect(page.required ?? false).toBe(false)
})

test.each(Object.entries(examples))('the example of %s is a good body', (name, example) => {
  const endpoint = shown.find((one) => one.name === name)!
  expect(endpoint.body!.safeParse(example).success).toBe(true)
})

test('the same contracts print the same bytes', () => {
  expect(JSON.stringify(printOpenApi())).toBe(JSON.stringify(printed))
})
