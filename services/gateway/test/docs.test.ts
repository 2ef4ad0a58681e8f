import { errorStatus } from '@jobboard/contracts/error'
import { withCodeSamples } from '@jobboard/contracts/openapi/code-samples'
import { printOpenApi } from '@jobboard/contracts/openapi/document'
import { datedExamples } from '@jobboard/contracts/openapi/examples'
import { client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from './support/setup.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())

const STARTS = ['/docs', '/docs/guides', '/docs/changelog', '/llms.txt', '/openapi.json']

/** What is served today; the day may end during a request. */
const served = (plane: 'public' | 'admin') => {
  const printed = JSON.stringify(printOpenApi(plane))
  return [0, 1].map((daysAgo) => {
    const now = new Date(Date.now() - daysAgo * 86_400_000)
    const dated = withCodeSamples(datedExamples(JSON.parse(printed), now), plane === 'public')
    return JSON.parse(JSON.stringify(dated))
  })
}

test('200: /openapi.json is what the contracts print, with dates of today and code samples, without a key (D-65)', async () => {
  const { status, headers, body } = await client(gateway.url).get('/openapi.json')
  expect(status).toBe(200)
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(served('public')).toContainEqual(body)
})

test('200: /docs, /docs/guides, /llms.txt and everything they link to on this origin, without a key', async () => {
  await eventually('the packages are made', async () => (await fetch(`${gateway.url}/sdk`)).status === 200)
  const seen = await crawl(gateway.url, STARTS)
  expect(seen.broken).toEqual([])
  const files = ['/sdk', '/docs/scalar.js', '/docs/reference.js', '/docs/guides.css', '/openapi.json']
  const guides = ['/docs/guides/quickstart', '/docs/guides/quickstart.md', '/docs/guides/errors']
  expect([...seen.paths]).toEqual(expect.arrayContaining([...files, ...guides]))
})

test('the guide about errors has a row with an id for each code, where the Link of a refusal leads (P-398)', async () => {
  const { text } = await client(gateway.url).get('/docs/guides/errors')
  const missing = Object.keys(errorStatus).filter((code) => !text.includes(`<tr id="${code}">`))
  expect(missing).toEqual([])
})

test('200: on the operators’ port the same show the Admin API and their guides, without the token', async () => {
  const { body } = await client(gateway.adminUrl).get('/openapi.json')
  expect(served('admin')).toContainEqual(body)
  expect(Object.keys(body.paths).every((path) => path.startsWith('/admin/v1/'))).toBe(true)
  const seen = await crawl(gateway.adminUrl, STARTS)
  expect(seen.broken).toEqual([])
  expect([...seen.paths]).not.toContain('/docs/guides/quickstart')
})

/** Follows the links of pages and of Markdown, that of the OpenAPI document included, with their fragments. */
async function crawl(url: string, starts: string[]): Promise<{ paths: Set<string>; broken: string[] }> {
  const paths = new Set<string>()
  const ids = new Map<string, string[]>()
  const links: { from: string; path: string; id: string }[] = []
  const pending = [...starts]
  const broken: string[] = []
  for (let from = pending.shift(); from !== undefined; from = pending.shift()) {
    if (paths.has(from)) continue
    paths.add(from)
    const response = await fetch(url + from)
    const { status, headers } = response
    const text = await response.text()
    if (status !== 200) broken.push(`${status}: ${from}`)
    const mediaType = headers.get('content-type') ?? ''
    if (!/html|markdown|plain|json/.test(mediaType)) continue
    ids.set(
      from,
      [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!),
    )
    const hrefs = /html/.test(mediaType) ? /(?:href|src)="([^"]+)"/g : /\]\(([^)\s]+)\)/g
    for (const [, href] of text.matchAll(hrefs)) {
      const target = new URL(href!, url + from)
      if (target.origin !== url) continue
      links.push({ from, path: target.pathname, id: target.hash.slice(1) })
      pending.push(target.pathname)
    }
  }
  for (const { from, path, id } of links) {
    if (id && ids.has(path) && path !== '/docs' && !path.endsWith('.md') && !ids.get(path)!.includes(id)) {
      broken.push(`${from}: no #${id} in ${path}`)
    }
  }
  return { paths, broken }
}
