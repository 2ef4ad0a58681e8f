import { applicationStatuses } from '@jobboard/contracts/application'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { told, type World, world } from './support/setup.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.end())

const CHANGED = 'evt.pipeline.application.status_changed.v1'
const post = (id: number, body: unknown) => w.recruiter(1).post(`/api/v1/applications/${id}/status`, body)

interface Row {
  previousStatus: string
  status: string
  note: string | null
  authorKeyId: number
  authorUserId: number | null
  changedAt: Date
}
const history = (id: number) =>
  w.pipeline.deps.db.sql<Row>`
    select previous_status, status, note, author_key_id, author_user_id, changed_at
    from status_change where application_id = ${id} order by id`

async function newApplication(): Promise<number> {
  return (await w.newApplication({ jobId: await w.newJob(1) })).data.applicationId
}

test('200: a move answers previous and new status and leaves a row with note and author, and an event (D-26)', async () => {
  const id = await newApplication()
  const answer = await post(id, { status: 'Screened', note: 'Good\nlamps' })
  expect(answer.status).toBe(200)
  const { changedAt } = answer.body
  expect(answer.body).toEqual({ id, previousStatus: 'New', status: 'Screened', changedAt })
  const row = { previousStatus: 'New', status: 'Screened', note: 'Good\nlamps' }
  const author = { authorKeyId: 1, authorUserId: 10 }
  expect(await history(id)).toEqual([{ ...row, ...author, changedAt: new Date(changedAt) }])
  expect(await told(w.pipeline, CHANGED, id)).toMatchObject([
    {
      aggregateVersion: 2,
      payload: { applicationId: id, employerId: 1, version: 2, changedAt, ...noNote(row) },
    },
  ])
  expect((await w.recruiter(1).get(`/api/v1/applications/${id}`)).body).toMatchObject({
    status: 'Screened',
    updatedAt: changedAt,
  })
})

test('200: the same status again leaves no row and no event', async () => {
  const id = await newApplication()
  expect((await post(id, { status: 'New', note: 'again' })).body).toMatchObject({
    previousStatus: 'New',
    status: 'New',
  })
  const first = await post(id, { status: 'Hired' })
  const again = await post(id, { status: 'Hired' })
  expect(again.body).toEqual({ ...first.body, previousStatus: 'Hired' })
  expect(await history(id)).toHaveLength(1)
  expect(await told(w.pipeline, CHANGED, id)).toHaveLength(1)
})

test('200: any of the nine to any other', async () => {
  const id = await newApplication()
  for (const from of applicationStatuses) {
    for (const status of applicationStatuses.filter((one) => one !== from)) {
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
])('400: %j, nothing changed', async (body) => {
  const id = await newApplication()
  const answer = await post(id, body)
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
  expect(await history(id)).toEqual([])
  expect((await w.recruiter(1).get(`/api/v1/applications/${id}`)).body.status).toBe('New')
})

test('40 moves at once: the chain has no break, and rows, events and answers agree', async () => {
  const id = await newApplication()
  const wanted = Array.from({ length: 40 }, (_, i) => applicationStatuses[(i * 7) % 9]!)
  const answers = await Promise.all(wanted.map((status) => post(id, { status })))
  expect(answers.every(({ status }) => status === 200)).toBe(true)

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
  expect((await w.recruiter(1).get(`/api/v1/applications/${id}`)).body.status).toBe(before)
  expect(answers.filter(({ body }) => body.previousStatus !== body.status)).toHaveLength(rows.length)
  const events = await told(w.pipeline, CHANGED, id)
  expect(events.map(({ aggregateVersion }) => aggregateVersion)).toEqual(rows.map((_, i) => i + 2))
  expect(events.map(({ payload }) => [payload.previousStatus, payload.status])).toEqual(
    rows.map(({ previousStatus, status }) => [previousStatus, status]),
  )
})

test('20 moves to one status at once: one row, one event', async () => {
  const id = await newApplication()
  await Promise.all(Array.from({ length: 20 }, () => post(id, { status: 'Offered' })))
  expect(await history(id)).toHaveLength(1)
  expect(await told(w.pipeline, CHANGED, id)).toHaveLength(1)
})

function noNote({ note: _, ...row }: Pick<Row, 'previousStatus' | 'status' | 'note'>): object {
  return row
}
