import { applicationStatuses } from '@jobboard/contracts/applications/application'
import { expect, test } from 'vitest'
import { outboxEvents } from './support/pipeline-with-jobs.ts'
import { recruiterOf } from './support/recruiters.ts'
import { startPipeline, startReplica } from './support/start-pipeline.ts'

// Two replicas on one database; the first owns it.
const services = await startPipeline()
const replica = await startReplica(services)

const CHANGED = 'evt.pipeline.application.status_changed.v1'
const newApplication = async () => (await services.newApplication({})).data.applicationId
const move = (id: number, body: object, client = recruiterOf(services.pipeline)) =>
  client.post(`/api/v1/applications/${id}/status`, body)
const historyOf = (id: number, query = '', client = recruiterOf(services.pipeline)) =>
  client.get(`/api/v1/applications/${id}/history${query}`)

test('200: the history has who, when and the note, newest first, in pages (D-05)', async () => {
  const id = await newApplication()
  expect((await historyOf(id)).body).toEqual({ total: 0, page: 1, pageSize: 50, items: [] })
  const first = await move(id, { status: 'Screened', note: 'Good\nlamps' })
  const second = await move(id, { status: 'Hired' }, recruiterOf(services.pipeline, { userId: null }))
  const rows = [
    {
      id: expect.any(Number),
      previousStatus: 'Screened',
      status: 'Hired',
      note: null,
      authorKeyId: 1,
      authorUserId: null,
      changedBy: 'Employer',
      rejectionReason: null,
      changedAt: second.body.changedAt,
    },
    {
      id: expect.any(Number),
      previousStatus: 'New',
      status: 'Screened',
      note: 'Good\nlamps',
      authorKeyId: 1,
      authorUserId: 10,
      changedBy: 'Employer',
      rejectionReason: null,
      changedAt: first.body.changedAt,
    },
  ]
  expect((await historyOf(id)).body).toEqual({ total: 2, page: 1, pageSize: 50, items: rows })
  const secondPage = { total: 2, page: 2, pageSize: 1, items: rows.slice(1) }
  expect((await historyOf(id, '?page=2&pageSize=1')).body).toEqual(secondPage)
  expect((await historyOf(id, '?page=3')).body).toMatchObject({ total: 2, items: [] })
  for (const query of ['?page=0', '?pageSize=101', '?page=x'])
    expect((await historyOf(id, query)).body.code).toBe('invalid_request')
})

test('200: a person in the portal moves and writes notes without a key; the history names the user', async () => {
  const id = await newApplication()
  const scopes = ['Applications']
  const person = services.pipeline.as({ kind: 'recruiter', employerId: 1, userId: 12, keyId: null, scopes })
  expect((await move(id, { status: 'Screened' }, person)).status).toBe(200)
  expect((await historyOf(id)).body.items).toMatchObject([
    { authorKeyId: 0, authorUserId: 12, changedBy: 'Employer' },
  ])
  const note = await person.post(`/api/v1/applications/${id}/notes`, { text: 'Good lamps' })
  expect([note.status, note.body.authorUserId]).toEqual([201, 12])
})

test("404: the history of another employer's application, byte-identical to a missing one (D-19)", async () => {
  const id = await newApplication()
  const other = recruiterOf(services.pipeline, { employerId: 2 })
  const [others, missing] = [await historyOf(id, '', other), await historyOf(2_147_483_647)]
  expect([others.status, others.text]).toEqual([404, missing.text])
})

test('200: the detail lists every other status as an allowed transition', async () => {
  const id = await newApplication()
  for (const status of applicationStatuses) {
    await move(id, { status })
    const { body } = await recruiterOf(services.pipeline).get(`/api/v1/applications/${id}`)
    expect(body.allowedTransitions).toEqual(applicationStatuses.filter((other) => other !== status))
  }
})

test('50 concurrent changes over two replicas: the history is one chain, with one event per row', async () => {
  const id = await newApplication()
  const clients = [recruiterOf(services.pipeline), recruiterOf(replica)]
  const wanted = Array.from({ length: 50 }, (_, n) => applicationStatuses[(n * 7) % 9]!)
  const responses = await Promise.all(wanted.map((status, n) => move(id, { status }, clients[n % 2])))
  expect(responses.map(({ status }) => status)).toEqual(Array(50).fill(200))

  const { body } = await historyOf(id, '?pageSize=100')
  const rows: { id: number; previousStatus: string; status: string; changedAt: string }[] =
    body.items.toReversed()
  expect(body.total).toBe(rows.length)
  let before = 'New'
  for (const row of rows) {
    expect([row.previousStatus, row.status === before]).toEqual([before, false])
    before = row.status
  }
  expect(rows.map(({ changedAt }) => changedAt)).toEqual(rows.map(({ changedAt }) => changedAt).sort())
  const events = await outboxEvents(services.pipeline, CHANGED, id)
  expect(events.map(({ payload }) => [payload.historyId, payload.previousStatus, payload.status])).toEqual(
    rows.map((row) => [row.id, row.previousStatus, row.status]),
  )
})
