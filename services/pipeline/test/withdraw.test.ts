import { submittedApplicationState } from '@jobboard/contracts/events/candidate'
import { MAX_STATUS_CHANGES_PER_APPLICATION } from '@jobboard/contracts/limits'
import type { Booted } from '@jobboard/testkit/boot'
import { receiveEvent } from '@jobboard/testkit/receive-event'
import { expect, test } from 'vitest'
import { applicationStateConsumer } from '../src/consumers/application.ts'
import { createdEvent, outboxEvents } from './support/pipeline-with-jobs.ts'
import { startPipeline, startReplica } from './support/start-pipeline.ts'

// P-411: a withdrawal by the candidate is final for the employer, whatever else happens at the same moment.
const services = await startPipeline()
const replica = await startReplica(services)

const CHANGED = 'evt.pipeline.application.status_changed.v1'
const FINAL = /^status: the candidate withdrew this application at \S+Z, so it stays Withdrawn; write a note/
const withdraw = (id: number, candidateId: number, at: Pick<Booted, 'as'> = services.pipeline) =>
  at
    .as({ kind: 'service', service: 'candidate' })
    .post(`/internal/v1/candidates/${candidateId}/applications/${id}/withdraw`, {
      keyId: 77,
    })
const move = (id: number, body: unknown, recruiter = services.recruiter(1)) =>
  recruiter.post(`/api/v1/applications/${id}/status`, body)
const detail = async (id: number) => (await services.recruiter(1).get(`/api/v1/applications/${id}`)).body
const history = async (id: number) =>
  (await services.recruiter(1).get(`/api/v1/applications/${id}/history?pageSize=100`)).body

async function newApplication(): Promise<{ id: number; candidateId: number }> {
  const { data } = await services.newApplication({ jobId: await services.newJob(1) })
  return { id: data.applicationId, candidateId: data.candidate.id }
}

test('200: the status, the history, the changes and the event say that the candidate withdrew', async () => {
  const { id, candidateId } = await newApplication()
  await move(id, { status: 'Offered' })
  const { nextCursor } = (await services.recruiter(1).get('/api/v1/applications/changes')).body
  const { status, body } = await withdraw(id, candidateId)
  const { changedAt } = body
  expect([status, body]).toEqual([
    200,
    { applicationId: id, status: 'Withdrawn', changedAt, withdrawnAt: changedAt, version: 3 },
  ])
  expect(await detail(id)).toMatchObject({
    status: 'Withdrawn',
    updatedAt: changedAt,
    withdrawnAt: changedAt,
    allowedTransitions: [],
  })
  expect((await history(id)).items).toMatchObject([
    {
      previousStatus: 'Offered',
      status: 'Withdrawn',
      note: null,
      authorKeyId: 77,
      authorUserId: null,
      changedBy: 'Candidate',
      changedAt,
    },
    { status: 'Offered', changedBy: 'Employer' },
  ])
  const since = await services.recruiter(1).get(`/api/v1/applications/changes?cursor=${nextCursor}`)
  expect(since.body.items).toMatchObject([{ id, status: 'Withdrawn', withdrawnAt: changedAt }])
  const events = await outboxEvents(services.pipeline, CHANGED, id)
  expect(events.at(-1)).toMatchObject({
    aggregateVersion: 3,
    payload: { previousStatus: 'Offered', status: 'Withdrawn', changedAt, withdrawnAt: changedAt },
  })
})

test('200: a repetition returns the same and changes nothing', async () => {
  const { id, candidateId } = await newApplication()
  const first = await withdraw(id, candidateId)
  const again = await withdraw(id, candidateId)
  expect([again.status, again.text]).toEqual([200, first.text])
  expect((await history(id)).total).toBe(1)
  expect(await outboxEvents(services.pipeline, CHANGED, id)).toHaveLength(1)
})

test('409: the employer cannot move it on; Withdrawn again with a note is kept', async () => {
  const { id, candidateId } = await newApplication()
  await withdraw(id, candidateId)
  const refused = await move(id, { status: 'Hired', note: 'Please' })
  expect([refused.status, refused.body.code]).toEqual([409, 'application_withdrawn'])
  expect(refused.body.message).toMatch(FINAL)
  expect((await history(id)).total).toBe(1)
  expect((await move(id, { status: 'Withdrawn' })).status).toBe(200)
  expect((await move(id, { status: 'Withdrawn', note: 'A pity' })).status).toBe(200)
  expect((await history(id)).items[0]).toMatchObject({ note: 'A pity', changedBy: 'Employer' })
  expect((await detail(id)).status).toBe('Withdrawn')
})

test('Withdrawn by the employer can be moved on, until the candidate withdraws too: no second event (D-26)', async () => {
  const { id, candidateId } = await newApplication()
  await move(id, { status: 'Withdrawn' })
  expect((await detail(id)).withdrawnAt).toBeNull()
  expect((await move(id, { status: 'Screened' })).status).toBe(200)
  await move(id, { status: 'Withdrawn' })
  const events = await outboxEvents(services.pipeline, CHANGED, id)
  const { body } = await withdraw(id, candidateId)
  expect(body).toMatchObject({ status: 'Withdrawn', withdrawnAt: expect.any(String), version: 4 })
  expect((await history(id)).items[0]).toMatchObject({ previousStatus: 'Withdrawn', changedBy: 'Candidate' })
  expect(await outboxEvents(services.pipeline, CHANGED, id)).toEqual(events)
  expect((await move(id, { status: 'Screened' })).status).toBe(409)
})

test("404: another candidate's application is one that does not exist", async () => {
  const { id, candidateId } = await newApplication()
  const [others, missing] = [await withdraw(id, candidateId + 1), await withdraw(2_000_000_000, candidateId)]
  expect([others.status, others.text]).toEqual([404, missing.text])
  expect((await detail(id)).status).toBe('New')
})

test('40 moves and 10 withdrawals at once over two replicas: nothing comes after the withdrawal, and it is there once', async () => {
  const { id, candidateId } = await newApplication()
  const recruiters = [services.pipeline, replica].map((at) =>
    at.as({ kind: 'recruiter', employerId: 1, userId: 10, keyId: 1, scopes: ['Applications'] }),
  )
  const wanted = ['Screened', 'Offered', 'Rejected', 'New']
  const calls = Array.from({ length: 50 }, (_, n) =>
    n % 5 === 2
      ? withdraw(id, candidateId, n % 2 ? services.pipeline : replica)
      : move(id, { status: wanted[n % 4] }, recruiters[n % 2]),
  )
  const responses = await Promise.all(calls)
  const withdrawals = responses.filter((_, n) => n % 5 === 2)
  const moves = responses.filter((_, n) => n % 5 !== 2)
  expect(withdrawals.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(new Set(withdrawals.map(({ text }) => text)).size).toBe(1)
  for (const { status } of moves) expect([200, 409]).toContain(status)

  const rows = (await history(id)).items.toReversed()
  expect(rows.filter((row: { changedBy: string }) => row.changedBy === 'Candidate')).toHaveLength(1)
  expect(rows.at(-1)).toMatchObject({ status: 'Withdrawn', changedBy: 'Candidate' })
  let before = 'New'
  for (const row of rows) {
    expect(row.previousStatus).toBe(before)
    before = row.status
  }
  const events = await outboxEvents(services.pipeline, CHANGED, id)
  expect(events.map(({ payload }) => payload.status)).toEqual(
    rows.map((row: { status: string }) => row.status),
  )
  expect((await detail(id)).status).toBe('Withdrawn')
})

test('the limit of the history does not hold for a withdrawal (P-285)', async () => {
  const { id, candidateId } = await newApplication()
  await services.pipeline.deps.db.sql`
    insert into status_change (application_id, previous_status, status, note, author_key_id, changed_at)
    select ${id}, 'New', 'New', 'x', 1, now() from generate_series(1, ${MAX_STATUS_CHANGES_PER_APPLICATION})`
  expect((await move(id, { status: 'Hired' })).body.code).toBe('invalid_state')
  expect((await withdraw(id, candidateId)).body.status).toBe('Withdrawn')
})

test('a restored application stays final; the state of an older release has no withdrawal', async () => {
  const withdrawnAt = '2031-01-01T00:00:00.000Z'
  for (const [more, expected] of [
    [{ withdrawnAt }, 409],
    [{}, 200],
  ] as const) {
    const { data } = createdEvent({})
    await receiveEvent(
      services.pipeline.deps.db,
      'pipeline',
      applicationStateConsumer(services.pipeline.deps),
      {
        id: crypto.randomUUID(),
        subject: submittedApplicationState.subject,
        aggregateId: String(data.applicationId),
        aggregateVersion: 1,
        occurredAt: data.appliedAt,
        data: { ...data, status: 'Withdrawn', version: 2, updatedAt: withdrawnAt, ...more },
      },
    )
    expect((await move(data.applicationId, { status: 'Hired' })).status).toBe(expected)
  }
})
