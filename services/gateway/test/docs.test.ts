import { printOpenApi } from '@jobboard/contracts/openapi/document'
import { client } from '@jobboard/testkit/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from './support/setup.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())

test('200: /openapi.json is what the contracts print, without a key (D-65)', async () => {
  const { status, headers, body } = await client(gateway.url).get('/openapi.json')
  expect(status).toBe(200)
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(body).toEqual(JSON.parse(JSON.stringify(printOpenApi())))
})

test('200: /docs and the files it refers to, without a key', async () => {
  const { status, text } = await client(gateway.url).get('/docs')
  expect(status).toBe(200)
  const files = [...text.matchAll(/(?:href|src)="(docs\/[^"]+)"/g)].map(([, path]) => `/${path}`)
  expect(files).toContain('/docs/page.js')
  for (const path of files) expect((await client(gateway.url).get(path)).status, path).toBe(200)
})

test('404: neither is served on the operators’ port', async () => {
  expect((await gateway.admin.get('/docs')).status).toBe(404)
  expect((await gateway.admin.get('/openapi.json')).status).toBe(404)
})
