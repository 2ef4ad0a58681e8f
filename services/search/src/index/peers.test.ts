import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openIndexClient } from './peers.ts'

let received: IncomingHttpHeaders = {}
const server = createServer((request, response) => {
  received = request.headers
  response.end(JSON.stringify({ hits: [], estimatedTotalHits: 0 }))
})
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))

test('a request accepts no compressed response, which Meilisearch sends 40 ms later', async () => {
  const { port } = server.address() as AddressInfo
  const client = openIndexClient({ url: `http://127.0.0.1:${port}`, key: 'k'.repeat(16), timeoutMs: 4_000 })
  await client.search('cv', { filter: [], offset: 0, limit: 1 })
  expect(received).toMatchObject({ 'accept-encoding': 'identity', authorization: `Bearer ${'k'.repeat(16)}` })
})
