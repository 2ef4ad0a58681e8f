import { client } from '@jobboard/testkit/client'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ClientPackage, registerClients } from '../src/clients/register-clients.ts'

const sdk: ClientPackage = {
  client: 'typescript',
  title: 'TypeScript <SDK>',
  version: '1.2.3',
  file: 'sdk-1.2.3.tgz',
  mediaType: 'application/gzip',
  requires: 'Node >=20',
  sha256: 'ab'.repeat(32),
  bytes: Buffer.from([0, 255, 13, 10]),
}

const app = Fastify()
const made = Promise.withResolvers<ClientPackage[]>()
let reads = 0
let url: string
beforeAll(async () => {
  const read = () => {
    reads++
    return made.promise
  }
  registerClients(app, read, 1)
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

test('503 with Retry-After while the packages are being made, 200 from then on, and they are made once', async () => {
  for (const path of ['/sdk', '/sdk/sdk-1.2.3.tgz']) {
    const { status, headers, body } = await client(url).get(path)
    expect([status, headers.get('retry-after'), body.code]).toEqual([503, '5', 'unavailable'])
  }
  made.resolve([sdk])
  const { status, headers, text } = await client(url).get('/sdk')
  expect([status, headers.get('cache-control'), reads]).toEqual([200, 'no-cache', 1])
  expect(text).toContain('<h2>TypeScript &lt;SDK&gt;</h2>')
  expect(text).toContain('for Node &gt;=20.')
  const file = await fetch(`${url}/sdk/sdk-1.2.3.tgz`)
  expect([file.headers.get('content-type'), file.headers.get('etag')]).toEqual([
    'application/gzip',
    `"${sdk.sha256}"`,
  ])
  expect(Buffer.from(await file.arrayBuffer())).toEqual(sdk.bytes)
})

test('a Host that is no host name is in no command', async () => {
  const { body } = await client(url).get('/sdk', { headers: { accept: 'application/json' } })
  expect(body.clients[0].install).toBe(`npm install ${url}/sdk/sdk-1.2.3.tgz`)
  for (const host of ['a b', 'a/b', "a';x", '<b>', 'a:1:2']) {
    const { payload } = await app.inject({ url: '/sdk', headers: { host, accept: 'application/json' } })
    expect(JSON.parse(payload).clients[0].url).toBe('https://HOST/sdk/sdk-1.2.3.tgz')
  }
})
