import { printOpenApi } from '@jobboard/contracts/openapi/document'
import { expect, test } from 'vitest'
import { printBruno } from './bruno.ts'

const document = printOpenApi()
const environment = {
  baseUrl: 'http://127.0.0.1:8080',
  recruiterKey: 'pk_live_demo',
  candidateKey: 'ck_live_demo',
  sandboxKey: 'pk_test_demo',
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
  const requests = Object.keys(files).filter((file) => !/(folder\.bru|demo\.bru|bruno\.json)$/.test(file))
  expect(requests).toHaveLength(ids.length)
})

test('a request has method, path parameters, key and example body', () => {
  const text = fileOf('publish-job')!
  expect(text).toContain(
    'post {\n  url: {{baseUrl}}/api/v1/jobs/:id/publish\n  body: json\n  auth: bearer\n}',
  )
  expect(text).toContain('params:path {\n  id: {{jobId}}\n}')
  expect(text).toContain('headers {\n  Idempotency-Key: {{$guid}}\n}')
  expect(text).toContain('token: {{recruiterKey}}')
  expect(fileOf('apply')).toContain('token: {{candidateKey}}')
  expect(fileOf('create-job')).toMatch(/body:json \{\n {2}\{\n {4}"title"/)
})

test('dates are computed when a request is sent: none is in the files', () => {
  expect(fileOf('publish-job')).toContain('"expiryDate": "{{inThirtyDays}}"')
  const body = /body:json \{[\s\S]*?\n\}/g
  const dated = Object.values(files).filter((text) => /\d{4}-\d\d-\d\d/.test(text.match(body)?.join() ?? ''))
  expect(dated).toEqual([])
})

test('a change of what the collection has not made is skipped when the whole collection runs', () => {
  for (const id of ['erase-me', 'withdraw-consent', 'update-profile', 'rotate-own-key']) {
    expect(fileOf(id), id).toContain('script:pre-request {\n  bru.runner.skipRequest()\n}')
  }
  expect(fileOf('close-job')).toContain('if (!bru.getVar("jobId")) bru.runner.skipRequest()')
  expect(fileOf('create-job')).toContain('bru.setVar("jobId"')
  const removals = Object.entries(files).filter(([, text]) => /^delete \{/m.test(text))
  expect(removals.every(([file]) => file.startsWith('Removals/'))).toBe(true)
  expect(files['Removals/folder.bru']).toContain('seq: 13')
})

test('requests of a sandbox have a key of their own and are skipped when the whole collection runs', () => {
  const ofSandbox = Object.entries(files).filter(([, text]) => text.includes('/api/v1/sandbox'))
  expect(ofSandbox.length).toBeGreaterThan(10)
  for (const [file, text] of ofSandbox) {
    expect(text, file).toContain('token: {{sandboxKey}}')
    expect(text, file).toContain('script:pre-request {\n  bru.runner.skipRequest()\n')
  }
  expect(fileOf('create-job')).not.toContain('sandboxKey')
})

test('after an apply the collection waits until the recruiter can read the application (P-340)', () => {
  expect(fileOf('apply')).toContain('\n  await bru.sleep(1000)\n')
  expect(Object.values(files).filter((text) => text.includes('bru.sleep'))).toHaveLength(1)
})

test('query parameters are listed and switched off', () => {
  expect(fileOf('list-jobs')).toContain('params:query {\n  ~page: \n')
})

test('only the environment contains the keys', () => {
  expect(files['environments/demo.bru']).toContain('recruiterKey: pk_live_demo')
  const { 'environments/demo.bru': _, ...requests } = files
  expect(JSON.stringify(requests)).not.toMatch(/_(live|test)_demo/)
})
