import { profileState } from '@jobboard/contracts/candidates/events'
import type { DataOf } from '@jobboard/contracts/event'
import type { Tx } from '@jobboard/db/sql'
import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { profileStateConsumer } from '../src/candidates/consumers.ts'
import { currentTokeniser } from '../src/documents/document.ts'
import { documentsOf } from '../src/documents/store.ts'
import { listFoundCandidates } from '../src/searches/store.ts'
import { startSearch, testProfile } from './support/setup.ts'

const searchService = await startSearch()

const MINUTE_MS = 60_000
const inOneMinute = () => searchService.ago(-MINUTE_MS)
const read = (employerId: number, id: number) =>
  searchService.asRecruiter(employerId).get(`/api/v1/candidates/${id}`)
const preview = (employerId: number, id: number) =>
  searchService.asRecruiter(employerId).get(`/api/v1/candidates/${id}/preview`)
const statusesOf = async (ids: number[], call: (id: number) => Promise<{ status: number }>) =>
  new Set((await Promise.all(ids.map(call))).map(({ status }) => status))

test('a consent lapses by the clock alone: 100 candidates are in no total, page, read and preview, without a debit; a renewed consent restores each (P-131)', async () => {
  const ids = Array.from({ length: 100 }, (_, i) => 1_000 + i)
  const consentExpiresAt = inOneMinute()
  for (const id of ids) await searchService.receiveProfile(id, { headline: 'Wheelwright', consentExpiresAt })
  await searchService.receiveProfile(999, { headline: 'Wheelwright', consentExpiresAt: null })
  await searchService.grant(1, 'CvDownload', 200)
  expect(await searchService.foundIds('wheelwright')).toHaveLength(100)
  expect(await statusesOf(ids.slice(0, 10), (id) => read(1, id))).toEqual(new Set([200]))
  expect(await searchService.debits(1)).toBe(10)

  await searchService.advanceClock(MINUTE_MS)
  await searchService.grant(1, 'CvSearch', 1)
  const { body } = await searchService.search(1, 'wheelwright')
  expect([body.total, body.items.map(({ candidateId }) => candidateId)]).toEqual([1, [999]])
  // Those of the open windows included.
  expect(await statusesOf(ids, (id) => read(1, id))).toEqual(new Set([404]))
  expect(await statusesOf(ids, (id) => preview(1, id))).toEqual(new Set([404]))
  const lapsed = await read(1, ids[0]!)
  expect([lapsed.text, lapsed.headers.get('x-credits-cost')]).toEqual([(await read(1, 5_000)).text, '0'])
  expect(await searchService.debits(1)).toBe(11)
  expect((await searchService.balances(1)).CvDownload).toBe(190)

  for (const id of ids) {
    await searchService.receiveProfile(id, { headline: 'Wheelwright', consentExpiresAt: inOneMinute() })
  }
  expect((await searchService.foundIds('wheelwright', { pageNumber: 1 })).length).toBe(100)
  expect((await read(1, ids[0]!)).headers.get('x-credits-cost')).toBe('0')
})

test('an unlock that waits for the balance while the consent lapses is 404 and not charged (P-131)', async () => {
  await searchService.receiveProfile(2, { consentExpiresAt: inOneMinute() })
  await searchService.grant(2, 'CvDownload', 5)
  const { db } = searchService.deps
  let reads: Promise<{ status: number }[]> | undefined
  await db.tx(async (sql) => {
    await sql`select from credit_balance where employer_id = 2 for update`
    reads = Promise.all(Array.from({ length: 3 }, () => read(2, 2)))
    await waitingSessions(sql, 1)
    await searchService.advanceClock(MINUTE_MS)
  })
  expect((await reads!).map(({ status }) => status)).toEqual([404, 404, 404])
  expect([await searchService.debits(2), (await searchService.balances(2)).CvDownload]).toEqual([0, 5])
  expect(await db.sql`select 1 from unlock where employer_id = 2`).toEqual([])
})

test('an unlock and an event that ends the consent take effect one after the other, never in between (P-131)', async () => {
  await searchService.receiveProfile(3)
  await searchService.grant(3, 'CvDownload', 5)
  const { db } = searchService.deps
  const finished: string[] = []
  let both: Promise<unknown> | undefined
  await db.tx(async (sql) => {
    await sql`select from credit_balance where employer_id = 3 for update`
    const unlocking = read(3, 3).then(({ status }) => finished.push(`unlock ${status}`))
    await waitingSessions(sql, 1)
    const ending = searchService
      .receiveProfile(3, { consentExpiresAt: searchService.ago(0) })
      .then(() => finished.push('event'))
    both = Promise.all([unlocking, ending])
    await waitingSessions(sql, 2)
  })
  await both
  expect(finished).toContain('unlock 200')
  expect((await read(3, 3)).status).toBe(404)
  expect(await searchService.debits(3)).toBe(1)
})

test('20 unlocks race with an event that ends the consent: every 200 is one window, every debit one 200', async () => {
  for (let round = 0; round < 5; round++) {
    const id = 40 + round
    await searchService.receiveProfile(id)
    const employers = Array.from({ length: 20 }, (_, i) => 10_000 + 100 * round + i)
    for (const employerId of employers) await searchService.grant(employerId, 'CvDownload', 1)
    const [responses] = await Promise.all([
      Promise.all(employers.map((employerId) => read(employerId, id))),
      searchService.receiveProfile(id, { consentExpiresAt: searchService.ago(0) }),
    ])
    for (const [i, { status }] of responses.entries()) {
      const spent = await searchService.debits(employers[i]!)
      expect([200, 404]).toContain(status)
      expect(spent).toBe(status === 200 ? 1 : 0)
    }
    expect(await statusesOf(employers, (employerId) => read(employerId, id))).toEqual(new Set([404]))
  }
})

test('an event without consentExpiresAt, of an older release, leaves the stored consent', async () => {
  await searchService.receiveProfile(5, { consentExpiresAt: searchService.ago(0) })
  await searchService.receiveProfile(5, { headline: 'Saddler' })
  expect(await searchService.foundIds('saddler')).toEqual([])
})

test('a resync stores the consent of a copy that an older release has written, and of no older version', async () => {
  await searchService.receiveProfile(6, { headline: 'Chandler', version: 900 })
  const resync = async (version: number, consentExpiresAt: string | null) => {
    const lastActiveAt = '2020-01-01T00:00:00.000Z'
    const data: DataOf<typeof profileState> = {
      ...testProfile(6, { headline: 'Chandler' }),
      ...{ isSearchable: true, consentExpiresAt, lastActiveAt, version },
    }
    await searchService.deps.db.tx((sql) =>
      profileStateConsumer(documentsOf(currentTokeniser)).handle(sql, {
        id: crypto.randomUUID(),
        subject: profileState.subject,
        aggregateId: '6',
        aggregateVersion: version,
        occurredAt: lastActiveAt,
        data,
      }),
    )
  }
  await resync(899, searchService.ago(0))
  expect(await searchService.foundIds('chandler')).toEqual([6])
  await resync(900, searchService.ago(0))
  expect(await searchService.foundIds('chandler')).toEqual([])
})

/** Resolves when this many sessions wait for the transaction of `sql`, or for one that waits for it. */
async function waitingSessions(sql: Tx, count: number): Promise<void> {
  const [own] = await sql<{ pid: number }>`select pg_backend_pid() as pid`
  await eventually(`${count} waiting sessions`, async () => {
    const rows = await searchService.deps.db.sql`
      with recursive waiting (pid) as (
        select ${own!.pid}::int
        union select activity.pid from pg_stat_activity activity join waiting
          on waiting.pid = any(pg_blocking_pids(activity.pid))
      )
      select pid from waiting where pid <> ${own!.pid}::int`
    return rows.length >= count
  })
}

test('a candidate whose consent has ended since the engine found them is not listed (P-131)', async () => {
  const { db, clock } = searchService.deps
  const now = clock.now()
  const consents = [null, new Date(now.getTime() + 1).toISOString(), now.toISOString()]
  const ids = consents.map((_, i) => 5_001 + i)
  for (const [i, consentExpiresAt] of consents.entries())
    await searchService.receiveProfile(ids[i]!, { consentExpiresAt })
  const page = {
    ids,
    cachedVersions: ids.map(() => null),
    tokeniserVersion: currentTokeniser.version,
    sandboxId: undefined,
  }
  const listed = await listFoundCandidates(db.sql, 1, page, now)
  expect(listed.map(({ id }) => id)).toEqual(ids.slice(0, 2))
})
