import { MAX_TAGS_PER_CANDIDATE } from '@jobboard/contracts/limits'
import { blankProfile } from '@jobboard/testkit/blank-profile'
import { databaseState } from '@jobboard/testkit/database-state'
import { expect, test } from 'vitest'
import { eraseCandidate } from '../src/applications/erase-actions.ts'
import { outboxEvents } from './support/pipeline-with-jobs.ts'
import { recruiterOf } from './support/recruiters.ts'
import { startPipeline, startReplica } from './support/start-pipeline.ts'

const services = await startPipeline()
const replica = await startReplica(services)
const { db } = services.pipeline.deps

const BULK = '/api/v1/applications/bulk'
const CHANGED = 'evt.pipeline.application.status_changed.v1'

let lastEmployer = 300
async function newEmployer(count: number) {
  const employerId = ++lastEmployer
  const jobId = await services.newJob(employerId)
  const ids: number[] = []
  for (let n = 0; n < count; n++)
    ids.push((await services.newApplication({ employerId, jobId })).data.applicationId)
  const recruiter = recruiterOf(services.pipeline, { employerId })
  const bulk = (body: object, headers: Record<string, string> = {}) =>
    recruiter.send('POST', BULK, { body, headers })
  const history = () => db.sql<{ applicationId: number }>`
    select application_id, previous_status, status, note, author_user_id from status_change
    where application_id = any(${ids}) order by id`
  const events = async () =>
    (await Promise.all(ids.map((id) => outboxEvents(services.pipeline, CHANGED, id)))).flat()
  const tagsOf = async (id: number) =>
    (await recruiter.get(`/api/v1/applications/${id}/tags`)).body.map(({ label }: { label: string }) => label)
  return { employerId, jobId, ids, recruiter, bulk, history, events, tagsOf }
}

const MISSING = { ok: false, code: 'not_found' }

test('200: each is moved, tagged and noted as by the single calls, in the order of the request (D-70)', async () => {
  const { ids, recruiter, bulk, history, tagsOf } = await newEmployer(3)
  await recruiter.put('/api/v1/rejection-reasons', [{ code: 'late', label: 'Late' }])
  await recruiter.post(`/api/v1/applications/${ids[1]}/tags`, { label: 'old' })
  const order = [ids[2]!, ids[0]!, ids[1]!]
  const { status, body } = await bulk({
    ids: order,
    status: 'Rejected',
    note: 'Full.',
    rejectionReason: { code: 'late', text: 'Too late.' },
    addTags: ['Pool', 'b'],
    removeTags: ['old'],
  })
  expect([status, body]).toEqual([200, { items: order.map((id) => ({ id, ok: true, status: 'Rejected' })) }])
  const change = { previousStatus: 'New', status: 'Rejected', note: 'Full.', authorUserId: 10 }
  expect(await history()).toEqual(order.map((applicationId) => ({ applicationId, ...change })))
  for (const id of ids) {
    expect(await tagsOf(id)).toEqual(['b', 'pool'])
    const detail = (await recruiter.get(`/api/v1/applications/${id}`)).body
    expect(detail).toMatchObject({ status: 'Rejected', rejectionReason: { code: 'late', text: 'Too late.' } })
  }
  const published = await db.sql<{ aggregateId: string }>`
    select aggregate_id from outbox where subject = ${CHANGED} and aggregate_id = any(${ids.map(String)}) order by id`
  expect(published.map(({ aggregateId }) => Number(aggregateId))).toEqual(order)
  const { items } = (await recruiter.get('/api/v1/applications/changes')).body
  expect(items.map(({ id }: { id: number }) => id)).toEqual(order)
})

test('200: what is so already changes nothing; a tag that the candidate does not have is no refusal', async () => {
  const { ids, bulk, history, events, tagsOf } = await newEmployer(1)
  for (let n = 0; n < 2; n++) {
    const { body } = await bulk({ ids, status: 'Offered', addTags: ['a'], removeTags: ['none'] })
    expect(body.items).toEqual([{ id: ids[0], ok: true, status: 'Offered' }])
  }
  expect([(await history()).length, (await events()).length, await tagsOf(ids[0]!)]).toEqual([1, 1, ['a']])
})

test("200: another employer's, a missing and an erased application are not_found one by one, the others are changed (D-19)", async () => {
  const other = await newEmployer(1)
  const { ids, bulk, recruiter, history } = await newEmployer(3)
  const [row] = await db.sql<{
    candidateId: number
  }>`select candidate_id from application where id = ${ids[1]}`
  const erased = { candidateId: row!.candidateId, erasedAt: new Date().toISOString(), recentApplications: [] }
  await db.tx(async (sql) => {
    await sql`
      insert into erased_candidate (candidate_id, erasure_id, data)
      values (${row!.candidateId}, 1, ${JSON.stringify(erased)})`
    await eraseCandidate(sql, erased as unknown as Parameters<typeof eraseCandidate>[1], new Date())
  })
  const missing = 2_000_000_000
  const { status, body } = await bulk({
    ids: [ids[0], other.ids[0], ids[1], missing, ids[2]],
    status: 'Screened',
    addTags: ['x'],
  })
  const single = (await recruiter.post(`/api/v1/applications/${missing}/status`, { status: 'Screened' })).body
  const refused = (id: number | undefined) => ({ id, ok: false, ...single })
  expect([status, body.items]).toEqual([
    200,
    [
      { id: ids[0], ok: true, status: 'Screened' },
      refused(other.ids[0]),
      refused(ids[1]),
      refused(missing),
      { id: ids[2], ok: true, status: 'Screened' },
    ],
  ])
  expect((await history()).map((change) => change.applicationId)).toEqual([ids[0], ids[2]])
  expect(await other.history()).toEqual([])
})

test('200: with expectedStatus an application that was moved meanwhile is refused, as by the single call; the others are moved', async () => {
  const { ids, recruiter, bulk, history } = await newEmployer(3)
  await bulk({ ids: ids.slice(0, 2), status: 'Screened' })
  await bulk({ ids: [ids[0]], status: 'Hired' })
  const undo = { status: 'New', expectedStatus: 'Screened' }
  const single = await recruiter.post(`/api/v1/applications/${ids[0]}/status`, undo)
  expect([single.status, single.body.code]).toEqual([412, 'precondition_failed'])
  const expected = [
    { id: ids[0], ok: false, ...single.body },
    { id: ids[1], ok: true, status: 'New' },
    // Already New.
    { id: ids[2], ok: true, status: 'New' },
  ]
  expect((await bulk({ ids, ...undo }, { prefer: 'dry-run' })).body.items).toEqual(expected)
  expect((await bulk({ ids, ...undo })).body.items).toEqual(expected)
  expect((await history()).map(({ applicationId }) => applicationId)).toEqual([
    ids[0],
    ids[1],
    ids[0],
    ids[1],
  ])
})

test('200: a refused change leaves nothing of its application: neither tags nor a note (D-70)', async () => {
  const { ids, recruiter, bulk, tagsOf, history } = await newEmployer(2)
  await recruiter.put('/api/v1/rejection-reasons', [{ code: 'late', label: 'Late' }])
  const rejected = { status: 'Rejected', rejectionReason: { code: 'late' } }
  await bulk({ ids: [ids[0]], status: 'Rejected' })
  const { body } = await bulk({ ids, ...rejected, addTags: ['x'] })
  expect(body.items).toEqual([
    { id: ids[0], ok: false, code: 'invalid_state', message: expect.stringMatching(/^rejectionReason: /) },
    { id: ids[1], ok: true, status: 'Rejected' },
  ])
  expect([await tagsOf(ids[0]!), await tagsOf(ids[1]!), (await history()).length]).toEqual([[], ['x'], 2])
  const unknown = await bulk({ ids, status: 'Rejected', rejectionReason: { code: 'gone' } })
  expect(unknown.body.items.map(({ code }: { code: string }) => code)).toEqual([
    'invalid_state',
    'invalid_state',
  ])
})

test('a note alone is a note of the user on each application; a key without a user is unattributable in each item (D-67)', async () => {
  const { employerId, ids, recruiter, bulk } = await newEmployer(2)
  expect((await bulk({ ids, note: 'Call.' })).body.items).toEqual(ids.map((id) => ({ id, ok: true })))
  for (const id of ids) {
    const notes = (await recruiter.get(`/api/v1/applications/${id}/notes`)).body
    expect(notes).toMatchObject([{ text: 'Call.', authorUserId: 10, applicationId: id }])
  }
  const userless = recruiterOf(services.pipeline, { employerId, userId: null })
  const single = (await userless.post(`/api/v1/applications/${ids[0]}/notes`, { text: 'x' })).body
  const { body } = await userless.post(BULK, { ids, note: 'Call.', addTags: ['x'] })
  expect(body.items).toEqual(ids.map((id) => ({ id, ok: false, ...single })))
  expect(single.code).toBe('unattributable')
  const moved = await userless.post(BULK, { ids, status: 'Screened', note: 'Call.' })
  expect(moved.body.items).toEqual(ids.map((id) => ({ id, ok: true, status: 'Screened' })))
})

test('a candidate with the most tags is refused; one request adds ten at most', async () => {
  const { ids, recruiter, bulk, tagsOf } = await newEmployer(1)
  for (let n = 0; n < MAX_TAGS_PER_CANDIDATE / 10; n++) {
    await bulk({ ids, addTags: Array.from({ length: 10 }, (_, i) => `tag ${n * 10 + i}`) })
  }
  expect(await tagsOf(ids[0]!)).toHaveLength(MAX_TAGS_PER_CANDIDATE)
  const single = (await recruiter.post(`/api/v1/applications/${ids[0]}/tags`, { label: 'more' })).body
  expect((await bulk({ ids, addTags: ['more'], status: 'Hired' })).body.items).toEqual([
    { id: ids[0], ok: false, ...single },
  ])
})

test.each([
  ['ids', {}, { status: 'New' }],
  ['ids', { ids: [] }, { status: 'New' }],
  ['ids', { ids: [1, 2, 1] }, { status: 'New' }],
  ['ids', { ids: Array.from({ length: 101 }, (_, n) => n + 1) }, { status: 'New' }],
  ['ids.0', { ids: ['1'] }, { status: 'New' }],
  ['ids.0', { ids: [0] }, { status: 'New' }],
  ['ids.0', { ids: [1.5] }, { status: 'New' }],
  ['status', { ids: [1] }, {}],
  ['status', { ids: [1] }, { note: '  ', addTags: [], removeTags: null, status: null }],
  ['status', { ids: [1] }, { status: 'Lost' }],
  ['rejectionReason', { ids: [1] }, { status: 'Hired', rejectionReason: { code: 'late' } }],
  ['rejectionReason', { ids: [1] }, { note: 'x', rejectionReason: { code: 'late' } }],
  ['expectedStatus', { ids: [1] }, { note: 'x', expectedStatus: 'New' }],
  ['addTags', { ids: [1] }, { addTags: Array.from({ length: 1_000 }, (_, n) => `tag ${n}`) }],
  ['addTags', { ids: [1] }, { addTags: Array.from({ length: 11 }, (_, n) => `tag ${n}`) }],
  ['removeTags', { ids: [1] }, { removeTags: Array.from({ length: 11 }, (_, n) => `tag ${n}`) }],
  ['removeTags', { ids: [1] }, { addTags: ['A'], removeTags: ['a '] }],
  ['note', { ids: [1] }, { note: 'x'.repeat(10_001) }],
])('400 names %s: %j %j', async (field, ids, more) => {
  const { status, body } = await services.author.post(BULK, { ...ids, ...more })
  expect([status, body.code]).toEqual([400, 'invalid_request'])
  expect(body.message).toMatch(new RegExp(`^${field.replace('.', '\\.')}\\b`))
})

test('with an Idempotency-Key the response is replayed, its parts are gone; another body is 422', async () => {
  const { ids, bulk, history } = await newEmployer(3)
  const key = { 'idempotency-key': 'bulk-1' }
  const first = await bulk({ ids, status: 'Hired', note: 'Yes.' }, key)
  const second = await bulk({ ids, status: 'Hired', note: 'Yes.' }, key)
  expect([second.status, second.text, second.headers.get('idempotency-replayed')]).toEqual([
    200,
    first.text,
    'true',
  ])
  expect(await history()).toHaveLength(3)
  const stored = await db.sql<{ path: string }>`select path from idempotency where key = 'bulk-1'`
  expect(stored.map(({ path }) => path)).toEqual([BULK])
  expect((await bulk({ ids, status: 'New' }, key)).status).toBe(422)
})

test('ten at once with one Idempotency-Key over two replicas: each application has one entry and one event', async () => {
  const { employerId, ids, history, events } = await newEmployer(10)
  const clients = [services.pipeline, replica].map((at) => recruiterOf(at, { employerId }))
  const body = { ids, status: 'Hired', note: 'Yes.', addTags: ['x', 'y'] }
  const statuses = await Promise.all(
    Array.from({ length: 10 }, async (_, n) => {
      const headers = { 'idempotency-key': 'bulk-2' }
      return (await clients[n % 2]!.send('POST', BULK, { body, headers })).status
    }),
  )
  for (const status of statuses) expect([200, 409]).toContain(status)
  const last = await clients[0]!.send('POST', BULK, { body, headers: { 'idempotency-key': 'bulk-2' } })
  expect(last.body.items).toEqual(ids.map((id) => ({ id, ok: true, status: 'Hired' })))
  expect([(await history()).length, (await events()).length]).toEqual([10, 10])
})

test('bulks in opposite orders, of new and old tags, beside single calls and scorecards, never wait for each other in a circle', async () => {
  const { employerId, ids, recruiter } = await newEmployer(6)
  const clients = [services.pipeline, replica].map((at) => recruiterOf(at, { employerId }))
  const labels = Array.from({ length: 8 }, (_, n) => `t${n}`)
  const work = Array.from({ length: 12 }, async (_, n) => {
    const forward = n % 2 === 0
    const chosen = forward ? ids : ids.toReversed()
    const [some, others] = [labels.slice(0, 4), labels.slice(4)]
    const tags = forward ? { addTags: some, removeTags: others } : { addTags: others, removeTags: some }
    const { status, body } = await clients[n % 2]!.post(BULK, {
      ids: chosen,
      status: forward ? 'Hired' : 'Offered',
      ...tags,
    })
    expect([status, body.items.every(({ ok }: { ok: boolean }) => ok)]).toEqual([200, true])
  })
  const singles = ids.flatMap((id, n) => [
    recruiter.post(`/api/v1/applications/${id}/tags`, { label: `t${n}` }),
    recruiter.post(`/api/v1/applications/${id}/status`, { status: 'Screened' }),
    recruiter.put(`/api/v1/applications/${id}/scorecards/onsite`, { recommendation: 'Yes' }),
    recruiter.post(`/api/v1/applications/${id}/notes`, { text: 'x' }),
  ])
  for (const { status } of await Promise.all(singles)) expect(status).toBeLessThan(300)
  await Promise.all(work)
  const counted = await db.sql`
    select label, usage_count::integer as count from tag where employer_id = ${employerId}
    except select label, count(*)::integer from candidate_tag where employer_id = ${employerId} group by label`
  expect(counted).toEqual([])
})

test('two applications of one candidate in a bulk: the tag is counted once', async () => {
  const { employerId, jobId, bulk, recruiter } = await newEmployer(0)
  const candidate = { ...blankProfile, id: 777_777, completeness: 40 }
  const ids: number[] = []
  for (let n = 0; n < 2; n++)
    ids.push((await services.newApplication({ employerId, jobId, candidate })).data.applicationId)
  expect((await bulk({ ids, addTags: ['x'] })).body.items).toEqual(ids.map((id) => ({ id, ok: true })))
  expect((await recruiter.get('/api/v1/tags')).body).toEqual([{ label: 'x', usageCount: 1 }])
})

test('a dry run returns for each application what the call returns, and stores nothing (P-171)', async () => {
  const { ids, recruiter, bulk } = await newEmployer(2)
  await recruiter.put('/api/v1/rejection-reasons', [{ code: 'late', label: 'Late' }])
  const body = {
    ids: [...ids, 2_000_000_000],
    status: 'Rejected',
    note: 'x',
    rejectionReason: { code: 'late' },
    addTags: ['a', 'b'],
  }
  const key = { 'idempotency-key': 'bulk-3' }
  const before = await databaseState(db)
  const dry = await bulk(body, { prefer: 'dry-run', ...key })
  expect(await databaseState(db)).toEqual(before)
  expect([dry.status, dry.headers.get('preference-applied')]).toEqual([200, 'dry-run'])
  const { body: done } = await bulk(body, key)
  expect(dry.body).toEqual({
    wouldSucceed: true,
    status: 200,
    credits: null,
    dailyApplies: null,
    isReplay: false,
    items: done.items,
  })
  expect(done.items[2]).toMatchObject(MISSING)
  expect((await bulk(body, { prefer: 'dry-run', ...key })).body).toMatchObject({ isReplay: true })
})
