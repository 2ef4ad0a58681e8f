import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IndexClient } from '../src/index/peers.ts'
import { findLiveIndex, tokeniserVersionOf } from '../src/index/store.ts'
import {
  bothEngines,
  clientOf,
  documentsOf,
  indexed,
  meilisearchEnv,
  VERSION,
} from './support/indexed-search.ts'
import { openMeilisearch, type TestMeilisearch } from './support/meilisearch.ts'
import { bootSearch, type SearchService } from './support/setup.ts'

let server: TestMeilisearch
let search: SearchService
let client: IndexClient
beforeAll(async () => {
  server = await openMeilisearch()
  client = clientOf(server)
  search = await bootSearch({ env: meilisearchEnv(server) })
  for (let id = 1; id <= 30; id++) await search.receiveProfile(id, { headline: `cooper c${id}` })
  await indexed(search)
})
afterAll(async () => {
  await search?.stop()
  await server?.stop()
})

const sql = () => search.deps.db.sql
const liveUid = async () => (await findLiveIndex(sql(), VERSION))!
const admin = () => search.as({ kind: 'admin', actor: 'test' })
const startReindex = () => admin().post('/admin/v1/search/reindex', {})
const readReindex = async (id: number) => (await admin().get(`/admin/v1/search/reindex/${id}`)).body
const finished = (id: number) =>
  eventually(
    'the end of the reindex',
    async () => {
      const progress = await readReindex(id)
      return progress.finishedAt !== null && progress
    },
    60_000,
  )

test('202: a reindex fills another index and replaces the live one; every search meanwhile is exact', async () => {
  const expected = await search.foundIds('cooper')
  expect(expected).toHaveLength(30)
  const before = await liveUid()
  const started = await startReindex()
  expect(started.status).toBe(202)
  let searches = 0
  let isRunning = true
  const searching = async () => {
    while (isRunning) {
      expect(await search.foundIds('cooper')).toEqual(expected)
      searches++
    }
  }
  const changing = async () => {
    for (let id = 60; id < 80; id++) {
      await search.receiveProfile(id, { headline: `farrier f${id}` })
      expect(await search.foundIds(`f${id}`)).toEqual([id])
    }
  }
  const all = Promise.all([searching(), searching(), changing()])
  const progress = await finished(started.body.reindexId)
  await indexed(search)
  isRunning = false
  await all
  await indexed(search)
  expect(progress).toMatchObject({ engine: 'meilisearch', reason: 'requested', total: 30 })
  expect(progress.done).toBeGreaterThanOrEqual(30)
  const after = await liveUid()
  expect([after === before, searches > 0]).toEqual([false, true])
  const documents = await documentsOf(server, after)
  for (let id = 60; id < 80; id++) expect(documents.get(id)!.t).toContain('farrier')
  // Deleted when no search can read it any more.
  await sql()`update search_index set state_since = now() - interval '1 hour' where state = 'retired'`
  await eventually('the old index to be deleted', async () => (await client.stats(before)) === null)
  await eventually(
    'its row',
    async () => (await sql()`select 1 from search_index where uid = ${before}`).length === 0,
  )
})

test('202: parallel requests start one reindex and return its id; 404: an id that does not exist', async () => {
  const responses = await Promise.all(Array.from({ length: 5 }, startReindex))
  expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(202))
  expect(new Set(responses.map(({ body }) => body.reindexId)).size).toBe(1)
  const { reindexId } = responses[0]!.body
  await finished(reindexId)
  expect((await startReindex()).body.reindexId).not.toBe(reindexId)
  await indexed(search)
  const audit = await sql()`
    select payload->>'object' as object, payload->'after' as after from outbox
    where payload->>'action' = 'start-reindex' and payload->>'object' = ${`reindex ${reindexId}`}`
  expect(audit).toEqual([{ object: `reindex ${reindexId}`, after: { engine: 'meilisearch', total: 50 } }])
  for (const id of ['2147483647', '0', 'x']) {
    expect((await admin().get(`/admin/v1/search/reindex/${id}`)).status).toBe(404)
  }
})

test.each([
  ['a wiped server', (uid: string) => client.delete(uid)],
  [
    'an index of an older backup',
    async (uid: string) => {
      await client.delete(uid)
      await client.create(uid)
      await client.put(uid, [{ id: 0, t: [], w: [], country: 0, active: 1, consent: 0, status: null }])
    },
  ],
])('503 without a debit until the index is built again by itself: %s (P-202)', async (_what, destroy) => {
  await indexed(search)
  await search.grant(5, 'CvSearch', 1_000)
  const before = await liveUid()
  await destroy(before)
  const statuses = new Set<number>()
  await eventually(
    'another live index',
    async () => {
      const uid = await findLiveIndex(sql(), VERSION)
      const debits = await search.debits(5)
      const response = await search.search(5, 'cooper')
      if (uid !== before) statuses.add(response.status)
      if (response.status === 503) {
        expect([await search.debits(5), Number(response.headers.get('retry-after')) > 0]).toEqual([
          debits,
          true,
        ])
      }
      return uid !== undefined && uid !== before
    },
    60_000,
  )
  const { meilisearch, postgres } = bothEngines(search, client)
  expect(await meilisearch('cooper')).toEqual(await postgres('cooper'))
  const [last] = await sql()<{ reason: string }>`select reason from search_reindex order by id desc limit 1`
  expect(last!.reason).toBe('lost')
  expect([...statuses].every((status) => status === 200 || status === 503)).toBe(true)
})

test('an index that is lost while it is built is built from the start', async () => {
  await indexed(search)
  const { reindexId } = (await startReindex()).body
  await eventually('the new index', async () => {
    const [row] = await sql()<{ uid: string }>`select uid from search_index where state = 'building'`
    if (!row) return (await readReindex(reindexId)).finishedAt !== null
    await client.delete(row.uid)
    return true
  })
  await finished(reindexId)
  await indexed(search)
  const { meilisearch, postgres } = bothEngines(search, client)
  expect(await meilisearch('cooper')).toEqual(await postgres('cooper'))
  expect([...(await documentsOf(server, await liveUid())).keys()]).toHaveLength(50)
})

test('202: with Postgres a reindex rebuilds the documents in place', async () => {
  const replica = await bootSearch()
  for (let id = 1; id <= 120; id++) await replica.receiveProfile(id, { headline: `cooper c${id}` })
  const { db } = replica.deps
  await db.sql`update candidate_document_3 set body = '|/wrong/|', terms = array_to_tsvector(array['wrong']) where candidate_id <= 10`
  const operator = replica.as({ kind: 'admin', actor: 'test' })
  const { reindexId } = (await operator.post('/admin/v1/search/reindex', {})).body
  const progress = await eventually('the end of the reindex', async () => {
    const { body } = await operator.get(`/admin/v1/search/reindex/${reindexId}`)
    return body.finishedAt !== null && body
  })
  expect(progress).toMatchObject({ engine: 'postgres', done: 120, total: 120 })
  expect((await replica.foundIds('cooper')).length).toBe(100)
  expect(await replica.foundIds('wrong')).toEqual([])
  await replica.stop()
})

test.each(['postgres', 'meilisearch'])(
  '202: with %s a reindex makes the documents of sandboxes again',
  async (engine) => {
    const replica = await bootSearch(engine === 'postgres' ? {} : { env: meilisearchEnv(server) })
    const [SANDBOX, id] = [31, 5_001]
    await replica.grant(SANDBOX, 'CvSearch', 10)
    await replica.receiveSandboxProfile(SANDBOX, id, { headline: 'cooper' })
    const find = async (query: string) =>
      (await replica.asSandbox(SANDBOX).post('/api/v1/candidates/search', { query })).body.total
    await replica.deps.db.sql`
    update sandbox_document set body = '|/wrong/|', terms = array_to_tsvector(array['wrong']) where candidate_id = ${id}`
    expect([await find('cooper'), await find('wrong')]).toEqual([0, 1])
    const operator = replica.as({ kind: 'admin', actor: 'test' })
    expect((await operator.post('/admin/v1/search/reindex', {})).status).toBe(202)
    expect([await find('cooper'), await find('wrong')]).toEqual([1, 0])
    await replica.stop()
  },
)

test('503 on /healthz/ready until the first index is live; 200 and degraded when a later one is missing', async () => {
  const away = meilisearchEnv({ ...server, url: 'http://127.0.0.1:9' })
  const replica = await bootSearch({ env: away })
  const ready = async () => {
    const response = await fetch(`${replica.url}/healthz/ready`)
    const { status, parts } = (await response.json()) as {
      status: string
      parts: { name: string; ok: boolean; required: boolean }[]
    }
    const part = parts.find(({ name }) => name === 'search-index')!
    return [response.status, status, part.ok, part.required]
  }
  expect(await ready()).toEqual([503, 'unavailable', false, true])
  await replica.grant(1, 'CvSearch', 1)
  const response = await replica.search(1, 'cooper')
  expect([response.status, response.body.code, await replica.debits(1)]).toEqual([503, 'unavailable', 0])
  await replica.deps.db.sql`
    insert into search_reindex (tokeniser_version, engine, reason, started_at, finished_at, total)
    values (${tokeniserVersionOf(3)}, 'meilisearch', 'first', now(), now(), 0)`
  expect(await ready()).toEqual([200, 'degraded', false, false])
  await replica.stop()
})

test('200 and degraded on /healthz/ready while the server of a live index is away', async () => {
  const own = await openMeilisearch()
  const replica = await bootSearch({ env: meilisearchEnv(own) })
  const ready = async () => {
    const response = await fetch(`${replica.url}/healthz/ready`)
    return [response.status, ((await response.json()) as { status: string }).status]
  }
  await eventually('the first index', async () => (await ready())[1] === 'ready')
  await own.stop()
  expect(await ready()).toEqual([200, 'degraded'])
  await replica.stop()
})

test('reindexes are listed newest first, in pages', async () => {
  const first = await admin().get('/admin/v1/search/reindex?pageSize=1')
  expect(first.body).toMatchObject({ page: 1, pageSize: 1, items: [expect.any(Object)] })
  const { body } = await admin().get('/admin/v1/search/reindex')
  expect(body.total).toBe(first.body.total)
  const ids = body.items.map(({ reindexId }: { reindexId: number }) => reindexId)
  expect(ids).toEqual(ids.toSorted((a: number, b: number) => b - a))
  expect(ids[0]).toBe(first.body.items[0].reindexId)
  // One that still runs counts on between two reads.
  const ended = body.items.find(({ finishedAt }: { finishedAt: string | null }) => finishedAt !== null)
  expect(ended).toEqual(await readReindex(ended.reindexId))
})
