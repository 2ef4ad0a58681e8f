import { applicationStatuses } from '@jobboard/contracts/applications/application'
import {
  BYTES_PER_DAY,
  MAX_NOTES_EVER_PER_CANDIDATE,
  MAX_NOTES_PER_CANDIDATE,
  MAX_SCORECARDS_PER_APPLICATION,
  MAX_STATUS_CHANGES_PER_APPLICATION,
  MAX_TAGS_PER_CANDIDATE,
  MAX_TAGS_PER_EMPLOYER,
} from '@jobboard/contracts/limits'
import type { Booted } from '@jobboard/testkit/boot'
import type { Client, HttpResponse } from '@jobboard/testkit/client'
import { lockWait } from '@jobboard/testkit/lock-wait'
import { expect, test } from 'vitest'
import { incrementUsage } from '../src/tags/store.ts'
import { recruiterOf } from './support/recruiters.ts'
import { startPipeline, startReplica } from './support/start-pipeline.ts'

// Each list is filled to 10 below its limit, then 50 concurrent requests over two replicas add one each.
const LEFT = 10
const CALLS = 50

const services = await startPipeline()
const replica = await startReplica(services)

type AnyResponse = HttpResponse<{ code: string; message: string; id: number }>

const sql = (...args: Parameters<Booted['deps']['db']['sql']>) => services.pipeline.deps.db.sql(...args)
const clientsOf = (employerId: number, userId = 10): Client[] =>
  [services.pipeline, replica].map((at) => recruiterOf(at, { employerId, userId }))

async function sendConcurrently(send: (n: number) => Promise<AnyResponse>): Promise<AnyResponse[]> {
  return Promise.all(Array.from({ length: CALLS }, (_, n) => send(n)))
}

function expectExact(responses: AnyResponse[], success: number, limit: number, advice: RegExp): void {
  const refused = responses.filter(({ status }) => status !== success)
  expect(responses.length - refused.length).toBe(LEFT)
  for (const { status, body } of refused) {
    expect([status, body.code]).toEqual([400, 'invalid_state'])
    expect(body.message).toContain(` ${limit} `)
    expect(body.message).toMatch(advice)
  }
}

test('400 invalid_state: one more tag than a candidate can have; an assigned one is still 200 (P-137)', async () => {
  const { applicationId: id, candidate } = (await services.newApplication({})).data
  const clients = clientsOf(1)
  const path = `/api/v1/applications/${id}/tags`
  const filled = MAX_TAGS_PER_CANDIDATE - LEFT
  await sql`insert into tag select 1, 'old ' || n, 1 from generate_series(1, ${filled}::int) as n`
  await sql`
    insert into candidate_tag
    select 1, ${candidate.id}::int, 'old ' || n, now() from generate_series(1, ${filled}::int) as n`
  const responses = await sendConcurrently((n) => clients[n % 2]!.post(path, { label: `new ${n}` }))
  expectExact(responses, 200, MAX_TAGS_PER_CANDIDATE, /^label: .*remove/)
  expect((await clients[0]!.get(path)).body).toHaveLength(MAX_TAGS_PER_CANDIDATE)
  expect((await clients[0]!.get('/api/v1/tags')).body).toHaveLength(MAX_TAGS_PER_CANDIDATE)
  expect((await clients[0]!.post(path, { label: 'old 1' })).status).toBe(200)
  expect((await clients[0]!.delete(`${path}/old%201`)).status).toBe(204)
  expect((await clients[0]!.post(path, { label: 'after a removal' })).status).toBe(200)
})

test('400 invalid_state: one more tag than an employer can have; an existing one is still 200 (P-137)', async () => {
  const created = await Promise.all(
    Array.from({ length: CALLS }, () => services.newApplication({ employerId: 2 })),
  )
  const path = (n: number) => `/api/v1/applications/${created[n]!.data.applicationId}/tags`
  const clients = clientsOf(2)
  await sql`
    insert into tag select 2, 'old ' || n, 1 from generate_series(1, ${MAX_TAGS_PER_EMPLOYER - LEFT}::int) as n`
  const responses = await sendConcurrently((n) => clients[n % 2]!.post(path(n), { label: `new ${n}` }))
  expectExact(responses, 200, MAX_TAGS_PER_EMPLOYER, /^label: .*remove/)
  expect((await clients[0]!.get('/api/v1/tags')).body).toHaveLength(MAX_TAGS_PER_EMPLOYER)
  const refused = responses.findIndex(({ status }) => status === 400)
  expect((await clients[0]!.get(path(refused))).body).toEqual([])
  expect((await clients[0]!.post(path(refused), { label: 'old 1' })).body.usageCount).toBe(2)
})

test('400 invalid_state: one more note than an employer can have about a candidate (P-137)', async () => {
  const { applicationId: id, candidate } = (await services.newApplication({})).data
  const sibling = (await services.newApplication({ candidate })).data.applicationId
  const clients = clientsOf(1)
  await sql`
    insert into note (employer_id, candidate_id, text, author_user_id, created_at, updated_at)
    select 1, ${candidate.id}::int, 'old', 10, now(), now()
    from generate_series(1, ${MAX_NOTES_PER_CANDIDATE - LEFT}::int)`
  const pathOf = (n: number) => `/api/v1/applications/${n % 3 ? id : sibling}/notes`
  const responses = await sendConcurrently((n) => clients[n % 2]!.post(pathOf(n), { text: `new ${n}` }))
  expectExact(responses, 201, MAX_NOTES_PER_CANDIDATE, /delete/)
  const [row] = await sql`select count(*) from note where candidate_id = ${candidate.id}`
  expect(row).toEqual({ count: MAX_NOTES_PER_CANDIDATE })
  const kept = responses.find(({ status }) => status === 201)!.body.id
  expect((await clients[0]!.delete(`/api/v1/notes/${kept}`)).status).toBe(204)
  expect((await clients[0]!.post(pathOf(0), { text: 'after a deletion' })).status).toBe(201)
})

test('400 invalid_state: one more scorecard than an application can have; a replacement is still 204 (P-137)', async () => {
  const { applicationId: id } = (await services.newApplication({})).data
  const path = (stage: string) => `/api/v1/applications/${id}/scorecards/${stage}`
  await sql`
    insert into scorecard
    select ${id}::int, 10, 'old' || n, 'Yes', null, '[]', now(), now()
    from generate_series(1, ${MAX_SCORECARDS_PER_APPLICATION - LEFT}::int) as n`
  const put = (n: number) => clientsOf(1, 20 + n)[n % 2]!.put(path('onsite'), { recommendation: 'Yes' })
  expectExact(await sendConcurrently(put), 204, MAX_SCORECARDS_PER_APPLICATION, /delete/)
  const [client] = clientsOf(1)
  const cards = (await client!.get(`/api/v1/applications/${id}/scorecards`)).body
  expect(cards).toHaveLength(MAX_SCORECARDS_PER_APPLICATION)
  expect((await client!.put(path('old1'), { recommendation: 'No' })).status).toBe(204)
  expect((await client!.delete(path('old1'))).status).toBe(204)
  expect((await client!.put(path('other'), { recommendation: 'No' })).status).toBe(204)
})

test('a tag that is created while another one is uncommitted waits for it, and is refused when that was the last (P-137)', async () => {
  await sql`
    insert into tag select 3, 'old ' || n, 1 from generate_series(1, ${MAX_TAGS_PER_EMPLOYER - 1}::int) as n`
  const { db } = services.pipeline.deps
  let second: Promise<unknown> | undefined
  await db.tx(async (first) => {
    expect(await incrementUsage(first, 3, 'last')).toEqual({ label: 'last', usageCount: 1 })
    second = replica.deps.db.tx((other) => incrementUsage(other, 3, 'one more'))
    await lockWait(db.sql)
  })
  expect(await second).toBeUndefined()
})

test('400 invalid_state: one more entry than the history of an application can have; the same status is still 200 (P-285)', async () => {
  const { applicationId: id } = (await services.newApplication({ employerId: 4 })).data
  await sql`
    insert into status_change (application_id, previous_status, status, author_key_id, changed_at)
    select ${id}::int, 'New', 'New', 1, now() from generate_series(1, ${MAX_STATUS_CHANGES_PER_APPLICATION - LEFT}::int)`
  const clients = clientsOf(4)
  const move = (n: number) =>
    clients[n % 2]!.post(`/api/v1/applications/${id}/status`, { status: applicationStatuses[1 + (n % 8)]! })
  const responses: AnyResponse[] = []
  // Moves to the current status write no entry, so each round of eight different ones writes some.
  for (let round = 0; round < 4; round++) {
    responses.push(...(await Promise.all(Array.from({ length: 8 }, (_, n) => move(n)))))
  }
  const [row] = await sql`select count(*) from status_change where application_id = ${id}`
  expect(row).toEqual({ count: MAX_STATUS_CHANGES_PER_APPLICATION })
  const refused = responses.filter(({ status }) => status === 400)
  expect(refused.length).toBeGreaterThan(0)
  for (const { body } of refused) {
    expect(body.code).toBe('invalid_state')
    expect(body.message).toMatch(/ 1000 entries, the limit: .* write a note instead\.$/)
  }
  const { status } = (await clients[0]!.get(`/api/v1/applications/${id}`)).body as unknown as {
    status: string
  }
  expect((await clients[0]!.post(`/api/v1/applications/${id}/status`, { status })).status).toBe(200)
})

test('400 invalid_state: notes that were deleted count towards 5 000, so that a repeated deletion does not grow the table (P-285)', async () => {
  const { applicationId: id, candidate } = (await services.newApplication({})).data
  const clients = clientsOf(1)
  await sql`
    insert into note (employer_id, candidate_id, text, author_user_id, created_at, updated_at, deleted_at)
    select 1, ${candidate.id}::int, 'old', 10, now(), now(), now()
    from generate_series(1, ${MAX_NOTES_EVER_PER_CANDIDATE - LEFT}::int)`
  const responses = await sendConcurrently((n) =>
    clients[n % 2]!.post(`/api/v1/applications/${id}/notes`, { text: `new ${n}` }),
  )
  expectExact(responses, 201, MAX_NOTES_EVER_PER_CANDIDATE, /change one/)
})

test('429: notes beyond the daily budget of the employer are refused and not stored; moves too (P-280)', async () => {
  const { applicationId: id } = (
    await services.newApplication({ employerId: 6, appliedAt: new Date().toISOString() })
  ).data
  const [client] = clientsOf(6)
  const day = services.pipeline.deps.clock.now().toISOString().slice(0, 10)
  await sql`insert into byte_budget values ('employer:6', ${day}, ${BYTES_PER_DAY.employer - 3_000})`
  const text = 'x'.repeat(1_000)
  const path = `/api/v1/applications/${id}/notes`
  const responses = await Promise.all(Array.from({ length: 8 }, () => client!.post(path, { text })))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 429, 429, 429, 429, 429])
  expect((await client!.get(path)).body).toHaveLength(3)
  const moved = await client!.post(`/api/v1/applications/${id}/status`, { status: 'Screened' })
  expect([moved.status, moved.body.code]).toEqual([429, 'rate_limited'])
  expect(moved.body.message).toContain('the daily budget of 128 MiB')
  const read = (await client!.get(`/api/v1/applications/${id}`)).body as unknown as { status: string }
  expect(read.status).toBe('New')
})

test('429: a note with the status that an application has counts towards the daily budget of the employer, also in a bulk (P-280)', async () => {
  const { applicationId: id } = (await services.newApplication({ employerId: 7 })).data
  const [client] = clientsOf(7)
  const day = services.pipeline.deps.clock.now().toISOString().slice(0, 10)
  await sql`insert into byte_budget values ('employer:7', ${day}, ${BYTES_PER_DAY.employer - 3_000})`
  const move = { status: 'New', note: 'x'.repeat(1_000) }
  const statuses: number[] = []
  for (let n = 0; n < 4; n++) {
    statuses.push((await client!.post(`/api/v1/applications/${id}/status`, move)).status)
  }
  expect(statuses).toEqual([200, 200, 200, 429])
  for (const prefer of ['dry-run', 'return=representation']) {
    const bulk = await client!.send('POST', '/api/v1/applications/bulk', {
      body: { ids: [id], ...move },
      headers: { prefer },
    })
    expect((bulk.body as unknown as { items: unknown }).items).toMatchObject([
      { id, ok: false, code: 'rate_limited' },
    ])
  }
  const history = (await client!.get(`/api/v1/applications/${id}/history`)).body as unknown as {
    total: number
  }
  expect(history.total).toBe(3)
})

test('a rejection counts the bytes of its note and of the text of its reason, and those of its event (P-280)', async () => {
  const { clock } = services.pipeline.deps
  const created = await services.newApplication({ employerId: 8, appliedAt: clock.now().toISOString() })
  const id = created.data.applicationId
  const [client] = clientsOf(8)
  await client!.put('/api/v1/rejection-reasons', [{ code: 'late', label: 'Late' }])
  const rejectionReason = { code: 'late', text: 'é'.repeat(100) }
  const rejected = await client!.post(`/api/v1/applications/${id}/status`, {
    status: 'Rejected',
    note: 'ø'.repeat(50),
    rejectionReason,
  })
  expect(rejected.status).toBe(200)
  const [charged] = await sql`select sum(bytes)::int as bytes from byte_budget where owner = 'employer:8'`
  const [expected] = await sql`
    select 300 + payload_bytes as bytes from outbox
    where aggregate_id = ${String(id)} and aggregate_version = 2`
  expect(charged).toEqual(expected)
})
