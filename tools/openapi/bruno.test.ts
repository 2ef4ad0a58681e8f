import { printOpenApi } from '@jobboard/contracts/openapi/document'
import { expect, test } from 'vitest'
import { printBruno } from './bruno.ts'

const document = printOpenApi()
const environment = {
  baseUrl: 'http://127.0.0.1:8080',
  recruiterKey: 'pk_live_demo',
  candidateKey: 'ck_live_demo',
}
const files = printBruno(document, environment)
const fileOf = (operationId: string) =>
  Object.entries(files).find(([file]) => file.endsWith(`/${operationId}.bru`))?.[1]

test('the collection has one request per operation', () => {
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((operation) => (operation as { operationId: string }).operationId),
  )
  expect(ids.length).toBeGreaterThan(40)
  for (const id of ids) expect(fileOf(id), id).toContain('url: {{baseUrl}}/')
  expect(Object.keys(files)).toHaveLength(ids.length + 2)
})

test('a request has method, path parameters, key and example body', () => {
  const text = fileOf('publish-job')!
  expect(text).toContain(
    'post {\n  url: {{baseUrl}}/api/v1/jobs/:id/publish\n  body: json\n  auth: bearer\n}',
  )
  expect(text).toContain('params:path {\n  id: 1\n}')
  expect(text).toContain('headers {\n  Idempotency-Key: {{$guid}}\n}')
  expect(text).toContain('token: {{recruiterKey}}')
  expect(fileOf('apply')).toContain('token: {{candidateKey}}')
  expect(fileOf('create-job')).toMatch(/body:json \{\n {2}\{\n {4}"title"/)
})

test('query parameters are listed and switched off', () => {
  expect(fileOf('list-jobs')).toContain('params:query {\n  ~page: \n')
})

test('only the environment contains the keys', () => {
  expect(files['environments/demo.bru']).toContain('recruiterKey: pk_live_demo')
  const { 'environments/demo.bru': _, ...requests } = files
  expect(JSON.stringify(requests)).not.toContain('_live_')
})
