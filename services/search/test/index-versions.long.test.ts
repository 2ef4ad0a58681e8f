import { tokenise } from '@jobboard/search-query/tokenise'
import { type Booted, boot } from '@jobboard/testkit/boot'
import { erasuresConfirmed, publishErased } from '@jobboard/testkit/erase-candidate'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SearchEnv } from '../src/env.ts'
import { findLiveIndex, tokeniserVersionOf } from '../src/index/store.ts'
import { searchService } from '../src/service.ts'
import { clientOf, documentsOf, indexed, meilisearchEnv } from './support/indexed-search.ts'
import { openMeilisearch, type TestMeilisearch } from './support/meilisearch.ts'
import { bootSearch, FUNDED_EMPLOYER, type SearchService } from './support/setup.ts'

/** A later release, whose tokeniser drops the word `stopword`. */
const laterRelease = searchService({
  version: 4,
  tokenise: (text) => tokenise(text.replaceAll('stopword', '')),
})

let server: TestMeilisearch
let old: SearchService
let next: Booted<SearchEnv>
beforeAll(async () => {
  server = await openMeilisearch()
  const env = meilisearchEnv(server)
  old = await bootSearch({ env })
  for (let id = 1; id <= 20; id++) await old.receiveProfile(id, { headline: `rigger stopword r${id}` })
  await indexed(old, 3)
  next = await boot(laterRelease, { env, databaseUrl: old.databaseUrl, natsUrl: old.natsUrl })
})
afterAll(async () => {
  // Stopped by a test unless one before it failed.
  await next?.stop().catch(() => {})
  await old?.stop()
  await server?.stop()
})

const sql = () => old.deps.db.sql
const uidOf = (version: number) => findLiveIndex(sql(), version)

async function totalOf(query: string): Promise<number | undefined> {
  const keys = { userId: null, keyId: 1, scopes: [] }
  const recruiter = next.as({ kind: 'recruiter', employerId: FUNDED_EMPLOYER, ...keys })
  const { status, body } = await recruiter.post('/api/v1/candidates/search', { query })
  return status === 200 ? body.total : undefined
}

test('two tokeniser versions have an index each, and a change reaches both', async () => {
  await eventually('the index of the later release', async () => (await totalOf('rigger')) === 20, 60_000)
  expect([(await old.foundIds('stopword')).length, await totalOf('stopword')]).toEqual([20, 0])
  await old.receiveProfile(3, { isSearchable: false })
  expect([(await old.foundIds('rigger')).length, await totalOf('rigger')]).toEqual([19, 19])
  await indexed(old, 3)
  await indexed(old, 4)
  for (const version of [3, 4]) {
    expect((await documentsOf(server, (await uidOf(version))!)).size).toBe(19)
  }
})

test('an erasure is confirmed when no version has the person; the index of a version without a process is deleted for it', async () => {
  await publishErased(old, 4)
  await erasuresConfirmed(old, [4])
  for (const version of [3, 4])
    expect((await documentsOf(server, (await uidOf(version))!)).has(4)).toBe(false)
  const uid = (await uidOf(4))!
  await next.stop()
  await sql()`update tokeniser set seen_at = now() - interval '10 minutes' where version = 4`
  await publishErased(old, 5)
  await eventually('the end of its use', async () => (await uidOf(4)) === undefined)
  await sql()`update search_index set state_since = now() - interval '1 hour' where state = 'retired'`
  await erasuresConfirmed(old, [5])
  expect(await clientOf(server).stats(uid)).toBeNull()
  expect(
    await sql()`select 1 from pending_change where tokeniser_version = ${tokeniserVersionOf(4)}`,
  ).toEqual([])
  // Rolled forward again, the version builds its index again.
  next = await boot(laterRelease, {
    env: meilisearchEnv(server),
    databaseUrl: old.databaseUrl,
    natsUrl: old.natsUrl,
  })
  await eventually('the index of the later release', async () => (await totalOf('rigger')) === 17, 60_000)
})

test('an index of an older format is not searched; an erasure does not wait for it when no process sends to it', async () => {
  const uid = await uidOf(3)
  await sql()`insert into search_index (uid, tokeniser_version, state) values ('format_1', 3, 'live')`
  expect(await uidOf(3)).toBe(uid)
  await publishErased(old, 7)
  await eventually('the change for the older format', async () => {
    const rows = await sql()`select 1 from pending_change where tokeniser_version = 3 and candidate_id = 7`
    return rows.length === 1
  })
  await sql()`update search_index set seen_at = now() - interval '10 minutes' where uid = 'format_1'`
  const state = () => sql()<{ state: string }>`select state from search_index where uid = 'format_1'`
  await eventually('the end of its use', async () => (await state())[0]?.state !== 'live')
  await sql()`update search_index set state_since = now() - interval '1 hour' where state = 'retired'`
  await erasuresConfirmed(old, [7])
  expect(await uidOf(3)).toBe(uid)
})

test('the index of a version that no process used for a day is deleted, and its changes are recorded no more', async () => {
  const uid = (await uidOf(4))!
  await next.stop()
  await sql()`update tokeniser set seen_at = now() - interval '25 hours' where version = 4`
  const remove = searchService().timers!.find(({ name }) => name === 'remove-documents')!
  await remove.run(old.deps)
  await sql()`update search_index set state_since = now() - interval '1 hour' where state = 'retired'`
  await eventually('the deletion', async () => (await clientOf(server).stats(uid)) === null)
  await old.receiveProfile(6, { headline: 'changed' })
  expect(
    await sql()`select 1 from pending_change where tokeniser_version = ${tokeniserVersionOf(4)}`,
  ).toEqual([])
})

test('after a switch to Postgres changes are recorded for a day only; after the switch back the index is built again', async () => {
  const other = await bootSearch()
  await other.deps.db
    .sql`insert into search_index (uid, tokeniser_version, state) values ('gone', ${tokeniserVersionOf(3)}, 'live')`
  await other.receiveProfile(1, { headline: 'rigger' })
  const rows = () => other.deps.db.sql`select 1 from pending_change`
  expect(await rows()).toHaveLength(1)
  await other.deps.db.sql`update search_index set seen_at = now() - interval '25 hours'`
  await searchService()
    .timers!.find(({ name }) => name === 'remove-documents')!
    .run(other.deps)
  await other.receiveProfile(1, { headline: 'sailor' })
  expect(await rows()).toEqual([])
  const env = meilisearchEnv(server)
  const switched = await boot(searchService(), {
    env,
    databaseUrl: other.databaseUrl,
    natsUrl: other.natsUrl,
  })
  const ready = async () => (await fetch(`${switched.url}/healthz/ready`)).status === 200
  await eventually('the index', ready, 60_000)
  expect((await documentsOf(server, (await findLiveIndex(other.deps.db.sql, 3))!)).get(1)!.t).toEqual([
    'sailor',
  ])
  await switched.stop()
  await other.stop()
})
