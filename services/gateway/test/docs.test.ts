import { readdirSync, readFileSync } from 'node:fs'
import { printOpenApi } from '@jobboard/contracts/openapi/document'
import { client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrowser, type Page, startBrowser } from './support/browser.ts'
import { sendJson } from './support/fake-upstream.ts'
import { type Arena, startArena } from './support/setup.ts'

let arena: Arena
beforeAll(async () => {
  arena = await startArena()
})
afterAll(() => arena.stop())

const folder = new URL('../src/docs/', import.meta.url)
const pageFiles = readdirSync(folder).filter((name) => !name.endsWith('.ts'))

test('200: /openapi.json is what the contracts print, without a key (D-65)', async () => {
  const answer = await client(arena.url).get('/openapi.json')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.body).toEqual(JSON.parse(JSON.stringify(printOpenApi())))
})

test('304: nothing has changed', async () => {
  const first = await client(arena.url).get('/openapi.json')
  const headers = { 'if-none-match': first.headers.get('etag')! }
  const again = await client(arena.url).get('/openapi.json', { headers })
  expect(again.status).toBe(304)
  expect(again.text).toBe('')
})

test('200: /docs and all its files, without a key; nothing inline and nothing from elsewhere may run', async () => {
  const paths = pageFiles.map((name) => (name === 'page.html' ? '/docs' : `/docs/${name}`))
  for (const path of paths) {
    const { status, headers } = await client(arena.url).get(path)
    expect(status, path).toBe(200)
    const policy = headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'/)
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
  for (const name of pageFiles) {
    expect(readFileSync(new URL(name, folder), 'utf8'), name).not.toMatch(
      /https?:\/\/|innerHTML|Storage|cookie/,
    )
  }
})

test('404: not on the operators’ port, and no other file of the folder', async () => {
  expect((await arena.admin.get('/docs')).status).toBe(404)
  expect((await arena.admin.get('/openapi.json')).status).toBe(404)
  for (const path of ['/docs/serve.ts', '/docs/page.html', '/docs/nothing.js']) {
    expect((await client(arena.url).get(path)).status, path).toBe(404)
  }
})

const program = findBrowser()
if (!program) console.warn('SKIPPED: /docs in a real browser, because there is no Chromium on the PATH')

describe.skipIf(!program)('in a real browser', () => {
  let page: Page
  beforeAll(async () => {
    page = await startBrowser(program!)
  })
  afterAll(() => page.close())

  const calls = Object.values(printOpenApi().paths).flatMap((methods) =>
    Object.values(methods).map((operation) => (operation as { operationId: string }).operationId),
  )
  const isShown = () => page.run<boolean>(`document.querySelector('.operation') !== null`)

  test('every call is listed, and every one opens with its answers', async () => {
    await page.open(`${arena.url}/docs`)
    await eventually('the calls are listed', isShown)
    const listed = await page.run<string[]>(
      `[...document.querySelectorAll('.operation')].map(({ id }) => id)`,
    )
    expect(listed).toEqual(expect.arrayContaining(calls))
    await page.run(`document.querySelectorAll('.operation').forEach((card) => { card.open = true })`)
    await eventually('all are filled', () =>
      page.run(
        `[...document.querySelectorAll('.operation')].every((card) => card.querySelector('.answers li'))`,
      ),
    )
    const forms = await page.run<string[]>(
      `[...document.querySelectorAll('.operation form')].map((form) => form.closest('.operation').id)`,
    )
    expect(forms.sort()).toEqual(calls.toSorted())
    const unnamed = await page.run<number>(
      `[...document.querySelectorAll('input, select, textarea')].filter(({ labels }) => labels.length === 0).length`,
    )
    expect(unnamed).toBe(0)
    const ids = await page.run<string[]>(`[...document.querySelectorAll('[id]')].map(({ id }) => id)`)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('a call is sent with the key, the parameters and the body, and its answer is shown', async () => {
    arena.world.answer = (_request, response) =>
      sendJson(response, 201, { title: '<img src=x onerror=alert(1)>' })
    await page.open(`${arena.url}/docs#create-job`)
    await eventually('the card is open', () =>
      page.run(`document.querySelector('#create-job form') !== null`),
    )
    await page.run(`
      document.getElementById('key').value = ${JSON.stringify(arena.recruiter)}
      document.getElementById('create-job-Idempotency-Key').value = 'k-1'
      document.querySelector('#create-job form').requestSubmit()
    `)
    const shown = () => page.run<string>(`document.querySelector('#create-job .answer').textContent`)
    await eventually('the answer is shown', async () => /201 Created/.test(await shown()))
    expect(await shown()).toContain('<img src=x onerror=alert(1)>')
    expect(await shown()).toContain('x-request-id: ')
    expect(await shown()).not.toContain(arena.recruiter)
    const seen = arena.world.seen.at(-1)!
    expect(seen).toMatchObject({ method: 'POST', url: '/api/v1/jobs' })
    expect(seen.headers['idempotency-key']).toBe('k-1')
    expect(JSON.parse(seen.body.toString())).toMatchObject({ title: 'Baker' })
  })

  test('path and query are filled in; what is left empty is not sent', async () => {
    arena.world.answer = (_request, response) => sendJson(response, 200, {})
    await page.open(`${arena.url}/docs#list-applications`)
    await eventually('the card is open', () =>
      page.run(`document.querySelector('#list-applications form') !== null`),
    )
    await page.run(`
      document.getElementById('key').value = ${JSON.stringify(arena.recruiter)}
      document.getElementById('list-applications-jobId').value = '7'
      document.getElementById('list-applications-status').value = 'New'
      document.querySelector('#list-applications form').requestSubmit()
    `)
    await eventually(
      'the call arrives',
      async () => arena.world.seen.at(-1)?.url === '/api/v1/jobs/7/applications?status=New',
    )
  })

  test('the key is gone with the page, and nothing was stored', async () => {
    await page.open(`${arena.url}/docs`)
    await eventually('the calls are listed', isShown)
    expect(await page.run(`document.getElementById('key').value`)).toBe('')
    expect(await page.run(`localStorage.length + sessionStorage.length + document.cookie.length`)).toBe(0)
  })

  test('it fits a phone: nothing is wider than the screen', async () => {
    await page.open(`${arena.url}/docs`, { width: 360, height: 740 })
    await eventually('the calls are listed', isShown)
    await page.run(`document.querySelectorAll('.operation').forEach((card) => { card.open = true })`)
    await eventually('all are filled', () =>
      page.run(
        `[...document.querySelectorAll('.operation')].every((card) => card.querySelector('.answers li'))`,
      ),
    )
    expect(await page.run(`document.documentElement.scrollWidth`)).toBeLessThanOrEqual(360)
  })

  test('the page asked nobody but this server, and had nothing to complain about', () => {
    const elsewhere = page.asked.filter(
      (url) => !url.startsWith(`${arena.url}/`) && !url.startsWith('data:') && url !== 'about:blank',
    )
    expect(elsewhere).toEqual([])
    expect(page.asked.length).toBeGreaterThan(10)
    expect(page.complaints).toEqual([])
  })
})
