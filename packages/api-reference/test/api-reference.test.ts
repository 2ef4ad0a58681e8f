import { gunzipSync } from 'node:zlib'
import { printOpenApi } from '@jobboard/contracts/openapi/document'
import { client } from '@jobboard/testkit/client'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { registerApiReference } from '../src/register-api-reference.ts'

const document = printOpenApi()
const app = Fastify()
let url: string
beforeAll(async () => {
  const documentAt = (now: Date) => ({ ...document, 'x-day': now.toISOString().slice(0, 10) })
  const guide = { name: 'first', path: '/docs/guides/first', title: 'First', summary: 'A.', markdown: '' }
  registerApiReference(app, { document, documentAt, guides: [guide] })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

test('200: /openapi.json is the document of this day', async () => {
  const { status, headers, body } = await client(url).get('/openapi.json')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  const { 'x-day': day, ...rest } = body
  expect(day).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(rest).toEqual(JSON.parse(JSON.stringify(document)))
})

test('200: /openapi.json is made again on the next day (UTC)', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-05-01T23:59:59.999Z') })
  try {
    const { 'x-day': first } = (await app.inject('/openapi.json')).json()
    vi.setSystemTime(new Date('2027-05-02T00:00:00Z'))
    const { 'x-day': second } = (await app.inject('/openapi.json')).json()
    expect([first, second]).toEqual(['2027-05-01', '2027-05-02'])
  } finally {
    vi.useRealTimers()
  }
})

test.each(['/openapi.json', '/docs', '/docs/scalar.js'])('304: %s has not changed', async (path) => {
  const first = await client(url).get(path)
  const headers = { 'if-none-match': first.headers.get('etag')! }
  const second = await client(url).get(path, { headers })
  expect([first.status, second.status, second.text]).toEqual([200, 304, ''])
})

test('the page runs scripts of this origin only, and no script or event handler is inline', async () => {
  const { headers, text } = await client(url).get('/docs')
  const policy = headers.get('content-security-policy')
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; /,
  )
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe-eval|\*|https?:/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(text).toContain('<title>Job board API</title>')
  expect(text.match(/<script[^>]*>/g)).toEqual([
    '<script src="/docs/scalar.js">',
    '<script src="/docs/reference.js">',
  ])
  expect(text).not.toMatch(/ on\w+=|https?:\/\//)
})

test('200: /docs/scalar.js is sent compressed, below 2 MB, whatever Accept-Encoding says', async () => {
  const response = await app.inject({ url: '/docs/scalar.js', headers: { 'accept-encoding': 'identity' } })
  expect(response.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'gzip',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  })
  expect(response.rawPayload.length).toBeLessThan(2_000_000)
  expect(gunzipSync(response.rawPayload).toString()).toContain('createApiReference')
})

test('308: /docs/ redirects to /docs', async () => {
  const { status, headers } = await client(url).get('/docs/')
  expect([status, headers.get('location')]).toEqual([308, '/docs'])
})

test('404: no other file', async () => {
  for (const path of ['/docs/nothing.js', '/docs/guides.css', '/docs/package.json']) {
    expect((await fetch(url + path)).status, path).toBe(404)
  }
})
