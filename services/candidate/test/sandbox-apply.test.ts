import { CALLER_HEADER, signCaller } from '@jobboard/service/auth/caller'
import { TEST_CALLER_SECRET } from '@jobboard/testkit/boot'
import { client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { endOf, startServiceProcess, urlOf } from '@jobboard/testkit/service-process'
import { expect, test } from 'vitest'
import { startSandboxes } from './support/sandboxes.ts'
import { countByStatus, outboxEvents } from './support/setup.ts'

const system = await startSandboxes()
const { sql } = system.services.candidate.deps.db

const PATH = '/api/v1/sandbox/applications'
const questions = [
  { text: 'Can you start at 4 a.m.?', type: 'YesNo', required: true },
  { text: 'Which shift?', type: 'SingleChoice', required: true, options: ['Night', 'Day'] },
  { text: 'How many years?', type: 'Number', required: true },
  { text: 'Why?', type: 'Text', required: false },
]
const counts = async (sandboxId: number) =>
  (await system.internal().get(`/internal/v1/sandboxes/${sandboxId}/counts`)).body

/** Applications to a job of another sandbox, as many as are asked for, past the service. */
async function fillApplications(sandboxId: number, count: number): Promise<void> {
  await sql`
    insert into application (candidate_id, job_id, employer_id, job_title, employer_name, status, application_type,
      is_ai_assisted, screening_answers, applied_at, updated_at, version)
    select id, 1000000 + i, ${sandboxId}, 't', 'e', 'New', 'Web', false, '[]', now(), now(), 1
    from (select id from candidate where sandbox_id = ${sandboxId} order by id limit 40) one,
      generate_series(1, ${Math.ceil(count / 40)}) i limit ${count}`
}

async function fillCandidates(sandboxId: number, count: number): Promise<void> {
  await sql`
    insert into candidate (first_name, last_name, email, job_types, skills, languages, nationalities, employment_history,
      education, is_searchable, last_active_at, version, created_at, updated_at, sandbox_id)
    select 'F', 'L', 'f' || i || '@sandbox.invalid', '[]', '[]', '[]', '[]', '[]', '[]', true, now(), 1, now(), now(), ${sandboxId}
    from generate_series(1, ${count}) i`
}

test('seed: 40 candidates and their events, once, whatever calls arrive at once (P-912)', async () => {
  const sandboxId = 70_001
  const path = `/internal/v1/sandboxes/${sandboxId}/candidates`
  const responses = await Promise.all(Array.from({ length: 8 }, () => system.internal().post(path, {})))
  expect(responses.map(({ status, body }) => [status, body.candidates])).toEqual(
    responses.map(() => [201, 40]),
  )
  expect(await counts(sandboxId)).toEqual({ candidates: 40, applications: 0 })
  const events = await outboxEvents(system.services.candidate, 'evt.candidate.sandbox_profile.changed.v1')
  const own = events.filter(({ payload }) => payload.sandboxId === sandboxId)
  expect(own).toHaveLength(40)
  expect(own[0]!.payload).toMatchObject({
    headline: 'Welder, Varvet Syd',
    completeness: 100,
    isSearchable: true,
  })
})

test('201: candidates apply as on the web, with answers to every question, and reach the employer (P-912)', async () => {
  const { A } = system
  const jobId = await system.newJobIn(A, { questions })
  const first = await system.asSandbox(A).post(PATH, { jobId, count: 2 })
  const second = await system.asSandbox(A).post(PATH, { jobId })
  expect([first.status, second.status]).toEqual([201, 201])
  const items = [...first.body.items, ...second.body.items]
  const seeded = await system.candidatesOf(A)
  expect(items.map(({ candidateId }) => candidateId)).toEqual(seeded.slice(0, 3))
  for (const { applicationId } of items) {
    const recruiter = system.services.pipeline.as({
      kind: 'recruiter',
      employerId: A,
      userId: 1,
      keyId: 5,
      scopes: [],
      sandboxId: A,
    })
    const arrived = await eventually('the application in pipeline', async () => {
      const response = await recruiter.get(`/api/v1/applications/${applicationId}`)
      return response.status === 200 && response
    })
    expect(arrived.body).toMatchObject({ jobId, status: 'New', applicationType: 'Web', isAiAssisted: false })
    expect(arrived.body.screeningAnswers).toHaveLength(4)
    expect(arrived.body.coverLetter).toContain('I would like to work with you as')
  }
  const audited = await sql`
    select 1 from outbox where subject like 'evt.candidate.audit.%' and payload::jsonb ->> 'action' = 'submit-application'
      and (payload::jsonb ->> 'employerId')::int = ${A}`
  expect(audited).toHaveLength(3)
})

test('403 screening_incomplete: without answers to a required question nobody applies (P-912)', async () => {
  const sandboxId = await system.newSandbox()
  const jobId = await system.newJobIn(sandboxId, { questions })
  const refused = await system.asSandbox(sandboxId).post(PATH, { jobId, count: 45, screening: 'missing' })
  expect([refused.status, refused.body.code]).toEqual([403, 'screening_incomplete'])
  expect(await counts(sandboxId)).toEqual({ candidates: 40, applications: 0 })
})

test('more candidates are made when too few have not applied; those whose consent has lapsed are left out (P-912)', async () => {
  const sandboxId = await system.newSandbox()
  const sandbox = system.asSandbox(sandboxId)
  const jobId = await system.newJobIn(sandboxId)
  const [lapsed] = await system.candidatesOf(sandboxId)
  expect((await sandbox.post(`/api/v1/sandbox/candidates/${lapsed}/consent/lapse`)).status).toBe(204)
  expect((await sandbox.post(PATH, { jobId, count: 30 })).body.items).toHaveLength(30)
  const { status, body } = await sandbox.post(PATH, { jobId, count: 12 })
  expect(status).toBe(201)
  const ids = await system.candidatesOf(sandboxId)
  expect(ids).toHaveLength(43)
  expect(body.items.map((item: { candidateId: number }) => item.candidateId)).toEqual([
    ...ids.slice(31, 40),
    ...ids.slice(40),
  ])
  expect(await counts(sandboxId)).toEqual({ candidates: 43, applications: 42 })
})

test('404: the job of another sandbox, of a live employer and a Draft; 400 a Closed one; 404 for live keys (P-912)', async () => {
  const { A, B } = system
  const jobs = [await system.newJobIn(B), await system.newJob(1), await system.newDraft(1), 2_147_483_647]
  for (const jobId of jobs) {
    expect((await system.asSandbox(A).post(PATH, { jobId })).status).toBe(404)
  }
  const closed = await system.newJobIn(A)
  await system.closeJobIn(A, closed)
  expect((await system.asSandbox(A).post(PATH, { jobId: closed })).body.code).toBe('invalid_state')
  const live = system.services.candidate.as({
    kind: 'recruiter',
    employerId: 1,
    userId: 1,
    keyId: 1,
    scopes: [],
  })
  expect((await live.post(PATH, { jobId: jobs[1] })).body.message).toContain('pk_test_')
  for (const body of [
    { jobId: closed, count: 51 },
    { jobId: closed, count: 0 },
    { count: 1 },
    { jobId: 'x' },
  ]) {
    expect((await system.asSandbox(A).post(PATH, body)).status).toBe(400)
  }
})

test('409 limit_reached: application 2 001 of a sandbox, exactly, by helper, key and operator at once (P-911)', async () => {
  const sandboxId = await system.newSandbox()
  await fillApplications(sandboxId, 1_970)
  const jobId = await system.newJobIn(sandboxId)
  const ids = await system.candidatesOf(sandboxId)
  const responses = await Promise.all([
    ...Array.from({ length: 10 }, () => system.asSandbox(sandboxId).post(PATH, { jobId, count: 2 })),
    ...ids.slice(20).map((id, i) =>
      i % 2
        ? system.asCandidateOf(sandboxId, id).post('/api/v1/me/applications', { jobId, confirm: true })
        : system.admin.post(`/admin/v1/jobs/${jobId}/applications`, {
            candidateId: id,
            applicationType: 'Web',
          }),
    ),
  ])
  expect((await counts(sandboxId)).applications).toBeLessThanOrEqual(2_000)
  for (const { status, body } of responses.filter(({ status }) => status !== 201)) {
    expect([status, body.code]).toEqual([409, expect.stringMatching(/^(limit_reached|already_applied)$/)])
  }
  await fillApplications(await system.newSandbox(), 1)
  const left = 2_000 - (await counts(sandboxId)).applications
  const another = await system.newJobIn(sandboxId)
  if (left > 0) await system.asSandbox(sandboxId).post(PATH, { jobId: another, count: left })
  expect((await counts(sandboxId)).applications).toBe(2_000)
  const full =
    'This sandbox has 2000 applications, the limit is 2000; reset it with POST /api/v1/sandbox/reset.'
  const last = await system.newJobIn(sandboxId)
  const refused = await Promise.all([
    system.asSandbox(sandboxId).post(PATH, { jobId: last }),
    system.asCandidateOf(sandboxId, ids[0]!).post('/api/v1/me/applications', { jobId: last, confirm: true }),
    system.admin.post(`/admin/v1/jobs/${last}/applications`, { candidateId: ids[0], applicationType: 'Web' }),
  ])
  expect(refused.map(({ status, body }) => [status, body.message])).toEqual(refused.map(() => [409, full]))
})

test('409 limit_reached: candidate 201 of a sandbox, exactly, whatever arrives at once; nothing is stored (P-911)', async () => {
  const sandboxId = await system.newSandbox()
  await fillCandidates(sandboxId, 150)
  const jobId = await system.newJobIn(sandboxId)
  for (const count of [50, 50, 50, 40]) await system.asSandbox(sandboxId).post(PATH, { jobId, count })
  const responses = await Promise.all(
    Array.from({ length: 6 }, () => system.asSandbox(sandboxId).post(PATH, { jobId, count: 4 })),
  )
  expect(countByStatus(responses)).toEqual({ 201: 2, 409: 4 })
  expect(await counts(sandboxId)).toEqual({ candidates: 198, applications: 198 })
  expect(responses.find(({ status }) => status === 409)!.body.message).toBe(
    'This sandbox has 198 candidates and needs 4 more, the limit is 200; reset it with POST /api/v1/sandbox/reset.',
  )
})

test('204: a consent lapses and the applies of today are 0 again, for candidates of the own sandbox alone (P-912)', async () => {
  const { A, B } = system
  const [id] = (await system.candidatesOf(A)) as [number]
  const candidate = system.asCandidateOf(A, id)
  const applyTo = async (jobId: number) => candidate.post('/api/v1/me/applications', { jobId, confirm: true })
  for (let i = 0; i < 10; i++) expect((await applyTo(await system.newJobIn(A))).status).toBe(201)
  const jobId = await system.newJobIn(A)
  expect((await applyTo(jobId)).body.code).toBe('daily_apply_limit')
  const live = await system.newCandidate()
  for (const helper of ['applies/reset', 'consent/lapse']) {
    const post = (sandboxId: number, candidateId: number) =>
      system.asSandbox(sandboxId).post(`/api/v1/sandbox/candidates/${candidateId}/${helper}`)
    const missing = await post(A, 2_147_483_647)
    for (const foreign of [await post(B, id), await post(A, live)]) {
      expect([foreign.status, foreign.text]).toEqual([404, missing.text])
    }
  }
  expect((await applyTo(jobId)).body.code).toBe('daily_apply_limit')
  const sandbox = system.asSandbox(A)
  for (let i = 0; i < 2; i++) {
    expect((await sandbox.post(`/api/v1/sandbox/candidates/${id}/applies/reset`)).status).toBe(204)
  }
  expect((await applyTo(jobId)).body.aiAppliesUsedToday).toBe(1)
  for (let i = 0; i < 2; i++) {
    expect((await sandbox.post(`/api/v1/sandbox/candidates/${id}/consent/lapse`)).status).toBe(204)
  }
  expect((await applyTo(await system.newJobIn(A))).body.code).toBe('consent_required')
  expect((await system.asCandidate(live).get('/api/v1/me/consent')).body).toEqual({ consentExpiresAt: null })
  const audited = await sql`
    select payload::jsonb ->> 'action' as action, payload::jsonb -> 'before' as before from outbox
    where subject like 'evt.candidate.audit.%' and payload::jsonb ->> 'object' = ${`candidate ${id}`} order by id`
  expect(audited).toEqual([
    { action: 'reset-applies', before: { used: 10 } },
    { action: 'reset-applies', before: { used: 0 } },
    { action: 'lapse-consent', before: null },
    { action: 'lapse-consent', before: null },
  ])
})

test.each([
  ['sandbox-apply:3', 0, null],
  ['sandbox-apply-after-commit', 5, 'true'],
])(
  'SIGKILL at %s: all of the applies are stored or none, and a repeat has them once (P-912)',
  async (failpoint, stored, replayed) => {
    const sandboxId = await system.newSandbox()
    const jobId = await system.newJobIn(sandboxId)
    const { deps, natsUrl, databaseUrl } = system.services.candidate
    const child = startServiceProcess('candidate', { deps, natsUrl, databaseUrl } as never, {
      ...system.envOf('candidate'),
      PORT: '0',
      FAILPOINTS: failpoint,
    })
    const caller = {
      kind: 'recruiter',
      employerId: sandboxId,
      userId: 1,
      keyId: 5,
      scopes: [],
      sandboxId,
    } as const
    const signed = { [CALLER_HEADER]: signCaller(TEST_CALLER_SECRET, { ...caller, scopes: [] }) }
    const key = { 'idempotency-key': `crash-${failpoint}` }
    const body = { jobId, count: 5 }
    try {
      await expect(client(await urlOf(child), signed).post(PATH, body, key)).rejects.toThrow()
      expect(await endOf(child)).toBe('SIGKILL')
    } finally {
      child.kill('SIGKILL')
    }
    expect((await counts(sandboxId)).applications).toBe(stored)
    const again = await eventually('the lock of the crashed request is released', async () => {
      const response = await system.asSandbox(sandboxId).post(PATH, body, key)
      return response.status === 409 ? undefined : response
    })
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, replayed])
    expect(again.body.items).toHaveLength(5)
    expect((await counts(sandboxId)).applications).toBe(5)
  },
)
