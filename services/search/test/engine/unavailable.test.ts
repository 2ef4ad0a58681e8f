import { ApiError } from '@jobboard/contracts/error'
import { openLog } from '@jobboard/service/lifecycle/log'
import { type CuttableProxy, openCuttableProxy } from '@jobboard/testkit/cuttable-proxy'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type EngineDatabase,
  openEngineDatabase,
  openTestIndex,
  type TestIndex,
} from '../support/engine-database.ts'
import { openMeilisearch, type TestMeilisearch } from '../support/meilisearch.ts'

const TIMEOUT_MS = 300
let database: EngineDatabase
let server: TestMeilisearch
let proxy: CuttableProxy
let index: TestIndex
let logged = ''
const log = openLog('search', 'info', {
  write(line: string) {
    logged += line
  },
})

beforeAll(async () => {
  database = await openEngineDatabase()
  server = await openMeilisearch()
  proxy = await openCuttableProxy(server.url)
  index = await openTestIndex(database, { ...server, url: proxy.url }, { timeoutMs: 10_000, log })
  await database.store([{ id: 1, texts: ['Wainwright of the north'] }])
  await index.client.put(index.uid, await database.indexDocuments())
})
afterAll(async () => {
  await database.stop()
  await proxy.stop()
  await server.stop()
})
beforeEach(() => {
  logged = ''
})

const openIndex = (key: string, timeoutMs: number) =>
  openTestIndex(database, { url: proxy.url, key }, { timeoutMs, log, uid: index.uid })

/** The refusal of a search for a word, and of one for a long phrase, which needs two requests. */
async function refusals({ engine }: TestIndex): Promise<ApiError[]> {
  const refused: ApiError[] = []
  for (const query of ['wainwright', '"wainwright of the"']) {
    const error = await engine.search(await database.prepare(query)).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    refused.push(error as ApiError)
  }
  const ready = await engine.checkReady(undefined).catch((thrown: unknown) => thrown)
  expect(ready).toBeInstanceOf(ApiError)
  return [...refused, ready as ApiError]
}

async function expectUnavailable(index: TestIndex, reason: RegExp): Promise<void> {
  for (const { code, status, headers, message, cause } of await refusals(index)) {
    expect([code, status, headers, cause]).toEqual(['unavailable', 503, { 'retry-after': '1' }, undefined])
    expect(message).not.toMatch(/wainwright/i)
  }
  expect(logged).toMatch(reason)
  expect(logged).not.toMatch(/wainwright|consent/i)
  expect(logged).not.toContain(server.key)
}

test('503: the server refuses connections', async () => {
  const closed = await openCuttableProxy(server.url)
  await closed.stop()
  await expectUnavailable(
    await openTestIndex(database, { url: closed.url, key: server.key }, { log, uid: index.uid }),
    /ECONNREFUSED/,
  )
})

test('503: a server that never responds is given up after the timeout', async () => {
  proxy.cut()
  try {
    await expectUnavailable(await openIndex(server.key, TIMEOUT_MS), /TimeoutError/)
  } finally {
    proxy.restore()
  }
})

test('503: the server refuses the key', async () => {
  await expectUnavailable(await openIndex('a-wrong-master-key', 10_000), /403.*invalid_api_key/)
})

test('503: the server has lost the index; 200 once it is there again', async () => {
  await index.client.delete(index.uid)
  await expectUnavailable(index, /index_not_found/)
  await index.client.create(index.uid)
  await index.client.put(index.uid, await database.indexDocuments())
  expect(await index.engine.search(await database.prepare('wainwright'))).toMatchObject({
    total: 1,
    ids: [1],
  })
})

test('503: an index without settings, which Meilisearch creates for documents, is refused', async () => {
  await index.client.delete(index.uid)
  const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' }
  const body = JSON.stringify([{ id: 1, t: ['wainwright'] }])
  await fetch(`${server.url}/indexes/${index.uid}/documents`, { method: 'POST', headers, body })
  await expect.poll(() => index.client.stats(index.uid)).toEqual({ documents: 1 })
  await expectUnavailable(index, /400.*invalid_search_filter/)
  await index.client.delete(index.uid)
})

test('documents are not put into an index that does not exist', async () => {
  await expect(index.client.put('absent', await database.indexDocuments())).rejects.toThrow('no such index')
  expect(await index.client.stats('absent')).toBeNull()
})
