import { openConnection } from '@jobboard/db/db'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rebuildDocuments } from '../src/timers/rebuild-documents.ts'
import { bootSearch, type Searching } from './support/setup.ts'

let searching: Searching
beforeAll(async () => {
  searching = await bootSearch({ env: { SEARCH_TIMEOUT_MS: '100' } })
  await searching.tell(1, { headline: 'Lamplighter' })
})
afterAll(() => searching.stop())

test('503: a search that takes too long ends in Postgres and costs nothing', async () => {
  await searching.grant(1, 'CvSearch', 1)
  const other = await openConnection(searching.databaseUrl)
  try {
    // As good as a query that never ends.
    await other.query('begin; lock table candidate_document in access exclusive mode')
    const key = { 'idempotency-key': 'slow' }
    const ask = () => searching.of(1).post('/api/v1/candidates/search', { query: 'lamplighter' }, key)
    const slow = await ask()
    expect([slow.status, slow.body.code, slow.headers.get('retry-after')]).toEqual([503, 'unavailable', '1'])
    expect([slow.headers.get('x-credits-cost'), slow.headers.get('x-credits-remaining')]).toEqual(['0', '1'])
    const { rows } = await other.query(
      `select pid from pg_locks where relation = 'candidate_document'::regclass and not granted`,
    )
    expect(rows).toEqual([])
    expect(await searching.debits(1)).toBe(0)
    await other.query('rollback')
    const again = await ask()
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, null])
    expect(await searching.debits(1)).toBe(1)
  } finally {
    await other.end()
  }
})

test('503: no search while words of another tokeniser are about; the timer makes them again', async () => {
  const { sql } = searching.deps.db
  await searching.grant(2, 'CvSearch', 1)
  for (let id = 100; id < 350; id++) await searching.tell(id, { headline: `Rigger r${id}` })
  await sql`update candidate_document set tokeniser_version = 0, terms = 'old', body = 'old' where candidate_id >= 100`
  expect((await searching.search(2, 'rigger')).status).toBe(503)
  expect(await searching.debits(2)).toBe(0)
  await rebuildDocuments.run(searching.deps)
  const found = await eventually('searchable', async () => {
    const answer = await searching.search(2, 'r120')
    return answer.status === 200 && answer
  })
  expect(found.body.items.map(({ candidateId }) => candidateId)).toEqual([120])
  const total = (await searching.search(999_999, 'rigger')).body.total
  expect(total).toBe(250)
})
