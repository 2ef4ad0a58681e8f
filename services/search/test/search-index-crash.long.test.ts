import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { testEnv } from '@jobboard/testkit/boot'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IndexClient } from '../src/index/peers.ts'
import { findLiveIndex, readIndexState, tokeniserVersionOf } from '../src/index/store.ts'
import {
  bothEngines,
  clientOf,
  documentsOf,
  indexed,
  meilisearchEnv,
  startIndexWorker,
  VERSION,
} from './support/indexed-search.ts'
import { openMeilisearch, type TestMeilisearch } from './support/meilisearch.ts'
import { bootSearch, type SearchService } from './support/setup.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

// A replica without an index worker: only the process that is killed sends.
let search: SearchService
let server: TestMeilisearch
let client: IndexClient
const started: ChildProcess[] = []
beforeAll(async () => {
  server = await openMeilisearch()
  client = clientOf(server)
  search = await bootSearch()
  for (let id = 1; id <= 40; id++) await search.receiveProfile(id, { headline: `cooper c${id}` })
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await search?.stop()
  await server?.stop()
})

const sql = () => search.deps.db.sql

/** Runs a process of the service until it kills itself at the failpoint. */
async function crashAt(failpoint: string): Promise<void> {
  const env = testEnv(search.databaseUrl, search.natsUrl, {
    ...meilisearchEnv(server),
    FAILPOINTS: failpoint,
  })
  const child = spawn(process.execPath, [main], { env: { ...process.env, ...env }, stdio: 'ignore' })
  started.push(child)
  expect((await once(child, 'exit'))[1]).toBe('SIGKILL')
}

/** Another process continues until the index holds every change. */
async function recovered(): Promise<void> {
  const worker = await startIndexWorker(search, client)
  await indexed(search)
  await worker.stop()
  const { meilisearch, postgres } = bothEngines(search, client)
  for (const word of ['cooper', 'farrier']) expect(await meilisearch(word)).toEqual(await postgres(word))
  const uid = (await findLiveIndex(sql(), VERSION))!
  const [row] = await sql()<{ count: number }>`select count(*) as count from candidate_document_3`
  expect((await documentsOf(server, uid)).size).toBe(row!.count)
}

test.each(['search-index-after-task:2', 'reindex-before-progress'])(
  'kill -9 at %s while the first index is built: the next process completes it',
  async (failpoint) => {
    await sql()`update search_index set state = 'retired', state_since = now() - interval '1 hour'`
    await sql()`update search_reindex set finished_at = now() where finished_at is null`
    await crashAt(failpoint)
    expect(await findLiveIndex(sql(), VERSION)).toBeUndefined()
    await recovered()
  },
)

test.each(['search-index-after-task', 'search-index-before-delete'])(
  'kill -9 at %s: the task has succeeded, and the change is pending until it is sent again',
  async (failpoint) => {
    await recovered()
    await search.receiveProfile(7, { headline: `farrier ${failpoint.replaceAll('-', '')}` })
    await crashAt(failpoint)
    expect((await readIndexState(sql(), VERSION, 10)).pendingIds).toEqual([7])
    const { meilisearch } = bothEngines(search, client)
    expect(await meilisearch('farrier')).toMatchObject({ total: 1, ids: [7] })
    await recovered()
  },
)

test('kill -9 in a reindex and between swap and deletion: the live index is exact, and the old one is deleted', async () => {
  await recovered()
  const before = (await findLiveIndex(sql(), VERSION))!
  await sql()`insert into search_reindex (tokeniser_version, engine, reason, started_at, total) values (${tokeniserVersionOf(VERSION)}, 'meilisearch', 'requested', now(), 40)`
  await crashAt('reindex-before-progress')
  const { meilisearch, postgres } = bothEngines(search, client)
  expect(await meilisearch('cooper')).toEqual(await postgres('cooper'))
  expect(await findLiveIndex(sql(), VERSION)).toBe(before)
  await crashAt('search-index-after-swap')
  expect(await findLiveIndex(sql(), VERSION)).not.toBe(before)
  expect(await meilisearch('cooper')).toEqual(await postgres('cooper'))
  expect(await client.stats(before)).not.toBeNull()
  await sql()`update search_index set state_since = now() - interval '1 hour' where state = 'retired'`
  const worker = await startIndexWorker(search, client)
  await eventually('the old index to be deleted', async () => (await client.stats(before)) === null)
  await worker.stop()
  await recovered()
})
