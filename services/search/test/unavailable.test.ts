import { openConnection } from '@jobboard/db/connections'
import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { startSearch } from './support/setup.ts'

const searchService = await startSearch({ env: { SEARCH_TIMEOUT_MS: '100' } })
await searchService.receiveProfile(1, { headline: 'Lamplighter' })

test('503: Postgres cancels a search that exceeds SEARCH_TIMEOUT_MS; it costs nothing', async () => {
  await searchService.grant(1, 'CvSearch', 1)
  const locker = await openConnection(searchService.databaseUrl)
  try {
    // The lock makes the search wait, as a slow query would.
    await locker.query('begin; lock table candidate_document_3 in access exclusive mode')
    const key = { 'idempotency-key': 'slow' }
    const post = () =>
      searchService.asRecruiter(1).post('/api/v1/candidates/search', { query: 'lamplighter' }, key)
    const slow = await post()
    expect([slow.status, slow.body.code, slow.headers.get('retry-after')]).toEqual([503, 'unavailable', '1'])
    expect([slow.headers.get('x-credits-cost'), slow.headers.get('x-credits-remaining')]).toEqual(['0', '1'])
    await eventually('no search waits for the lock', async () => {
      const { rows } = await locker.query(
        `select pid from pg_locks where relation = 'candidate_document_3'::regclass and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      )
      return rows.length === 0
    })
    expect(await searchService.debits(1)).toBe(0)
    await locker.query('rollback')
    // A busy machine may take longer than the time-out.
    const retried = await eventually('a response', async () => {
      const response = await post()
      return response.status !== 503 && response
    })
    expect([retried.status, retried.headers.get('idempotency-replayed')]).toEqual([200, null])
    expect(await searchService.debits(1)).toBe(1)
  } finally {
    await locker.end()
  }
})

test('402: without a credit Postgres does not search', async () => {
  const locker = await openConnection(searchService.databaseUrl)
  try {
    await locker.query('begin; lock table candidate_document_3 in access exclusive mode')
    const { status } = await searchService
      .asRecruiter(2)
      .post('/api/v1/candidates/search', { query: 'lamplighter' })
    expect(status).toBe(402)
  } finally {
    await locker.end()
  }
})
