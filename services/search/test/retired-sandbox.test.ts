import { applicationSubmitted } from '@jobboard/contracts/applications/events'
import { sandboxRetired } from '@jobboard/contracts/sandbox/events'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { eventually } from '@jobboard/testkit/eventually'
import { receiveEvent } from '@jobboard/testkit/receive-event'
import { expect, test } from 'vitest'
import { applicationConsumer } from '../src/applications/consumers.ts'
import { startSearch } from './support/setup.ts'

const SANDBOX = 31
const OTHER = 32

const searchService = await startSearch()

const apply = (employerId: number, candidateId: number) =>
  receiveEvent(searchService.deps.db, 'search', applicationConsumer, {
    id: crypto.randomUUID(),
    subject: applicationSubmitted.subject,
    aggregateId: String(candidateId),
    aggregateVersion: 1,
    occurredAt: searchService.ago(0),
    data: {
      applicationId: candidateId,
      employerId,
      jobId: 7,
      jobTitle: 'Lamplighter',
      candidateId,
      status: 'New',
      version: 1,
      appliedAt: searchService.ago(0),
      applicationType: 'Api',
    },
  })

/** Everything that an employer can have in search. */
async function fill(employerId: number): Promise<void> {
  const candidateId = employerId * 100
  await searchService.receiveSandboxProfile(employerId, candidateId, { headline: 'Lamplighter' })
  await apply(employerId, candidateId)
  await searchService.grant(employerId, 'CvSearch', 10)
  await searchService.grant(employerId, 'CvDownload', 10)
  const client = searchService.asSandbox(employerId)
  const search = { query: 'lamplighter' }
  const found = await client.post('/api/v1/candidates/search', search, { 'idempotency-key': 'once' })
  expect([found.body.total, found.body.items[0].applications.length]).toEqual([1, 1])
  expect((await client.get(`/api/v1/candidates/${candidateId}`)).status).toBe(200)
}

/** How many rows each table has of an employer. */
async function rowsOf(employerId: number): Promise<unknown> {
  const { sql } = searchService.deps.db
  const [row] = await sql`
    select (select count(*) from sandbox_candidate where sandbox_id = ${employerId}) as candidates,
      (select count(*) from sandbox_document where candidate_id = ${employerId * 100}) as documents,
      (select count(*) from application_copy where employer_id = ${employerId}) as applications,
      (select count(*) from unlock where employer_id = ${employerId}) as unlocks,
      (select count(*) from past_search where employer_id = ${employerId}) as searches,
      (select count(*) from credit_entry where employer_id = ${employerId}) as entries,
      (select count(*) from credit_balance where employer_id = ${employerId}) as balances,
      (select count(*) from idempotency where owner = ${`employer:${employerId}`}) as responses`
  return row
}

const NOTHING = {
  ...{ candidates: 0, documents: 0, applications: 0, unlocks: 0 },
  ...{ searches: 0, entries: 0, balances: 0, responses: 0 },
}

test('a retired sandbox: no row of it is left in search, what arrives later is not stored, and all of another stays (P-900)', async () => {
  for (const employerId of [SANDBOX, OTHER]) await fill(employerId)
  const before = await rowsOf(OTHER)
  expect(before).toMatchObject({ candidates: 1, documents: 1, applications: 1, unlocks: 1, searches: 1 })
  const { db } = searchService.deps
  const now = new Date()
  await db.tx((sql) =>
    appendEvent(sql, sandboxRetired, {
      aggregateId: SANDBOX,
      aggregateVersion: 1,
      occurredAt: now,
      data: { sandboxId: SANDBOX, retiredAt: now.toISOString() },
    }),
  )
  await eventually('the purge', async () => {
    const rows =
      await db.sql`select 1 from retired_sandbox where sandbox_id = ${SANDBOX} and purge_at > now()`
    return rows.length === 1
  })
  expect(await rowsOf(SANDBOX)).toEqual(NOTHING)
  await searchService.receiveSandboxProfile(SANDBOX, SANDBOX * 100, { headline: 'Lamplighter' })
  await apply(SANDBOX, SANDBOX * 100)
  expect(await rowsOf(SANDBOX)).toEqual(NOTHING)
  expect(await rowsOf(OTHER)).toEqual(before)
})
