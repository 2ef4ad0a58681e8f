import { erasuresConfirmed, publishErased } from '@jobboard/testkit/erase-candidate'
import { findTextInDatabase } from '@jobboard/testkit/find-text'
import { expect, test } from 'vitest'
import { outboxEvents } from './support/pipeline-with-jobs.ts'
import { startPipeline, startReplica } from './support/start-pipeline.ts'

// P-412.
const services = await startPipeline()
const replica = await startReplica(services)

const PATH = '/api/v1/rejection-reasons'
const CHANGED = 'evt.pipeline.application.status_changed.v1'
const licence = { code: 'no-licence', label: 'A licence is missing' }
const filled = { code: 'position-filled', label: 'The position is filled' }

const move = (id: number, body: unknown, employerId = 1) =>
  services.recruiter(employerId).post(`/api/v1/applications/${id}/status`, body)
const reject = (id: number, rejectionReason: unknown, more: object = {}) =>
  move(id, { status: 'Rejected', rejectionReason, ...more })
const detail = async (id: number) => (await services.recruiter(1).get(`/api/v1/applications/${id}`)).body
const history = async (id: number) =>
  (await services.recruiter(1).get(`/api/v1/applications/${id}/history`)).body.items
const store = (employerId: number, body: unknown, headers = {}) =>
  services.recruiter(employerId).put(PATH, body, headers)

async function newApplication(): Promise<{ id: number; candidateId: number }> {
  const { data } = await services.newApplication({ jobId: await services.newJob(1) })
  return { id: data.applicationId, candidateId: data.candidate.id }
}

test('200: the list is empty, then what was stored, in its order, for its employer only, with an ETag', async () => {
  expect((await services.recruiter(21).get(PATH)).body).toEqual([])
  const stored = await store(21, [filled, licence])
  const read = await services.recruiter(21).get(PATH)
  expect([stored.status, stored.body, read.body]).toEqual([200, [filled, licence], [filled, licence]])
  expect(read.headers.get('etag')).toBe(stored.headers.get('etag'))
  expect((await services.recruiter(22).get(PATH)).body).toEqual([])
  const unchanged = { headers: { 'if-none-match': stored.headers.get('etag')! } }
  expect((await services.recruiter(21).get(PATH, unchanged)).status).toBe(304)
  expect((await store(21, [])).body).toEqual([])
})

test('412: 20 replacements at once over two replicas with the same If-Match, also of the first list: one is stored', async () => {
  for (const before of [[], [licence]]) {
    const employerId = 30 + before.length
    if (before.length) await store(employerId, before)
    const etag = (await services.recruiter(employerId).get(PATH)).headers.get('etag')!
    const clients = [services.pipeline, replica].map((at) =>
      at.as({ kind: 'recruiter', employerId, userId: 10, keyId: 1, scopes: ['Applications'] }),
    )
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        clients[n % 2]!.put(PATH, [{ code: `c${n}`, label: 'x' }], { 'if-match': etag }),
      ),
    )
    const stored = responses.filter(({ status }) => status === 200)
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(412)])
    expect((await services.recruiter(employerId).get(PATH)).body).toEqual(stored[0]!.body)
  }
})

test.each([
  ['no list', { code: 'a', label: 'x' }, 'The body'],
  ['51 reasons', Array.from({ length: 51 }, (_, n) => ({ code: `c${n}`, label: 'x' })), '50'],
  ['a code twice', [licence, licence], 'repeat'],
  ['a code with a space', [{ code: 'no licence', label: 'x' }], '0.code'],
  ['an empty code', [{ code: '', label: 'x' }], '0.code'],
  ['a long code', [{ code: 'x'.repeat(51), label: 'x' }], '0.code'],
  ['no label', [{ code: 'a' }], '0.label'],
  ['a long label', [{ code: 'a', label: 'x'.repeat(201) }], '0.label'],
])('400: %s is refused by name and nothing is stored', async (_what, body, name) => {
  const { status, body: error } = await store(41, body)
  expect([status, error.code]).toEqual([400, 'invalid_request'])
  expect(error.message).toContain(name)
  expect((await services.recruiter(41).get(PATH)).body).toEqual([])
})

test('200: the reason is in the application, the list of changes and the history; its code alone in the event', async () => {
  await store(1, [licence, filled])
  const { id } = await newApplication()
  const { nextCursor } = (await services.recruiter(1).get('/api/v1/applications/changes')).body
  const reason = { code: 'no-licence', text: 'No forklift licence' }
  expect((await reject(id, reason, { note: 'Sorry' })).status).toBe(200)
  expect((await detail(id)).rejectionReason).toEqual(reason)
  expect(await history(id)).toMatchObject([{ status: 'Rejected', note: 'Sorry', rejectionReason: reason }])
  const since = await services.recruiter(1).get(`/api/v1/applications/changes?cursor=${nextCursor}`)
  expect(since.body.items).toMatchObject([{ id, rejectionReason: reason }])
  const [event] = await outboxEvents(services.pipeline, CHANGED, id)
  expect(event!.payload.rejectionReason).toEqual({ code: 'no-licence' })
  expect(JSON.stringify(event)).not.toContain('forklift')

  // Another status has none, the history keeps it, also when the code has left the list.
  await store(1, [filled])
  await move(id, { status: 'Screened' })
  expect((await detail(id)).rejectionReason).toBeNull()
  expect(await history(id)).toMatchObject([{ rejectionReason: null }, { rejectionReason: reason }])
  expect((await outboxEvents(services.pipeline, CHANGED, id)).at(-1)!.payload.rejectionReason).toBeNull()
  expect((await reject(id, { code: 'no-licence' })).status).toBe(400)
  expect((await reject(id, { code: 'position-filled', text: '' })).status).toBe(200)
  expect((await detail(id)).rejectionReason).toEqual({ code: 'position-filled', text: null })
})

test('200: the same reason again is no change; 400: another one, or one after a rejection without', async () => {
  await store(1, [licence, filled])
  const { id } = await newApplication()
  await reject(id, { code: 'no-licence', text: 'x' })
  await store(1, [filled])
  expect((await reject(id, { code: 'no-licence', text: 'x' })).status).toBe(200)
  expect((await reject(id, null)).status).toBe(200)
  expect(await history(id)).toHaveLength(1)
  for (const other of [{ code: 'position-filled' }, { code: 'no-licence' }]) {
    const refused = await reject(id, other, { note: 'x' })
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_state'])
    expect(refused.body.message).toContain('rejectionReason: the application is Rejected already')
  }
  const { id: without } = await newApplication()
  await reject(without, undefined)
  expect((await reject(without, { code: 'position-filled' })).body.code).toBe('invalid_state')
  expect(await history(id)).toHaveLength(1)
})

test('400: an unknown code names the known ones; nothing is stored', async () => {
  await store(1, [licence, filled])
  const { id } = await newApplication()
  const cases: [unknown, string][] = [
    [{ code: 'boring' }, 'rejectionReason.code: must be one of your codes: no-licence, position-filled.'],
    [{ code: 7 }, 'rejectionReason.code'],
    [{ text: 'x' }, 'rejectionReason.code'],
    [{ code: 'no-licence', text: 'x'.repeat(2_001) }, 'rejectionReason.text'],
    ['no-licence', 'rejectionReason'],
  ]
  for (const [reason, message] of cases) {
    const { status, body } = await reject(id, reason)
    expect([status, body.code]).toEqual([400, 'invalid_request'])
    expect(body.message).toContain(message)
  }
  const wrongStatus = await move(id, { status: 'Hired', rejectionReason: { code: 'no-licence' } })
  expect([wrongStatus.status, wrongStatus.body.message]).toEqual([
    400,
    'rejectionReason: goes with the status Rejected only.',
  ])
  await store(1, [])
  expect((await reject(id, { code: 'no-licence' })).body.message).toContain('PUT /api/v1/rejection-reasons')
  expect([(await detail(id)).status, await history(id)]).toEqual(['New', []])
})

test('20 rejections with two reasons at once: the first one stands everywhere', async () => {
  await store(1, [licence, filled])
  const { id } = await newApplication()
  const codes = ['no-licence', 'position-filled']
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, n) => reject(id, { code: codes[n % 2] })),
  )
  const { rejectionReason } = await detail(id)
  responses.forEach(({ status }, n) => {
    expect(status).toBe(codes[n % 2] === rejectionReason.code ? 200 : 400)
  })
  expect(await history(id)).toMatchObject([{ rejectionReason }])
  expect(await outboxEvents(services.pipeline, CHANGED, id)).toMatchObject([
    { payload: { rejectionReason: { code: rejectionReason.code } } },
  ])
})

test('an erasure empties the texts and keeps the codes (P-120)', async () => {
  await store(1, [licence])
  const { id, candidateId } = await newApplication()
  await reject(id, { code: 'no-licence', text: 'Hildegunst was late' })
  await publishErased(services.pipeline, candidateId, { applicationIds: [id] })
  await erasuresConfirmed(services.pipeline, [candidateId])
  expect(await findTextInDatabase(services.pipeline.databaseUrl, ['Hildegunst'])).toEqual([])
  const kept = { code: 'no-licence', text: null }
  expect((await detail(id)).rejectionReason).toEqual(kept)
  expect(await history(id)).toMatchObject([{ rejectionReason: kept }])
})
