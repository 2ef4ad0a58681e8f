import {
  applicationState,
  applicationStatusChanged,
  applicationSubmitted,
} from '@jobboard/contracts/applications/events'
import { erasuresConfirmed, publishErased } from '@jobboard/testkit/erase-candidate'
import { explaining } from '@jobboard/testkit/explain'
import { receiveEvent } from '@jobboard/testkit/receive-event'
import { expect, test } from 'vitest'
import { applicationConsumer, applicationStateConsumer } from '../src/applications/consumers.ts'
import { listApplications } from '../src/applications/store.ts'
import { startSearch } from './support/setup.ts'

const searchService = await startSearch()

interface Fields {
  id: number
  employerId: number
  candidateId: number
  status?: string
  version?: number
  day?: number
}

const dayOf = (day: number) => `2026-01-${String(day).padStart(2, '0')}T09:00:00.000Z`
const dataOf = ({ id, employerId, candidateId, status = 'New', version = 1, day = 1 }: Fields) => ({
  applicationId: id,
  employerId,
  jobId: 1000 + id,
  jobTitle: `Job ${id}`,
  candidateId,
  status,
  version,
  appliedAt: dayOf(day),
})
const receive = (consumer: typeof applicationConsumer, subject: string, fields: Fields, data: object) =>
  receiveEvent(searchService.deps.db, 'search', consumer, {
    id: crypto.randomUUID(),
    subject,
    aggregateId: String(fields.id),
    aggregateVersion: fields.version ?? 1,
    occurredAt: dayOf(1),
    data,
  })
const submitted = (fields: Fields) =>
  receive(applicationConsumer, applicationSubmitted.subject, fields, {
    ...dataOf(fields),
    applicationType: 'Api',
  })
const moved = (fields: Fields) => {
  const { appliedAt: _, ...data } = dataOf(fields)
  return receive(applicationConsumer, applicationStatusChanged.subject, fields, {
    ...data,
    previousStatus: 'New',
    changedAt: dayOf(20),
  })
}
const stated = (fields: Fields) =>
  receive(applicationStateConsumer, applicationState.subject, fields, {
    ...dataOf(fields),
    applicationType: 'Web',
    changedAt: dayOf(20),
    reachedStatuses: [],
    changes: [],
  })
const shown = ({ id, status = 'New', day = 1 }: Fields) => ({
  id,
  jobId: 1000 + id,
  jobTitle: `Job ${id}`,
  status,
  appliedAt: dayOf(day),
})

/** The applications in the row, the preview and the dry run, which are equal. */
async function seen(employerId: number, candidateId: number, query: string) {
  await searchService.grant(employerId, 'CvSearch', 1)
  const { body } = await searchService.search(employerId, query)
  const row = body.items.find((item) => item.candidateId === candidateId)
  const recruiter = searchService.asRecruiter(employerId)
  const preview = await recruiter.get(`/api/v1/candidates/${candidateId}/preview`)
  expect(preview.body.applications).toEqual(row?.applications)
  const dry = await recruiter.get(`/api/v1/candidates/${candidateId}`, { headers: { prefer: 'dry-run' } })
  expect(dry.body.applications).toEqual(row?.applications)
  return row?.applications
}

test('200: row, preview and dry run name the applications to the calling employer, newest first, at most 5 (D-68)', async () => {
  await searchService.receiveProfile(1, { headline: 'Glazier' })
  await searchService.receiveProfile(2, { headline: 'Glazier' })
  await searchService.grant(1, 'CvDownload', 1)
  await searchService.grant(2, 'CvDownload', 1)
  const own = [1, 2, 3, 4, 5, 6, 7].map((id) => ({
    id,
    employerId: 1,
    candidateId: 1,
    day: id === 3 ? 7 : id,
  }))
  for (const fields of own) await submitted(fields)
  const other = { id: 50, employerId: 2, candidateId: 1 }
  await submitted(other)
  const newest = [7, 3, 6, 5, 4].map((id) => shown(own[id - 1]!))
  expect(await seen(1, 1, 'glazier')).toEqual(newest)
  expect(await seen(1, 2, 'glazier')).toEqual([])
  expect(await seen(2, 1, 'glazier')).toEqual([shown(other)])
  // The price stays.
  const dry = await searchService
    .asRecruiter(1)
    .get('/api/v1/candidates/1', { headers: { prefer: 'dry-run' } })
  expect(dry.body.credits).toEqual({ kind: 'CvDownload', cost: 1, balance: 1 })
  const paid = await searchService.asRecruiter(1).get('/api/v1/candidates/1')
  expect([paid.status, paid.headers.get('x-credits-cost'), paid.body.applications]).toEqual([
    200,
    '1',
    undefined,
  ])
  expect(await seen(1, 1, 'glazier')).toEqual(newest)
})

test('a status is that of the newest version, in whatever order events and states arrive; Withdrawn is not named', async () => {
  await searchService.receiveProfile(10, { headline: 'Potter' })
  const at = (fields: Partial<Fields>) => ({ id: 60, employerId: 10, candidateId: 10, day: 5, ...fields })
  await searchService.grant(10, 'CvDownload', 1)
  const status = async () => (await seen(10, 10, 'potter'))?.map(({ id, status }) => [id, status])
  await moved(at({ status: 'Offered', version: 3 }))
  // Not before the time of applying is known.
  expect(await status()).toEqual([])
  await submitted(at({}))
  expect(await status()).toEqual([[60, 'Offered']])
  await moved(at({ status: 'Screened', version: 2 }))
  await stated(at({ status: 'Screened', version: 2 }))
  expect(await seen(10, 10, 'potter')).toEqual([shown(at({ status: 'Offered' }))])
  await moved(at({ status: 'Withdrawn', version: 4 }))
  expect(await status()).toEqual([])
  await moved(at({ status: 'Screened', version: 5 }))
  await stated(at({ id: 61, status: 'Rejected', version: 2, day: 2 }))
  expect(await status()).toEqual([
    [60, 'Screened'],
    [61, 'Rejected'],
  ])
})

test('an erasure deletes the applications of the person, also from stored searches, and later events store none (P-120)', async () => {
  for (const id of [20, 21]) await searchService.receiveProfile(id, { headline: 'Sailor' })
  await submitted({ id: 70, employerId: 20, candidateId: 20 })
  await submitted({ id: 71, employerId: 20, candidateId: 21 })
  await searchService.grant(20, 'CvSearch', 1)
  const send = () =>
    searchService
      .asRecruiter(20)
      .post('/api/v1/candidates/search', { query: 'sailor' }, { 'idempotency-key': 'once' })
  expect((await send()).text).toContain('Job 70')
  await publishErased(searchService, 20)
  await erasuresConfirmed(searchService, [20])
  for (const receiveAgain of [submitted, moved, stated])
    await receiveAgain({ id: 70, employerId: 20, candidateId: 20, version: 9 })
  const { sql } = searchService.deps.db
  expect(await sql`select application_id from application_copy where employer_id = 20`).toEqual([
    { applicationId: 71 },
  ])
  const { text } = await send()
  expect([text.includes('Job 70'), text.includes('Job 71')]).toEqual([false, true])
})

test('one statement finds the applications of a page, by their index', async () => {
  const { sql } = searchService.deps.db
  await sql`
    insert into application_copy select i, i % 100 + 100, i % 5000 + 1000, 1, 'Job', 'New', 1, now()
    from generate_series(10001, 60000) as i`
  await sql`analyze application_copy`
  const { sql: explain, plans } = explaining(sql)
  await listApplications(explain, 150, [1050, 1051, 1052]).catch(() => {})
  expect(plans).toHaveLength(1)
  expect(plans[0]).toContain('Index Scan using application_copy_of_candidate')
  expect(plans[0]).not.toContain('Seq Scan')
})

test('events that are handled together end as one after the other would', async () => {
  const fields = { id: 900, employerId: 60, candidateId: 60 }
  const statusOnly = (status: string, version: number) => {
    const { appliedAt: _, ...data } = dataOf({ ...fields, status, version })
    return data
  }
  const together = [
    statusOnly('Hired', 3),
    dataOf(fields),
    dataOf({ ...fields, id: 899 }),
    statusOnly('Screened', 2),
  ]
  const { db } = searchService.deps
  await db.tx((sql) => applicationConsumer.batch!.handleMany(sql, together))
  const found = await listApplications(db.sql, 60, [60])
  expect(found.get(60)).toEqual([shown({ ...fields, status: 'Hired' }), shown({ ...fields, id: 899 })])
})
