import { applicationStatuses } from '@jobboard/contracts/applications/application'
import { submittedApplicationState } from '@jobboard/contracts/applications/events'
import { MAX_STATUS_CHANGES_PER_APPLICATION } from '@jobboard/contracts/limits'
import type { Booted } from '@jobboard/testkit/boot'
import { receiveEvent } from '@jobboard/testkit/receive-event'
import { expect, test } from 'vitest'
import { applicationStateConsumer } from '../src/applications/consumers.ts'
import { createdEvent, outboxEvents } from './support/pipeline-with-jobs.ts'
import { startPipeline, startReplica } from './support/start-pipeline.ts'

// P-411, D-69: a withdrawal and a move have one order, and both stand in the history.
const services = await startPipeline()
const replica = await startReplica(services)

const CHANGED = 'evt.pipeline.application.status_changed.v1'
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
    allowedTransitions: expect.arrayContaining(['New', 'Hired', 'Rejected']),
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

test('200: the employer moves a withdrawn application to each of the nine; withdrawnAt stays (D-26, D-69)', async () => {
  for (const wanted of applicationStatuses) {
    const { id, candidateId } = await newApplication()
    const { withdrawnAt } = (await withdraw(id, candidateId)).body
    const moved = await move(id, { status: wanted, note: 'We talked' })
    expect([moved.status, moved.body]).toMatchObject([200, { previousStatus: 'Withdrawn', status: wanted }])
    expect(await detail(id)).toMatchObject({
      status: wanted,
      withdrawnAt,
      allowedTransitions: applicationStatuses.filter((other) => other !== wanted),
    })
    expect((await history(id)).items).toMatchObject([
      { status: wanted, note: 'We talked', changedBy: 'Employer' },
      { status: 'Withdrawn', changedBy: 'Candidate' },
    ])
    const events = await outboxEvents(services.pipeline, CHANGED, id)
    expect(events).toHaveLength(wanted === 'Withdrawn' ? 1 : 2)
    expect(events.at(-1)!.payload).toMatchObject({ status: wanted, withdrawnAt })
    const listed = (await services.recruiter(1).get(`/api/v1/applications?status=${wanted}&pageSize=100`))
      .body
    expect(listed.items.find((item: { id: number }) => item.id === id)).toMatchObject({ withdrawnAt })
  }
})

test('200: moved afterwards, the candidate withdraws it again: Withdrawn, with a new time, event and history row (D-69)', async () => {
  const { id, candidateId } = await newApplication()
  const first = (await withdraw(id, candidateId)).body
  await move(id, { status: 'Interviewing' })
  const again = await withdraw(id, candidateId)
  expect([again.status, again.body]).toMatchObject([200, { status: 'Withdrawn', version: 4 }])
  expect(Date.parse(again.body.withdrawnAt)).toBeGreaterThanOrEqual(Date.parse(first.withdrawnAt))
  expect((await detail(id)).withdrawnAt).toBe(again.body.withdrawnAt)
  const rows = (await history(id)).items.map(({ status, changedBy }: Record<string, string>) => [
    status,
    changedBy,
  ])
  expect(rows).toEqual([
    ['Withdrawn', 'Candidate'],
    ['Interviewing', 'Employer'],
    ['Withdrawn', 'Candidate'],
  ])
  const events = await outboxEvents(services.pipeline, CHANGED, id)
  expect(events.map(({ payload }) => payload.status)).toEqual(['Withdrawn', 'Interviewing', 'Withdrawn'])
  expect((await withdraw(id, candidateId)).text).toBe(again.text)
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
  expect((await move(id, { status: 'Screened' })).status).toBe(200)
})

test('the history has the time of the withdrawal, also of what the employer had set to Withdrawn before (D-26)', async () => {
  const { clock } = services.pipeline.deps
  const { applicationId: id, candidate } = (
    await services.newApplication({ appliedAt: clock.now().toISOString() })
  ).data
  const { changedAt } = (await move(id, { status: 'Withdrawn' })).body
  clock.advanceTo(clock.offsetMs + 3_600_000)
  const { withdrawnAt } = (await withdraw(id, candidate.id)).body
  expect(Date.parse(withdrawnAt)).toBeGreaterThan(Date.parse(changedAt))
  expect(await detail(id)).toMatchObject({ updatedAt: changedAt, withdrawnAt })
  expect((await history(id)).items).toMatchObject([
    { changedBy: 'Candidate', changedAt: withdrawnAt },
    { changedBy: 'Employer', changedAt },
  ])
})

test('a withdrawal of what the employer set to Withdrawn is never earlier than that', async () => {
  // Applied in the future, so that the move is later than the clock of the withdrawal.
  const { id, candidateId } = await newApplication()
  const { changedAt } = (await move(id, { status: 'Withdrawn' })).body
  expect((await withdraw(id, candidateId)).body.withdrawnAt).toBe(changedAt)
})

test("404: another candidate's application is one that does not exist", async () => {
  const { id, candidateId } = await newApplication()
  const [others, missing] = [await withdraw(id, candidateId + 1), await withdraw(2_000_000_000, candidateId)]
  expect([others.status, others.text]).toEqual([404, missing.text])
  expect((await detail(id)).status).toBe('New')
})

test('40 moves and 10 withdrawals at once over two replicas: all succeed, in one order, which history and events have', async () => {
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
  expect(moves.map(({ status }) => status)).toEqual(Array(40).fill(200))

  const rows = (await history(id)).items.toReversed()
  const byCandidate = rows.filter((row: { changedBy: string }) => row.changedBy === 'Candidate')
  expect(byCandidate.length).toBeGreaterThanOrEqual(1)
  for (const row of byCandidate) expect(row).toMatchObject({ status: 'Withdrawn' })
  let before = 'New'
  for (const row of rows) {
    expect(row.previousStatus).toBe(before)
    before = row.status
  }
  const events = await outboxEvents(services.pipeline, CHANGED, id)
  expect(events.map(({ payload }) => payload.status)).toEqual(
    rows.map((row: { status: string }) => row.status),
  )
  expect(await detail(id)).toMatchObject({ status: before, withdrawnAt: byCandidate.at(-1)!.changedAt })
})

test('the limit of the history does not hold for a withdrawal (P-285)', async () => {
  const { id, candidateId } = await newApplication()
  await services.pipeline.deps.db.sql`
    insert into status_change (application_id, previous_status, status, note, author_key_id, changed_at)
    select ${id}, 'New', 'New', 'x', 1, now() from generate_series(1, ${MAX_STATUS_CHANGES_PER_APPLICATION})`
  expect((await move(id, { status: 'Hired' })).body.code).toBe('invalid_state')
  expect((await withdraw(id, candidateId)).body.status).toBe('Withdrawn')
})

test('a restored application has its withdrawal, and is moved; the state of an older release has none', async () => {
  const withdrawnAt = '2031-01-01T00:00:00.000Z'
  for (const [more, expected] of [
    [{ withdrawnAt }, withdrawnAt],
    [{}, null],
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
    expect((await move(data.applicationId, { status: 'Hired' })).status).toBe(200)
    expect((await detail(data.applicationId)).withdrawnAt).toBe(expected)
  }
})
