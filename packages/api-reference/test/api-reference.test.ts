import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { printOpenApi } from '@jobboard/contracts/openapi/document'
import { client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerApiReference } from '../src/register-api-reference.ts'
import { findBrowser, type Page, startBrowser } from './support/browser.ts'

const API_KEY = 'pk_live_a-key-for-this-test'
const document = printOpenApi()
const app = Fastify()
let url: string
/** The requests that reached the API, and the response that the next ones get. */
const received: { method: string; url: string; headers: IncomingHttpHeaders; body: unknown }[] = []
let response: { status: number; body: unknown } = { status: 200, body: {} }
beforeAll(async () => {
  registerApiReference(app, { document })
  app.all('/api/*', (request, reply) => {
    received.push({ method: request.method, url: request.url, headers: request.headers, body: request.body })
    return reply.code(response.status).send(response.body)
  })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

const folder = new URL('../src/page/', import.meta.url)
const files = readdirSync(folder)

test('200: /openapi.json is the document', async () => {
  const { status, headers, body } = await client(url).get('/openapi.json')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  expect(body).toEqual(JSON.parse(JSON.stringify(document)))
})

test('304: the document has not changed', async () => {
  const first = await client(url).get('/openapi.json')
  const headers = { 'if-none-match': first.headers.get('etag')! }
  const second = await client(url).get('/openapi.json', { headers })
  expect([second.status, second.text]).toEqual([304, ''])
})

test('200: /docs and all its files; no inline script and nothing of another origin can run', async () => {
  for (const file of files) {
    const path = file === 'page.html' ? '/docs' : `/docs/${file}`
    const { status, headers } = await client(url).get(path)
    expect(status, path).toBe(200)
    const policy = headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'/)
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(readFileSync(new URL(file, folder), 'utf8'), file).not.toMatch(
      /https?:\/\/|innerHTML|Storage|cookie/,
    )
  }
})

test('308: /docs/ redirects to /docs', async () => {
  const { status, headers } = await client(url).get('/docs/')
  expect([status, headers.get('location')]).toEqual([308, '../docs'])
})

test('404: no other file', async () => {
  for (const path of ['/docs/page.html', '/docs/nothing.js', '/docs/package.json']) {
    expect((await fetch(url + path)).status, path).toBe(404)
  }
})

const chromium = findBrowser()
if (!chromium) console.warn('SKIPPED: /docs in a real browser, because there is no Chromium on the PATH')

describe.skipIf(!chromium)('in a real browser', () => {
  let page: Page
  beforeAll(async () => {
    page = await startBrowser(chromium!)
  })
  afterAll(() => page.close())

  const operationIds = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((operation) => (operation as { operationId: string }).operationId),
  )
  const isListed = () => page.run<boolean>(`document.querySelector('.operation') !== null`)
  const hasForm = (id: string) => () => page.run<boolean>(`document.querySelector('#${id} form') !== null`)

  async function openAllOperations(): Promise<void> {
    await eventually('the operations are listed', isListed)
    await page.run(`document.querySelectorAll('.operation').forEach((card) => { card.open = true })`)
    await eventually('all operations show their responses', () =>
      page.run(
        `[...document.querySelectorAll('.operation')].every((card) => card.querySelector('.responses li'))`,
      ),
    )
  }

  test('every operation is listed, and each opens with its responses and a form', async () => {
    await page.open(`${url}/docs`)
    await openAllOperations()
    const listed = await page.run<string[]>(
      `[...document.querySelectorAll('.operation')].map(({ id }) => id)`,
    )
    expect(listed).toEqual(expect.arrayContaining(operationIds))
    const forms = await page.run<string[]>(
      `[...document.querySelectorAll('.operation form')].map((form) => form.closest('.operation').id)`,
    )
    expect(forms.sort()).toEqual(operationIds.toSorted())
    const inputsWithoutLabel = await page.run<number>(
      `[...document.querySelectorAll('input, select, textarea')].filter(({ labels }) => labels.length === 0).length`,
    )
    expect(inputsWithoutLabel).toBe(0)
    const ids = await page.run<string[]>(`[...document.querySelectorAll('[id]')].map(({ id }) => id)`)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('a request is sent with the key, the parameters and the body, and its response is shown as text', async () => {
    response = { status: 201, body: { title: '<img src=x onerror=alert(1)>' } }
    await page.open(`${url}/docs#create-job`)
    await eventually('the operation is open', hasForm('create-job'))
    await page.run(`
      document.getElementById('key').value = '${API_KEY}'
      document.getElementById('create-job-Idempotency-Key').value = 'k-1'
      document.querySelector('#create-job form').requestSubmit()
    `)
    const shown = () => page.run<string>(`document.querySelector('#create-job .response').textContent`)
    await eventually('the response is shown', async () => /201 Created/.test(await shown()))
    expect(await shown()).toContain('<img src=x onerror=alert(1)>')
    expect(await shown()).toContain('content-type: application/json')
    expect(await shown()).not.toContain(API_KEY)
    const request = received.at(-1)!
    expect(request).toMatchObject({ method: 'POST', url: '/api/v1/jobs', body: { title: 'Baker' } })
    expect(request.headers).toMatchObject({ authorization: `Bearer ${API_KEY}`, 'idempotency-key': 'k-1' })
  })

  test('path and query parameters are filled in; empty ones are not sent', async () => {
    response = { status: 200, body: {} }
    await page.open(`${url}/docs#list-applications`)
    await eventually('the operation is open', hasForm('list-applications'))
    await page.run(`
      document.getElementById('key').value = '${API_KEY}'
      document.getElementById('list-applications-jobId').value = '7'
      document.getElementById('list-applications-status').value = 'New'
      document.querySelector('#list-applications form').requestSubmit()
    `)
    await eventually(
      'the request arrives',
      async () => received.at(-1)?.url === '/api/v1/jobs/7/applications?status=New',
    )
  })

  test('the key is not stored: it is gone after a reload', async () => {
    await page.open(`${url}/docs`)
    await eventually('the operations are listed', isListed)
    expect(await page.run(`document.getElementById('key').value`)).toBe('')
    expect(await page.run(`localStorage.length + sessionStorage.length + document.cookie.length`)).toBe(0)
  })

  test('on a phone nothing is wider than the screen', async () => {
    await page.open(`${url}/docs`, { width: 360, height: 740 })
    await openAllOperations()
    expect(await page.run(`document.documentElement.scrollWidth`)).toBeLessThanOrEqual(360)
  })

  test('the page requested nothing from other servers and logged no error', () => {
    const fromElsewhere = page.requestedUrls.filter(
      (requested) =>
        !requested.startsWith(`${url}/`) && !requested.startsWith('data:') && requested !== 'about:blank',
    )
    expect(fromElsewhere).toEqual([])
    expect(page.requestedUrls.length).toBeGreaterThan(10)
    expect(page.errors).toEqual([])
  })
})
