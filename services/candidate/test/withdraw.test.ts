import { applicationStatusChanged, submittedApplicationState } from '@jobboard/contracts/applications/events'
import { eventually } from '@jobboard/testkit/eventually'
import { receiveEvent } from '@jobboard/testkit/receive-event'
import { expect, test } from 'vitest'
import { applicationStatusConsumer } from '../src/applications/consumers.ts'
import { applicationStates } from '../src/applications/store.ts'
import { startCandidateSystem } from './support/setup.ts'

// P-411, through candidate and pipeline.
const system = await startCandidateSystem()

const PATH = '/api/v1/me/applications'
const withdraw = (candidateId: number, id: number, headers: Record<string, string> = {}) =>
  system.asCandidate(candidateId).post(`${PATH}/${id}/withdraw`, undefined, headers)

async function applied(): Promise<{ candidateId: number; jobId: number; id: number }> {
  const jobId = await system.newJob(1)
  const candidateId = await system.newCandidate()
  const { body } = await system.asCandidate(candidateId).post(PATH, { jobId, confirm: true })
  return { candidateId, jobId, id: body.application.id }
}

test('200: Withdrawn at once in the own list and for the recruiter; again, with or without an Idempotency-Key, the same', async () => {
  const { candidateId, id } = await applied()
  await system.arrived(1, id)
  const first = await withdraw(candidateId, id, { 'idempotency-key': 'w1' })
  const list = await system.asCandidate(candidateId).get(`${PATH}?status=Withdrawn`)
  const { body: detail } = await system.asRecruiter(1).get(`/api/v1/applications/${id}`)
  expect(first.status, first.text).toBe(200)
  expect(first.body).toMatchObject({ id, status: 'Withdrawn', updatedAt: detail.withdrawnAt })
  expect(list.body.items).toEqual([first.body])
  expect(detail.status).toBe('Withdrawn')
  for (const headers of [{ 'idempotency-key': 'w1' }, {}]) {
    const again = await withdraw(candidateId, id, headers as Record<string, string>)
    expect([again.status, again.text]).toEqual([200, first.text])
  }
})

test('200: the employer moves a withdrawn application; the candidate sees the move and the withdrawal, and withdraws again (D-69)', async () => {
  const { candidateId, id } = await applied()
  await system.arrived(1, id)
  const own = async () => (await system.asCandidate(candidateId).get(`${PATH}/${id}`)).body
  expect(await own()).not.toHaveProperty('withdrawnAt')
  const { withdrawnAt } = (await withdraw(candidateId, id)).body
  expect(withdrawnAt).toEqual(expect.any(String))
  const moved = await system.asRecruiter(1).post(`/api/v1/applications/${id}/status`, { status: 'Offered' })
  expect(moved.status, moved.text).toBe(200)
  await eventually('the candidate sees the move', async () => (await own()).status === 'Offered')
  expect(await own()).toMatchObject({ withdrawnAt, updatedAt: moved.body.changedAt })
  expect((await system.asRecruiter(1).get(`/api/v1/applications/${id}`)).body.withdrawnAt).toBe(withdrawnAt)
  const again = await withdraw(candidateId, id)
  expect([again.status, again.body.status]).toEqual([200, 'Withdrawn'])
  expect(Date.parse(again.body.withdrawnAt)).toBeGreaterThan(Date.parse(withdrawnAt))
  expect(await own()).toEqual(again.body)
})

test('409: no second application to the job; the day counts both', async () => {
  const { candidateId, jobId, id } = await applied()
  await system.arrived(1, id)
  expect((await withdraw(candidateId, id)).status).toBe(200)
  const again = await system.asCandidate(candidateId).post(PATH, { jobId, confirm: true })
  expect([again.status, again.body.code]).toEqual([409, 'already_applied'])
  const other = await system.asCandidate(candidateId).post(PATH, {
    jobId: await system.newJob(1),
    confirm: true,
  })
  expect(other.body.aiAppliesUsedToday).toBe(2)
})

test("404: another candidate's application, byte-identical to a missing one", async () => {
  const { id } = await applied()
  const stranger = await system.newCandidate()
  const [others, missing] = [await withdraw(stranger, id), await withdraw(stranger, 2_000_000_000)]
  expect([others.status, others.text]).toEqual([404, missing.text])
})

test('10 withdrawals and 10 moves at once: both sides end with the same status and withdrawal', async () => {
  const { candidateId, id } = await applied()
  await system.arrived(1, id)
  const statuses = ['Screened', 'Rejected']
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2
        ? withdraw(candidateId, id)
        : system.asRecruiter(1).post(`/api/v1/applications/${id}/status`, { status: statuses[(n / 2) % 2] }),
    ),
  )
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
  // Events of moves can arrive after a later withdrawal, and are older.
  const published = await system.services.pipeline.deps.db.sql<{ eventId: string }>`
    select event_id from outbox where aggregate_id = ${String(id)} and subject like '%status_changed%'`
  const ids = published.map(({ eventId }) => eventId)
  expect(ids.length).toBeGreaterThan(0)
  await eventually('every change in the inbox of candidate', async () => {
    const rows = await system.services.candidate.deps.db.sql`
      select 1 from inbox where consumer = 'candidate_application_status' and event_id = any(${ids})`
    return rows.length === ids.length
  })
  const own = (await system.asCandidate(candidateId).get(`${PATH}/${id}`)).body
  const theirs = (await system.asRecruiter(1).get(`/api/v1/applications/${id}`)).body
  expect([own.status, own.withdrawnAt, own.updatedAt]).toEqual([
    theirs.status,
    theirs.withdrawnAt,
    theirs.updatedAt,
  ])
})

test('an older change that arrives after the withdrawal changes nothing', async () => {
  const { candidateId, jobId, id } = await applied()
  await system.arrived(1, id)
  await system.asRecruiter(1).post(`/api/v1/applications/${id}/status`, { status: 'Screened' })
  const { body } = await withdraw(candidateId, id)
  await receiveEvent(system.services.candidate.deps.db, 'candidate', applicationStatusConsumer, {
    id: crypto.randomUUID(),
    subject: applicationStatusChanged.subject,
    aggregateId: String(id),
    aggregateVersion: 2,
    occurredAt: body.appliedAt,
    data: {
      ...{ applicationId: id, employerId: 1, jobId, jobTitle: 'x', candidateId, version: 2 },
      ...{ previousStatus: 'New', status: 'Screened', changedAt: body.appliedAt },
    },
  })
  expect((await system.asCandidate(candidateId).get(`${PATH}/${id}`)).body).toEqual(body)
})

test('503: while pipeline is down or the application is on its way; nothing has changed', async () => {
  await system.stopService('pipeline')
  const { candidateId, id } = await applied()
  const down = await withdraw(candidateId, id)
  expect([down.status, down.headers.get('retry-after')]).toEqual([503, '1'])
  expect((await system.asCandidate(candidateId).get(`${PATH}/${id}`)).body.status).toBe('New')
  await system.startService('pipeline')
  await system.arrived(1, id)
  expect((await withdraw(candidateId, id)).body.status).toBe('Withdrawn')
})

test('a resync of candidate has the withdrawal, so that a restored pipeline has it', async () => {
  const { candidateId, id } = await applied()
  await system.arrived(1, id)
  const { body } = await withdraw(candidateId, id)
  const { deps } = system.services.candidate
  const states = await applicationStates.read(deps.db.sql, {
    after: String(id - 1),
    limit: 1,
    now: deps.clock.now(),
  })
  expect(states).toMatchObject([{ data: { status: 'Withdrawn', withdrawnAt: body.updatedAt } }])
  expect(submittedApplicationState.data.parse(states[0]!.data)).toBeTruthy()
})
