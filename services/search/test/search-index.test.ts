import { erasuresConfirmed, publishErased } from '@jobboard/testkit/erase-candidate'
import { eventually } from '@jobboard/testkit/eventually'
import { randomRuns } from '@jobboard/testkit/random-runs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveLastActive } from '../src/candidates/store.ts'
import { type IndexClient, MeilisearchError } from '../src/index/peers.ts'
import { findLiveIndex } from '../src/index/store.ts'
import { insertReindex } from '../src/reindexes/store.ts'
import {
  bothEngines,
  clientOf,
  documentsOf,
  indexed,
  startIndexWorker,
  VERSION,
} from './support/indexed-search.ts'
import { openMeilisearch, type TestMeilisearch } from './support/meilisearch.ts'
import { bootSearch, type SearchService } from './support/setup.ts'

let server: TestMeilisearch
let search: SearchService
let client: IndexClient
let worker: { stop(): Promise<void> }
beforeAll(async () => {
  server = await openMeilisearch()
  search = await bootSearch()
  client = clientOf(server)
  for (let id = 1; id <= 30; id++) await search.receiveProfile(id, { headline: `cooper c${id}` })
  worker = await startIndexWorker(search, client)
  await indexed(search)
})
afterAll(async () => {
  await worker?.stop()
  await search?.stop()
  await server?.stop()
})

const sql = () => search.deps.db.sql
const liveUid = async () => (await findLiveIndex(sql(), VERSION))!

/** The service, whose statements outside of transactions are added to this list when they have ended. */
function recording(statements: string[]): SearchService {
  const { db } = search.deps
  const recorded = (async (text: TemplateStringsArray, ...values: unknown[]) => {
    const rows = await db.sql(text, ...values)
    statements.push(text.join(''))
    return rows
  }) as typeof db.sql
  return { ...search, deps: { ...search.deps, db: { ...db, sql: recorded } } }
}

test('without an index all candidates are indexed; changes follow, hidden candidates leave', async () => {
  expect([...(await documentsOf(server, await liveUid())).keys()]).toHaveLength(30)
  await search.receiveProfile(1, { headline: 'wheelwright' })
  await search.receiveProfile(2, { isSearchable: false })
  const { meilisearch, postgres } = bothEngines(search, client)
  // At once, before the index has them.
  expect(await meilisearch('wheelwright')).toMatchObject({ total: 1, ids: [1] })
  expect((await meilisearch('cooper')).total).toBe(28)
  await indexed(search)
  const documents = await documentsOf(server, await liveUid())
  expect([documents.get(1)!.t, documents.has(2)]).toEqual([['wheelwright'], false])
  expect(await meilisearch('wheelwright')).toMatchObject({ total: 1, ids: [1] })
  expect(await meilisearch('cooper')).toEqual(await postgres('cooper'))
})

test('a change during a send stays pending until its own send', async () => {
  // The put of the first send waits until the candidate has changed again.
  const hold = Promise.withResolvers<void>()
  const holding: IndexClient = {
    ...client,
    async put(uid, documents) {
      if (documents.some(({ id }) => id === 40)) await hold.promise
      await client.put(uid, documents)
    },
  }
  await worker.stop()
  worker = await startIndexWorker(search, holding)
  await search.receiveProfile(40, { headline: 'first' })
  await eventually('the first send', async () => {
    const rows = await sql()`select 1 from search_index where sending > sent`
    return rows.length > 0
  })
  await search.receiveProfile(40, { headline: 'second' })
  hold.resolve()
  await indexed(search)
  expect((await documentsOf(server, await liveUid())).get(40)!.t).toEqual(['second'])
})

test('a candidate who changes and is sent between the two requests of a search is not missed', async () => {
  await indexed(search)
  // By a word alone before, by the text of a phrase of three links afterwards.
  await search.receiveProfile(45, { headline: 'thatcher' })
  await indexed(search)
  let requests = 0
  const changing: IndexClient = {
    ...client,
    async search(uid, request) {
      if (requests++ === 1) {
        await search.receiveProfile(45, { headline: 'fine old roof maker' })
        await indexed(search)
      }
      return client.search(uid, request)
    },
  }
  const { meilisearch } = bothEngines(search, changing)
  expect(await meilisearch('thatcher OR "fine old roof maker"')).toMatchObject({ total: 1, ids: [45] })
  expect(requests).toBe(4)
})

test('an erasure is confirmed when no index has the words of the person; not while the server is away', async () => {
  const SECRET = 'hildefonsus'
  await search.receiveProfile(50, { headline: `${SECRET} the cooper` })
  await indexed(search)
  const uid = await liveUid()
  const text = async () => JSON.stringify([...(await documentsOf(server, uid)).values()])
  expect(await text()).toContain(SECRET)
  await worker.stop()
  let calls = 0
  const away: IndexClient = {
    ...client,
    stats() {
      calls++
      return Promise.reject(new Error('away'))
    },
  }
  worker = await startIndexWorker(search, away)
  await publishErased(search, 50)
  await eventually(
    'the first pass',
    async () => (await sql()`select 1 from candidate where id = 50`).length === 0,
  )
  const before = calls
  await eventually('two more attempts', async () => calls >= before + 2)
  expect(await sql()`select 1 from erased_candidate where confirmed_at is not null`).toEqual([])
  expect(await text()).toContain(SECRET)
  await worker.stop()
  worker = await startIndexWorker(search, client)
  await erasuresConfirmed(search, [50])
  expect(await text()).not.toContain(SECRET)
})

test('an index that no row names is deleted; one of another database stays', async () => {
  const [{ id: owner }] = (await sql()`select id from search_index_owner`) as [{ id: string }]
  const orphan = `cv_${owner}_1_orphan`
  const foreign = `cv_other${owner}_1_x`
  await client.create(orphan)
  await client.create(foreign)
  await worker.stop()
  worker = await startIndexWorker(search, client)
  await eventually('the orphan to be deleted', async () => (await client.stats(orphan)) === null)
  await worker.stop()
  expect(await client.stats(foreign)).not.toBeNull()
  worker = await startIndexWorker(search, client)
  await client.delete(foreign)
})

test('a document that the server refuses stays pending and does not hold up the others', async () => {
  await indexed(search)
  const refusing: IndexClient = {
    ...client,
    async put(uid, documents) {
      if (documents.some(({ id }) => id === 90))
        throw new MeilisearchError('task failed', { code: 'invalid_document_fields' })
      await client.put(uid, documents)
    },
  }
  await worker.stop()
  worker = await startIndexWorker(search, refusing)
  for (let id = 88; id <= 92; id++) await search.receiveProfile(id, { headline: 'ostler' })
  await eventually('the others', async () => (await documentsOf(server, await liveUid())).has(92))
  const { meilisearch } = bothEngines(search, client)
  expect((await meilisearch('ostler')).total).toBe(5)
  const refused = () => sql()`select candidate_id from pending_change where refused_at is not null`
  await eventually('the refusal to be stored', async () => (await refused()).length > 0)
  expect(await refused()).toEqual([{ candidateId: 90 }])
  await worker.stop()
  worker = await startIndexWorker(search, client)
  await sql()`update pending_change set refused_at = now() - interval '2 minutes'`
  await indexed(search)
  expect((await documentsOf(server, await liveUid())).has(90)).toBe(true)
})

test('a candidate who changes after the build has passed them is sent to the new index too', async () => {
  await indexed(search)
  const before = await liveUid()
  let isChanged = false
  const changing: IndexClient = {
    ...client,
    async put(uid, documents) {
      await client.put(uid, documents)
      if (uid === before || isChanged || !documents.some(({ id }) => id === 5)) return
      isChanged = true
      await search.receiveProfile(5, { headline: 'latecomer' })
    },
  }
  await worker.stop()
  const of = { version: VERSION, engine: 'meilisearch' } as const
  await insertReindex(sql(), of, { reason: 'requested', now: new Date() })
  worker = await startIndexWorker(search, changing)
  await indexed(search)
  expect([isChanged, (await liveUid()) === before]).toEqual([true, false])
  expect((await documentsOf(server, await liveUid())).get(5)!.t).toEqual(['latecomer'])
})

test('a new index is compacted before it goes live, and goes live when the server cannot compact it', async () => {
  await indexed(search)
  const before = await liveUid()
  const compacted: string[] = []
  const full: IndexClient = {
    ...client,
    async compact(uid) {
      compacted.push(uid)
      expect(await liveUid()).toBe(before)
      throw new MeilisearchError('Meilisearch task 1 failed no_space_left_on_device')
    },
  }
  await worker.stop()
  const of = { version: VERSION, engine: 'meilisearch' } as const
  await insertReindex(sql(), of, { reason: 'requested', now: new Date() })
  worker = await startIndexWorker(search, full)
  await indexed(search)
  expect(compacted).toEqual([await liveUid()])
  expect(await liveUid()).not.toBe(before)
  await worker.stop()
  worker = await startIndexWorker(search, client)
})

test('a new index has what a transaction changes that began before the index was registered', async () => {
  await indexed(search)
  await worker.stop()
  await sql()`update search_index set state = 'retired'`
  const hold = Promise.withResolvers<void>()
  const changed = Promise.withResolvers<void>()
  const transaction = search.deps.db.tx(async (tx) => {
    await saveLastActive(tx, 3, search.ago(-3_600_000))
    changed.resolve()
    await hold.promise
  })
  await changed.promise
  expect(await sql()`select 1 from pending_change`).toEqual([])
  const statements: string[] = []
  worker = await startIndexWorker(recording(statements), client)
  await eventually('the new index on the server', async () => {
    const [row] = await sql()<{ uid: string }>`select uid from search_index where state = 'building'`
    return row && (await client.stats(row.uid)) !== null
  })
  const before = statements.length
  await eventually('several polls of the worker', async () => statements.length >= before + 5)
  hold.resolve()
  await transaction
  await indexed(search)
  const [stored] = await sql()<{ at: Date }>`select last_active_at as at from candidate where id = 3`
  expect((await documentsOf(server, await liveUid())).get(3)!.active).toBe(stored!.at.getTime())
})

test('two replicas, ten changes of each candidate: every document is the last state', async () => {
  const other = await startIndexWorker(search, clientOf(server))
  const count = randomRuns(100)
  const changes = Array.from({ length: 10 * count }, (_, i) => ({
    id: 200 + (i % count),
    state: Math.floor(i / count),
  }))
  for (let i = 0; i < changes.length; i += 4) {
    await Promise.all(
      changes
        .slice(i, i + 4)
        .map(({ id, state }) => search.receiveProfile(id, { headline: `tanner t${id} state${state}` })),
    )
  }
  // The replica that sends stops; the other one continues.
  await worker.stop()
  await indexed(search)
  const documents = await documentsOf(server, await liveUid())
  for (let id = 200; id < 200 + count; id++) expect(documents.get(id)!.t).toContain('state9')
  worker = other
})

test('a build of several batches has every candidate, and the change of one whose batch was read before', async () => {
  await indexed(search)
  await worker.stop()
  await sql()`
    insert into candidate (id, version, is_searchable, last_active_at, profile)
    select i, 0, true, now(), '{}' from generate_series(10001, 12600) as i`
  await sql()`
    insert into candidate_document_3 (candidate_id, tokeniser_version, terms, body)
    select i, 3, array_to_tsvector(array['mason']), '|/mason/|' from generate_series(10001, 12600) as i`
  const before = await liveUid()
  const statements: string[] = []
  const readsBatch = (text: string) => text.includes('where document.candidate_id > ')
  const sizes: number[] = []
  const changing: IndexClient = {
    ...client,
    async put(uid, documents) {
      if (uid !== before && documents.length > 100) {
        // Without the one that marks the send.
        sizes.push(documents.length - 1)
        // The next batch is read while this one is sent.
        if (sizes.length === 2) {
          await eventually('the next batch', async () => statements.filter(readsBatch).length > sizes.length)
          await search.receiveProfile(12_300, { headline: 'latecomer' })
        }
      }
      await client.put(uid, documents)
    },
  }
  const of = { version: VERSION, engine: 'meilisearch' } as const
  await insertReindex(sql(), of, { reason: 'requested', now: new Date() })
  worker = await startIndexWorker(recording(statements), changing)
  await indexed(search)
  expect(sizes.length).toBeGreaterThan(2)
  const documents = await documentsOf(server, await liveUid())
  const [row] = await sql()<{ count: number }>`select count(*) from candidate where is_searchable`
  expect(documents.size).toBe(row!.count)
  expect(sizes.reduce((sum, size) => sum + size)).toBe(row!.count)
  expect(documents.get(12_300)!.t).toEqual(['latecomer'])
  const [reindex] = await sql()`select done, total from search_reindex order by id desc limit 1`
  expect(reindex).toEqual({ done: row!.count, total: row!.count })
})
