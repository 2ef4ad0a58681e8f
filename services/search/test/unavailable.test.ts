import { openConnection } from '@jobboard/db/db'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rebuildDocuments } from '../src/timers/rebuild-documents.ts'
import { bootSearch, FUNDED_EMPLOYER, type SearchService } from './support/setup.ts'

let searchService: SearchService
beforeAll(async () => {
  searchService = await bootSearch({ env: { SEARCH_TIMEOUT_MS: '100' } })
  await searchService.receiveProfile(1, { headline: 'Lamplighter' })
})
afterAll(() => searchService.stop())

test('503: Postgres cancels a search that exceeds SEARCH_TIMEOUT_MS; it costs nothing', async () => {
  await searchService.grant(1, 'CvSearch', 1)
  const locker = await openConnection(searchService.databaseUrl)
  try {
    // The lock makes the search wait, as a slow query would.
    await locker.query('begin; lock table candidate_document in access exclusive mode')
    const key = { 'idempotency-key': 'slow' }
    const post = () =>
      searchService.asRecruiter(1).post('/api/v1/candidates/search', { query: 'lamplighter' }, key)
    const slow = await post()
    expect([slow.status, slow.body.code, slow.headers.get('retry-after')]).toEqual([503, 'unavailable', '1'])
    expect([slow.headers.get('x-credits-cost'), slow.headers.get('x-credits-remaining')]).toEqual(['0', '1'])
    const { rows } = await locker.query(
      `select pid from pg_locks where relation = 'candidate_document'::regclass and not granted`,
    )
    expect(rows).toEqual([])
    expect(await searchService.debits(1)).toBe(0)
    await locker.query('rollback')
    const retried = await post()
    expect([retried.status, retried.headers.get('idempotency-replayed')]).toEqual([200, null])
    expect(await searchService.debits(1)).toBe(1)
  } finally {
    await locker.end()
  }
})

test('503: searches are refused while documents of another tokeniser version exist; the timer rebuilds them', async () => {
  const { sql } = searchService.deps.db
  await searchService.grant(2, 'CvSearch', 1)
  for (let id = 100; id < 350; id++) await searchService.receiveProfile(id, { headline: `Rigger r${id}` })
  await sql`update candidate_document set tokeniser_version = 0, terms = 'old', body = 'old' where candidate_id >= 100`
  expect((await searchService.search(2, 'rigger')).status).toBe(503)
  expect(await searchService.debits(2)).toBe(0)
  await rebuildDocuments.run(searchService.deps)
  const found = await eventually('the rebuilt documents', async () => {
    const response = await searchService.search(2, 'r120')
    return response.status === 200 && response
  })
  expect(found.body.items.map(({ candidateId }) => candidateId)).toEqual([120])
  const total = (await searchService.search(FUNDED_EMPLOYER, 'rigger')).body.total
  expect(total).toBe(250)
})
