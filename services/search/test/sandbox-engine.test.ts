import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootSearch, FUNDED_EMPLOYER, type SearchService } from './support/setup.ts'

const SANDBOX = 31

let searchService: SearchService
beforeAll(async () => {
  // Nobody listens there.
  const env = {
    SEARCH_ENGINE: 'meilisearch',
    MEILI_URL: 'http://127.0.0.1:9',
    MEILI_MASTER_KEY: 'x'.repeat(16),
  }
  searchService = await bootSearch({ env })
  await searchService.deps.db.sql`
    insert into search_index (uid, tokeniser_version, state) values ('one', 10003, 'live')`
  await searchService.grant(SANDBOX, 'CvSearch', 10)
})
afterAll(() => searchService.stop())

test('200: a sandbox searches in Postgres while Meilisearch is away, and no change of it waits for an index (P-920)', async () => {
  await searchService.receiveSandboxProfile(SANDBOX, 1, { headline: 'Lamplighter' })
  await searchService.receiveSandboxProfile(SANDBOX, 1, { headline: 'Lamplighter and smith' })
  await searchService.receiveSandboxProfile(SANDBOX, 2, { headline: 'Lamplighter', isSearchable: false })
  const { sql } = searchService.deps.db
  const pending = () => sql`select distinct candidate_id from pending_change`
  expect(await pending()).toEqual([])
  await searchService.receiveProfile(3, { headline: 'Lamplighter' })
  expect(await pending()).toEqual([{ candidateId: 3 }])

  const search = { query: 'lamplighter AND sm*' }
  const path = '/api/v1/candidates/search'
  const dryRun = { prefer: 'dry-run' }
  const live = searchService.asRecruiter(FUNDED_EMPLOYER)
  expect((await live.post(path, search, dryRun)).status).toBe(503)
  expect((await live.post(path, search)).status).toBe(503)
  const own = searchService.asSandbox(SANDBOX)
  expect((await own.post(path, search, dryRun)).status).toBe(200)
  const { status, body } = await own.post(path, search)
  expect([status, body.total, body.items[0].candidateId]).toEqual([200, 1, 1])
})
