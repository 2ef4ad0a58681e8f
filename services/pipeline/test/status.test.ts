import { applicationStatuses } from '@jobboard/contracts/applications/application'
import { expect, test } from 'vitest'
import { listApplicationsAfter, listRecords } from '../src/applications/store.ts'
import { outboxEvents } from './support/pipeline-with-jobs.ts'
import { startPipeline } from './support/start-pipeline.ts'

const services = await startPipeline()

const CHANGED = 'evt.pipeline.application.status_changed.v1'
const post = (id: number, body: unknown) =>
  services.recruiter(1).post(`/api/v1/applications/${id}/status`, body)

interface Row {
  previousStatus: string
  status: string
  note: string | null
  authorKeyId: number
  authorUserId: number | null
  changedAt: Date
}
const history = (id: number) =>
  services.pipeline.deps.db.sql<Row>`
    select previous_status, status, note, author_key_id, author_user_id, changed_at
    from status_change where application_id = ${id} order by id`

async function newApplication(): Promise<number> {
  return (await services.newApplication({ jobId: await services.newJob(1) })).data.applicationId
}

test('200: a change returns the previous and the new status and writes a history row and an event (D-26)', async () => {
  const id = await newApplication()
  const response = await post(id, { status: 'Screened', note: 'Good\nlamps' })
  expect(response.status).toBe(200)
  const { changedAt } = response.body
  expect(response.body).toEqual({ id, previousStatus: 'New', status: 'Screened', changedAt })
  const row = { previousStatus: 'New', status: 'Screened', note: 'Good\nlamps' }
  const author = { authorKeyId: 1, authorUserId: 10 }
  expect(await history(id)).toEqual([{ ...row, ...author, changedAt: new Date(changedAt) }])
  expect(await outboxEvents(services.pipeline, CHANGED, id)).toMatchObject([
    {
      aggregateVersion: 2,
      payload: { applicationId: id, employerId: 1, version: 2, changedAt, ...withoutNote(row) },
    },
  ])
  expect((await services.recruiter(1).get(`/api/v1/applications/${id}`)).body).toMatchObject({
    status: 'Screened',
    updatedAt: changedAt,
  })
})

test('200: the same status again without a note writes no history row and no event', async () => {
  const id = await newApplication()
  for (const note of [undefined, null, '', ' \n', '\u2060']) {
    expect((await post(id, { status: 'New', note })).body).toMatchObject({
      previousStatus: 'New',
      status: 'New',
    })
  }
  const first = await post(id, { status: 'Hired' })
  const again = await post(id, { status: 'Hired' })
  expect(again.body).toEqual({ ...first.body, previousStatus: 'Hired' })
  expect(await history(id)).toHaveLength(1)
  expect(await outboxEvents(services.pipeline, CHANGED, id)).toHaveLength(1)
})

test('200: a note with the same status is kept in the history, without an event or a change (D-26)', async () => {
  const id = await newApplication()
  const recruiter = services.recruiter(1)
  const moved = await post(id, { status: 'Screened' })
  const detail = await recruiter.get(`/api/v1/applications/${id}`)
  const { nextCursor } = (await recruiter.get('/api/v1/applications/changes')).body

  const noted = await post(id, { status: 'Screened', note: 'Called twice' })
  expect([noted.status, noted.body]).toEqual([200, { ...moved.body, previousStatus: 'Screened' }])

  const { items, total } = (await recruiter.get(`/api/v1/applications/${id}/history`)).body
  expect(total).toBe(2)
  expect(items[0]).toMatchObject({
    previousStatus: 'Screened',
    status: 'Screened',
    note: 'Called twice',
    authorKeyId: 1,
    authorUserId: 10,
  })
  expect(items[0].changedAt >= items[1].changedAt).toBe(true)
  expect(await outboxEvents(services.pipeline, CHANGED, id)).toHaveLength(1)
  expect((await recruiter.get(`/api/v1/applications/${id}`)).text).toBe(detail.text)
  const since = await recruiter.get(`/api/v1/applications/changes?cursor=${nextCursor}`)
  expect(since.body.items).toEqual([])
  // The note is not a version: a resync has one change, and the current status is no former one.
  const [stored] = await listApplicationsAfter(services.pipeline.deps.db.sql, id - 1, 1)
  const { candidateId } = detail.body
  const [exported] = await listRecords(services.pipeline.deps.db.sql, candidateId, [id])
  expect(exported!.statusHistory).toHaveLength(1)
  expect(stored).toMatchObject({ version: 2, changes: [{ status: 'Screened' }], formerStatuses: ['New'] })
})

test('200: each of the nine statuses can follow each other one', async () => {
  const id = await newApplication()
  for (const from of applicationStatuses) {
    for (const status of applicationStatuses.filter((status) => status !== from)) {
      await post(id, { status: from })
      expect((await post(id, { status })).body).toMatchObject({ previousStatus: from, status })
    }
  }
})

test.each([
  [{}],
  [{ status: 'new' }],
  [{ status: 'Bored' }],
  [{ status: null }],
  [{ status: 'Hired', note: 7 }],
  [{ status: 'Hired', note: 'a\u0000b' }],
  [{ status: 'Hired', note: 'a\udc00b' }],
  [{ status: 'Hired', note: 'x'.repeat(10_001) }],
])('400: %j changes nothing', async (body) => {
  const id = await newApplication()
  const response = await post(id, body)
  expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
  expect(await history(id)).toEqual([])
  expect((await services.recruiter(1).get(`/api/v1/applications/${id}`)).body.status).toBe('New')
})

test('40 concurrent changes: each previous status is the status before; rows, events and responses agree', async () => {
  const id = await newApplication()
  const wanted = Array.from({ length: 40 }, (_, i) => applicationStatuses[(i * 7) % 9]!)
  const responses = await Promise.all(wanted.map((status) => post(id, { status })))
  expect(responses.every(({ status }) => status === 200)).toBe(true)

  const rows = await history(id)
  let before = 'New'
  let last = 0
  for (const { previousStatus, status, changedAt } of rows) {
    expect(previousStatus).toBe(before)
    expect(status).not.toBe(previousStatus)
    expect(changedAt.getTime()).toBeGreaterThanOrEqual(last)
    before = status
    last = changedAt.getTime()
  }
  expect((await services.recruiter(1).get(`/api/v1/applications/${id}`)).body.status).toBe(before)
  expect(responses.filter(({ body }) => body.previousStatus !== body.status)).toHaveLength(rows.length)
  const events = await outboxEvents(services.pipeline, CHANGED, id)
  expect(events.map(({ aggregateVersion }) => aggregateVersion)).toEqual(rows.map((_, i) => i + 2))
  expect(events.map(({ payload }) => [payload.previousStatus, payload.status])).toEqual(
    rows.map(({ previousStatus, status }) => [previousStatus, status]),
  )
})

test('20 concurrent changes to the same status: one row, one event', async () => {
  const id = await newApplication()
  await Promise.all(Array.from({ length: 20 }, () => post(id, { status: 'Offered' })))
  expect(await history(id)).toHaveLength(1)
  expect(await outboxEvents(services.pipeline, CHANGED, id)).toHaveLength(1)
})

function withoutNote({ note: _, ...row }: Pick<Row, 'previousStatus' | 'status' | 'note'>): object {
  return row
}

test('412: of ten people who move the same application from the same status, one does (P-468)', async () => {
  const id = await newApplication()
  const targets = applicationStatuses.filter((status) => !['New', 'Withdrawn'].includes(status))
  const moves = await Promise.all(targets.map((status) => post(id, { status, expectedStatus: 'New' })))
  const won = moves.filter(({ status }) => status === 200)
  expect(won).toHaveLength(1)
  const now = won[0]!.body.status
  for (const { status, body } of moves.filter((move) => !won.includes(move))) {
    expect([status, body.code, body.message]).toEqual([
      412,
      'precondition_failed',
      `expectedStatus: the application is ${now} now, not New; read it again, then decide.`,
    ])
  }
  expect(await history(id)).toHaveLength(1)
})

test('200: a move to the status that it has already is no change, whatever was expected (P-468)', async () => {
  const id = await newApplication()
  await post(id, { status: 'Offered' })
  const again = await post(id, { status: 'Offered', expectedStatus: 'New' })
  expect([again.status, again.body.previousStatus]).toEqual([200, 'Offered'])
  const moved = await post(id, { status: 'Hired', expectedStatus: 'Offered' })
  expect([moved.status, moved.body.status]).toEqual([200, 'Hired'])
  expect((await post(id, { status: 'New', expectedStatus: null })).status).toBe(200)
  expect(await history(id)).toHaveLength(3)
})
