import { openLog } from '@jobboard/service/lifecycle/log'
import { boot } from '@jobboard/testkit/boot'
import { type CuttableProxy, openCuttableProxy } from '@jobboard/testkit/cuttable-proxy'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openIndexClient } from '../src/index/peers.ts'
import { findLiveIndex, tokeniserVersionOf } from '../src/index/store.ts'
import { service } from '../src/service.ts'
import { type FakeMeilisearch, startFakeMeilisearch } from './support/fake-meilisearch/server.ts'
import { bootSearch, type SearchService } from './support/setup.ts'

const KEY = 'a-master-key-for-tests'
const MINUTE_MS = 60_000
let fake: FakeMeilisearch
let proxy: CuttableProxy
let search: SearchService
let logged = ''
const log = (name: string) =>
  openLog(name, 'info', {
    write(line: string) {
      logged += line
    },
  })

beforeAll(async () => {
  fake = await startFakeMeilisearch(KEY)
  proxy = await openCuttableProxy(fake.url)
  search = await bootSearch({ env: environment('4500'), log })
  await indexed()
})
afterAll(async () => {
  await search.stop()
  await proxy.stop()
  await fake.stop()
})

const environment = (SEARCH_TIMEOUT_MS: string) => ({
  SEARCH_ENGINE: 'meilisearch',
  MEILI_URL: proxy.url,
  MEILI_MASTER_KEY: KEY,
  SEARCH_TIMEOUT_MS,
})

/** Resolves when the index holds every change. */
const indexed = () =>
  eventually('an index without pending changes', async () => {
    const pending = await search.deps.db.sql`select 1 from pending_change`
    return pending.length === 0 && (await findLiveIndex(search.deps.db.sql, 3)) !== undefined
  })

test('candidates who are hidden, lapsed, erased or changed while the index still holds them as before: never found, unlocked or charged; totals and order are exact (D-42)', async () => {
  const at = (minutes: number) => ({ headline: 'cooper', lastActiveAt: search.ago(minutes * MINUTE_MS) })
  const consentExpiresAt = search.ago(-30 * MINUTE_MS)
  for (const id of [1, 2, 3, 4, 5]) await search.receiveProfile(id, at(10 * id))
  await search.receiveProfile(6, { ...at(60), consentExpiresAt })
  await indexed()
  expect(await search.foundIds('cooper')).toEqual([1, 2, 3, 4, 5, 6])

  fake.hold()
  try {
    await search.receiveProfile(1, { isSearchable: false })
    await search.receiveProfile(2, { ...at(20), consentExpiresAt: search.ago(0) })
    await search.deps.db.sql`delete from candidate where id = 3`
    await search.deps.db
      .sql`insert into pending_change (tokeniser_version, candidate_id) values (${tokeniserVersionOf(3)}, 3)`
    await search.receiveProfile(4, { ...at(1), headline: 'cooper and saddler' })
    await search.receiveProfile(7, at(35))
    await search.grant(1, 'CvSearch', 10)
    await search.grant(1, 'CvDownload', 10)
    const found = await search.search(1, 'cooper')
    expect([found.body.total, found.body.items.map(({ candidateId }) => candidateId)]).toEqual([
      4,
      [4, 7, 5, 6],
    ])
    expect((await search.search(1, 'cooper', { pageSize: 1, pageNumber: 3 })).body).toMatchObject({
      total: 4,
      items: [{ candidateId: 5 }],
    })
    expect(await search.foundIds('saddler')).toEqual([4])
    for (const id of [1, 2, 3]) {
      expect((await search.asRecruiter(1).get(`/api/v1/candidates/${id}`)).status).toBe(404)
    }
    expect((await search.balances(1)).CvDownload).toBe(10)
    // By the clock alone: nothing is pending for a consent that lapses.
    await search.advanceClock(30 * MINUTE_MS)
    expect((await search.search(1, 'cooper')).body.total).toBe(3)
    expect(await search.foundIds('cooper')).toEqual([4, 7, 5])
  } finally {
    fake.release()
  }
  await indexed()
  expect(await search.foundIds('cooper')).toEqual([4, 7, 5])
})

test('a candidate whom only the index holds is not shown, not unlocked and not charged', async () => {
  const client = openIndexClient({ url: fake.url, key: KEY, timeoutMs: 5_000 })
  const uid = (await findLiveIndex(search.deps.db.sql, 3))!
  const consent = Number.MAX_SAFE_INTEGER
  await client.put(uid, [{ id: 4_242, t: ['fletcher'], w: [], country: 0, active: 1, consent, status: null }])
  expect(await search.foundIds('fletcher')).toEqual([])
  await search.grant(2, 'CvDownload', 1)
  expect((await search.asRecruiter(2).get('/api/v1/candidates/4242')).status).toBe(404)
  expect(await search.debits(2)).toBe(0)
})

test('503: a server that does not respond costs nothing; the retry with the same key costs one credit (P-198)', async () => {
  await search.receiveProfile(8, { headline: 'thatcher' })
  await indexed()
  await search.grant(3, 'CvSearch', 1)
  const key = { 'idempotency-key': 'unreachable' }
  const post = () => search.asRecruiter(3).post('/api/v1/candidates/search', { query: 'thatcher' }, key)
  const { databaseUrl, natsUrl } = search
  const impatient = await boot(service, { databaseUrl, natsUrl, env: environment('1000'), log })
  const recruiter = impatient.as({ kind: 'recruiter', employerId: 3, userId: null, keyId: 1, scopes: [] })
  proxy.cut()
  const refused = await recruiter.post('/api/v1/candidates/search', { query: 'thatcher' }, key)
  const dry = await recruiter.post('/api/v1/candidates/search', { query: 'thatcher' }, { prefer: 'dry-run' })
  proxy.restore()
  await impatient.stop()
  for (const { status, body, headers } of [refused, dry]) {
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '1'])
    expect([headers.get('x-credits-cost'), headers.get('x-credits-remaining')]).toEqual(['0', '1'])
  }
  expect(await search.debits(3)).toBe(0)
  const retried = await eventually('the search to be available again', async () => {
    const response = await post()
    return response.status === 503 ? undefined : response
  })
  expect([retried.status, retried.body.total]).toEqual([200, 1])
  expect((await post()).text).toBe(retried.text)
  expect(await search.debits(3)).toBe(1)
})

test('402: without a credit the server receives no request', async () => {
  proxy.cut()
  try {
    expect((await search.search(404, 'thatcher')).status).toBe(402)
  } finally {
    proxy.restore()
  }
})

test('503: a server that refuses the key costs nothing, and neither query nor key is logged', async () => {
  const { databaseUrl, natsUrl } = search
  const wrongKey = 'another-master-key-for-tests'
  const env = { SEARCH_ENGINE: 'meilisearch', MEILI_URL: fake.url, MEILI_MASTER_KEY: wrongKey }
  const other = await boot(service, { databaseUrl, natsUrl, env, log })
  await search.grant(5, 'CvSearch', 1)
  const recruiter = { kind: 'recruiter' as const, employerId: 5, userId: null, keyId: 1, scopes: [] }
  const { status } = await other
    .as(recruiter)
    .post('/api/v1/candidates/search', { query: '"thatcher of the roof"' })
  await other.stop()
  expect(status).toBe(503)
  expect(await search.debits(5)).toBe(0)
  expect(logged).toContain('invalid_api_key')
  expect(logged).not.toMatch(/thatcher|cooper/i)
  for (const key of [KEY, wrongKey]) expect(logged).not.toContain(key)
})

test('a wiped server: every search is either exact or 503 and free, and it heals by itself', async () => {
  const client = openIndexClient({ url: fake.url, key: KEY, timeoutMs: 5_000 })
  for (const uid of await client.list()) await client.delete(uid)
  await search.grant(6, 'CvSearch', 1_000)
  let paid = 0
  await eventually('the index to be there again', async () => {
    const { status, body } = await search.search(6, 'thatcher')
    expect([200, 503]).toContain(status)
    if (status === 503) return false
    paid++
    expect(body.total).toBe(1)
    return (await client.list()).length > 0
  })
  expect(await search.debits(6)).toBe(paid)
})
