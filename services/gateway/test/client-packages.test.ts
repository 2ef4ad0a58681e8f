import { createHash } from 'node:crypto'
import { clientFiles } from '@jobboard/contracts/openapi/code-samples'
import { client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from './support/setup.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
  await eventually('the packages are made', async () => (await fetch(`${gateway.url}/sdk`)).status === 200)
})
afterAll(() => gateway.stop())

const json = { accept: 'application/json' }
const paths = Object.values(clientFiles).map((file) => `/sdk/${file}`)

test('200: /sdk lists each client with its command and checksum, and /sdk/<file> has these bytes, without a key (P-386)', async () => {
  const { status, body } = await client(gateway.url).get('/sdk', { headers: json })
  expect(status).toBe(200)
  expect(body.clients.map(({ install }: { install: string }) => install)).toEqual([
    `npm install ${gateway.url}/sdk/${clientFiles.typescript}`,
    `pip install ${gateway.url}/sdk/${clientFiles.python}`,
    `npx -y ${gateway.url}/sdk/${clientFiles.mcp}`,
  ])
  for (const { url, sha256, size } of body.clients) {
    const response = await fetch(url)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect([response.status, bytes.length]).toEqual([200, size])
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    const head = await fetch(url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)])
    expect((await fetch(url, { headers: { 'if-none-match': response.headers.get('etag')! } })).status).toBe(
      304,
    )
  }
})

test('200: a browser gets /sdk as a page with the same commands; the commands name the address of the request', async () => {
  const { headers, text } = await client(gateway.url).get('/sdk', {
    headers: { accept: 'text/html,*/*;q=0.8' },
  })
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  for (const path of paths) expect(text).toContain(`${gateway.url}${path}</code>`)
  const behindTls = await client(gateway.url).get('/sdk', {
    headers: { ...json, 'x-forwarded-proto': 'https' },
  })
  expect(behindTls.body.clients[0].url).toBe(`${gateway.url.replace('http:', 'https:')}${paths[0]}`)
})

test('404: only the files of the list are served, and the response names them', async () => {
  for (const path of ['/sdk/jobboard-sdk-0.0.1.tgz', '/sdk/index.json', '/sdk/package.json']) {
    const { status, body } = await client(gateway.url).get(path)
    expect([path, status, body.code]).toEqual([path, 404, 'not_found'])
    expect(body.message).toContain(clientFiles.typescript)
  }
  for (const path of ['/sdk/..%2fpackage.json', '/sdk/%2e%2e/package.json', '/sdk/a/b']) {
    expect([path, (await client(gateway.url).get(path)).status]).toEqual([path, expect.toBeOneOf([400, 404])])
  }
})

test('404: the operators’ port serves no clients', async () => {
  expect((await client(gateway.adminUrl).get('/sdk')).status).toBe(404)
})
