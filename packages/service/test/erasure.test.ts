import { boot } from '@jobboard/testkit/boot'
import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { listUnconfirmed, saveTombstone } from '../src/erasure/tombstone.ts'
import { bookService } from './support/book-service.ts'

test('an erasure that fails delays no other, and is tried again', async () => {
  let failing: number | undefined = 1
  const erase = async (_sql: unknown, { candidateId }: { candidateId: number }) => {
    if (candidateId === failing) throw new Error('cannot be erased')
  }
  const { deps, stop } = await boot({ ...bookService, erasure: { erase, confirm: async () => {} } })
  const untilConfirmed = (...ids: number[]) =>
    eventually('the erasures', async () => {
      const rows = await deps.db.sql`
        select 1 from erased_candidate where confirmed_at is not null and candidate_id = any(${ids}::integer[])`
      return rows.length === ids.length
    })
  const erasedAt = new Date().toISOString()
  const nothing = { applicationIds: [], recentApplications: [] }
  for (const candidateId of [1, 2, 3])
    await deps.db.tx((tx) => saveTombstone(tx, { candidateId, erasureId: candidateId, erasedAt, ...nothing }))
  await untilConfirmed(2, 3)
  expect(await listUnconfirmed(deps.db.sql, 10)).toMatchObject([{ candidateId: 1 }])
  failing = undefined
  await untilConfirmed(1, 2, 3)
  await stop()
})
