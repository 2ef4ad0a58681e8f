import type { ChildProcess } from 'node:child_process'
import { applicationCreated, applicationErased } from '@jobboard/contracts/applications/events'
import { candidateErased } from '@jobboard/contracts/candidates/events'
import { toMessage } from '@jobboard/events/nats/message'
import { CALLER_HEADER, type Caller, signCaller } from '@jobboard/service/auth/caller'
import { erasureConsumers } from '@jobboard/service/erasure/erasure'
import { TEST_CALLER_SECRET } from '@jobboard/testkit/boot'
import { type Client, client } from '@jobboard/testkit/client'
import { erasuresConfirmed, publishErased } from '@jobboard/testkit/erase-candidate'
import { eventually } from '@jobboard/testkit/eventually'
import { receiveEvent } from '@jobboard/testkit/receive-event'
import { endOf, startServiceProcess, urlOf } from '@jobboard/testkit/service-process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseCandidate } from '../src/applications/erase-actions.ts'
import { service } from '../src/service.ts'
import {
  bootPipeline,
  type CreatedEvent,
  createdEvent,
  outboxEvents,
  type PipelineAlone,
  receiveCreated,
} from './support/pipeline-with-jobs.ts'
import { recruiterOf } from './support/recruiters.ts'

// A second replica on the same database reads the state after the crash. It runs no consumers: the event that kills
// reaches only the process with the failpoint.
let services: PipelineAlone
let recruiter: Client
const started: ChildProcess[] = []
beforeAll(async () => {
  services = await bootPipeline({ ...service, consumers: () => [] })
  recruiter = recruiterOf(services.pipeline)
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await services.stop()
})

/** Sends a request to a process that the failpoint kills while it handles it. */
async function sendAndCrash(
  failpoint: string,
  method: string,
  path: string,
  body?: unknown,
  caller: Caller = { kind: 'recruiter', employerId: 1, userId: 10, keyId: 1, scopes: [] },
  headers: Record<string, string> = {},
): Promise<void> {
  const child = startServiceProcess('pipeline', services.pipeline, { FAILPOINTS: failpoint })
  started.push(child)
  const signed = { [CALLER_HEADER]: signCaller(TEST_CALLER_SECRET, caller) }
  const crashing = client(await urlOf(child), signed)
  await expect(crashing.send(method, path, { body, headers })).rejects.toThrow()
  expect(await endOf(child)).toBe('SIGKILL')
}

const newApplication = async () => {
  const event = createdEvent({})
  await receiveCreated(services.pipeline, event)
  return event.data.applicationId
}

/** Publishes the event to the stream of candidate, which the consumer of the process creates. */
async function publish({ eventId, occurredAt, data }: CreatedEvent): Promise<void> {
  const { subject } = applicationCreated
  const { headers, bytes } = toMessage({
    id: 1,
    eventId,
    subject,
    aggregateId: String(data.applicationId),
    aggregateVersion: 1,
    occurredAt: new Date(occurredAt),
    payload: JSON.stringify(data),
    traceparent: null,
  })
  const { js } = services.pipeline.deps.bus
  await eventually('the stream', () =>
    js.publish(subject, bytes, { msgID: eventId, headers }).catch(() => false),
  )
}

test('SIGKILL between the assignment of a tag and its count: neither is stored, the repeated request does both', async () => {
  const path = `/api/v1/applications/${await newApplication()}/tags`
  await sendAndCrash('tag-after-assignment', 'POST', path, { label: 'Crash' })
  expect((await recruiter.get(path)).body).toEqual([])
  expect((await recruiter.get('/api/v1/tags')).body).toEqual([])
  expect((await recruiter.post(path, { label: 'Crash' })).body).toEqual({ label: 'crash', usageCount: 1 })

  await sendAndCrash('tag-after-removal', 'DELETE', `${path}/crash`)
  expect((await recruiter.get(path)).body).toEqual([{ label: 'crash', usageCount: 1 }])
  expect((await recruiter.delete(`${path}/crash`)).status).toBe(204)
  expect((await recruiter.get('/api/v1/tags')).body).toEqual([])
})

test('SIGKILL between the history row and the event of a status change: no trace of it, the repeated request does all', async () => {
  const id = await newApplication()
  const path = `/api/v1/applications/${id}`
  const CHANGED = 'evt.pipeline.application.status_changed.v1'
  const history = () =>
    services.pipeline.deps.db.sql`select status from status_change where application_id = ${id}`
  await sendAndCrash('status-after-history', 'POST', `${path}/status`, { status: 'Hired' })
  expect((await recruiter.get(path)).body.status).toBe('New')
  expect([await history(), await outboxEvents(services.pipeline, CHANGED, id)]).toEqual([[], []])
  await eventually('the row lock of the crashed process is released', async () => {
    const { status } = await recruiter.post(`${path}/status`, { status: 'Hired' })
    return status === 200
  })
  expect(await history()).toEqual([{ status: 'Hired' }])
  expect(await outboxEvents(services.pipeline, CHANGED, id)).toHaveLength(1)
})

test('SIGKILL between two applications of a bulk, and within one: the repetition with its Idempotency-Key does the rest, and nothing twice (D-70)', async () => {
  const ids: number[] = []
  for (let n = 0; n < 5; n++) ids.push(await newApplication())
  const body = { ids, status: 'Hired', note: 'Yes.', addTags: ['bulk crash'] }
  const headers = { 'idempotency-key': 'bulk-crash' }
  const path = '/api/v1/applications/bulk'
  const { sql } = services.pipeline.deps.db
  const history = () => sql<{ applicationId: number }>`
    select application_id from status_change where application_id = any(${ids}) order by id`
  const recruits: Caller = { kind: 'recruiter', employerId: 1, userId: 10, keyId: 1, scopes: [] }
  // After the second, then within the fourth.
  await sendAndCrash('bulk-after-item:2', 'POST', path, body, recruits, headers)
  expect((await history()).map((row) => row.applicationId)).toEqual(ids.slice(0, 2))
  await sendAndCrash('status-after-history:2', 'POST', path, body, recruits, headers)
  expect((await history()).map((row) => row.applicationId)).toEqual(ids.slice(0, 3))
  await eventually('the locks of the crashed process are released', async () => {
    const done = await recruiter.send('POST', path, { body, headers })
    if (done.status !== 200) return false
    expect(done.body.items).toEqual(ids.map((id) => ({ id, ok: true, status: 'Hired' })))
    return true
  })
  expect((await history()).map((row) => row.applicationId)).toEqual(ids)
  for (const id of ids) {
    const events = await outboxEvents(services.pipeline, 'evt.pipeline.application.status_changed.v1', id)
    expect(events).toHaveLength(1)
  }
  expect((await recruiter.get('/api/v1/tags')).body).toContainEqual({ label: 'bulk crash', usageCount: 5 })
  expect(await sql`select path from idempotency where key = 'bulk-crash'`).toEqual([{ path }])
})

test('SIGKILL between the history row and the event of a withdrawal: neither exists, and a repetition makes both (P-411)', async () => {
  const { data } = createdEvent({})
  await receiveCreated(services.pipeline, { eventId: crypto.randomUUID(), occurredAt: data.appliedAt, data })
  const { applicationId: id, candidate } = data
  const path = `/internal/v1/candidates/${candidate.id}/applications/${id}/withdraw`
  const caller: Caller = { kind: 'service', service: 'candidate' }
  const stored = async () => [
    await services.pipeline.deps.db.sql`select status from status_change where application_id = ${id}`,
    (await outboxEvents(services.pipeline, 'evt.pipeline.application.status_changed.v1', id)).length,
  ]
  await sendAndCrash('withdraw-after-history', 'POST', path, { keyId: 7 }, caller)
  expect(await stored()).toEqual([[], 0])
  await eventually('the row lock of the crashed process is released', async () => {
    const { status } = await services.pipeline.as(caller).post(path, { keyId: 7 })
    return status === 200
  })
  expect(await stored()).toEqual([[{ status: 'Withdrawn' }], 1])
})

test.each([
  ['before the commit of a note', 'note-after-insert', 0],
  ['between the commit of a note and its response', 'note-after-commit', 1],
])(
  'SIGKILL %s: the repeated request with its Idempotency-Key stores one note',
  async (_, failpoint, stored) => {
    const path = `/api/v1/applications/${await newApplication()}/notes`
    const headers = { 'idempotency-key': failpoint }
    await sendAndCrash(failpoint, 'POST', path, { text: 'once' }, undefined, headers)
    expect((await recruiter.get(path)).body).toHaveLength(stored)
    const repeated = await eventually('the locks of the crashed process are released', async () => {
      const response = await recruiter.post(path, { text: 'once' }, headers)
      return response.status === 201 && response
    })
    expect(repeated.headers.get('idempotency-replayed')).toBe(stored ? 'true' : null)
    expect((await recruiter.get(path)).body).toEqual([repeated.body])
  },
)

test('SIGKILL between the assessment and the event of a new application: nothing is stored, the event stores it when it comes again', async () => {
  const sent = createdEvent({})
  const id = sent.data.applicationId
  const child = startServiceProcess('pipeline', services.pipeline, {
    FAILPOINTS: 'application-after-assessment',
  })
  started.push(child)
  await urlOf(child)
  await publish(sent)
  expect(await endOf(child)).toBe('SIGKILL')
  const path = `/api/v1/applications/${id}/ai-assessment`
  const stored = () => services.pipeline.deps.db.sql`select 1 from assessment where application_id = ${id}`
  expect([(await recruiter.get(path)).status, await stored()]).toEqual([404, []])
  expect(await receiveCreated(services.pipeline, sent)).toBe(true)
  const first = await recruiter.get(path)
  expect([first.status, (await stored()).length]).toEqual([200, 1])
  await receiveCreated(services.pipeline, { ...sent, eventId: crypto.randomUUID() })
  expect((await recruiter.get(path)).text).toBe(first.text)
  const submitted = await outboxEvents(services.pipeline, 'evt.pipeline.application.submitted.v1', id)
  expect(submitted).toHaveLength(1)
})

test.for(['erasure-after-event', 'erasure-first-pass'])(
  'SIGKILL at %s, before the commit: neither event nor erasure is stored, the repeated erasure stores both once (P-379)',
  async (failpoint) => {
    const event = createdEvent({})
    const { applicationId, candidate } = event.data
    await receiveCreated(services.pipeline, event)
    const erased = { applicationIds: [applicationId], erasedAt: '2030-06-01T08:00:00.000Z' }
    // In the stream first, so that the process kills itself at its first message.
    await publishErased(services.pipeline, candidate.id, erased)
    const child = startServiceProcess('pipeline', services.pipeline, { FAILPOINTS: failpoint })
    started.push(child)
    expect(await endOf(child)).toBe('SIGKILL')

    const { db } = services.pipeline.deps
    const stored = () => db.sql<{ erasedAt: Date | null; hasPerson: boolean }>`
      select erased_at, cover_letter is not null as has_person from application where id = ${applicationId}`
    const published = () => outboxEvents(services.pipeline, applicationErased.subject, applicationId)
    expect([await stored(), await published()]).toEqual([[{ erasedAt: null, hasPerson: true }], []])

    const [consumer] = erasureConsumers({ erase: eraseCandidate }, services.pipeline.deps)
    const repeat = () =>
      receiveEvent(db, 'pipeline', consumer!, {
        id: crypto.randomUUID(),
        subject: candidateErased.subject,
        aggregateId: String(candidate.id),
        aggregateVersion: 1,
        occurredAt: erased.erasedAt,
        data: { ...erased, erasureId: candidate.id, candidateId: candidate.id, recentApplications: [] },
      })
    await repeat()
    await repeat()
    await erasuresConfirmed(services.pipeline, [candidate.id])
    expect(await stored()).toEqual([{ erasedAt: new Date(erased.erasedAt), hasPerson: false }])
    expect(await published()).toHaveLength(1)
  },
)
