import { applicationCreated } from '@jobboard/contracts/events/candidate'
import { receiveApplication } from '@jobboard/contracts/internal/facts'
import { appendEvent } from '@jobboard/events/publisher/outbox'
import { startRelay } from '@jobboard/events/publisher/relay'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HandOver, handOver, told, type World, world } from './support/setup.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.end())

const SUBMITTED = 'evt.pipeline.application.submitted.v1'

/** Tells the event as the candidate service does: from its outbox, over NATS. Resolves when pipeline has heard it all. */
async function tell({ eventId, data }: HandOver): Promise<void> {
  const { db, bus, log } = w.jobs.deps
  await db.tx((sql) =>
    appendEvent(sql, applicationCreated, {
      id: eventId,
      aggregateId: data.applicationId,
      aggregateVersion: 1,
      occurredAt: new Date(data.appliedAt),
      data,
    }),
  )
  const relay = startRelay({ db, bus, service: 'candidate', log })
  await eventually('heard', async () => {
    const found = await w.pipeline.deps.bus.jsm.consumers
      .info('EVT_CANDIDATE', 'pipeline_application')
      .catch(() => undefined)
    const [left] = await db.sql`select 1 from outbox where event_id = ${eventId} and published_at is null`
    return !left && found && found.num_pending === 0 && found.num_ack_pending === 0
  })
  await relay.stop()
}

const count = async (id: number) => {
  const rows = await w.pipeline.deps.db.sql`select 1 from application where id = ${id}`
  return rows.length
}

test('handed over ten times at once and told over NATS: one application, one application.submitted, version 1', async () => {
  const sent = handOver({ jobId: await w.newJob(1) })
  const { applicationId: id } = sent.data
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () => w.internal.post(receiveApplication.path, sent)),
    tell(sent).then(() => ({ status: 204 })),
  ])
  expect(answers.every(({ status }) => status === 204)).toBe(true)
  expect((await w.internal.post(receiveApplication.path, sent)).status).toBe(204)
  expect(await count(id)).toBe(1)
  const { employerId, jobId, jobTitle, appliedAt, applicationType, candidate } = sent.data
  expect(await told(w.pipeline, SUBMITTED, id)).toEqual([
    {
      aggregateVersion: 1,
      payload: {
        applicationId: id,
        employerId,
        jobId,
        jobTitle,
        candidateId: candidate.id,
        status: 'New',
        version: 1,
        appliedAt,
        applicationType,
      },
    },
  ])
})

test('told over NATS alone: it arrives all the same', async () => {
  const sent = handOver({ jobId: await w.newJob(1) })
  await tell(sent)
  expect(await count(sent.data.applicationId)).toBe(1)
  expect(await told(w.pipeline, SUBMITTED, sent.data.applicationId)).toHaveLength(1)
})

test('told again after it was moved, under the same event id and under another: its status stays', async () => {
  const sent = await w.newApplication({ jobId: await w.newJob(1) })
  const { applicationId: id } = sent.data
  await w.recruiter(1).post(`/api/v1/applications/${id}/status`, { status: 'Hired' })
  await tell(sent)
  await w.newApplication(sent.data)
  expect((await w.recruiter(1).get(`/api/v1/applications/${id}`)).body.status).toBe('Hired')
  expect(await told(w.pipeline, SUBMITTED, id)).toHaveLength(1)
})

test('400: a hand-over that breaks its contract, nothing stored', async () => {
  const sent = handOver({})
  const answer = await w.internal.post(receiveApplication.path, { ...sent, data: { ...sent.data, jobId: 0 } })
  expect(answer.status).toBe(400)
  expect(await count(sent.data.applicationId)).toBe(0)
})
