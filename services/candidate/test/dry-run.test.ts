import { databaseState } from '@jobboard/testkit/database-state'
import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { startCandidateSystem } from './support/setup.ts'

const system = await startCandidateSystem()
await eventually('the employer is copied', async () => {
  const rows = await system.services.candidate.deps.db.sql`select 1 from employer_copy where employer_id = 1`
  return rows.length === 1
})

const DRY_RUN = { prefer: 'dry-run' }
const apply = (candidateId: number, body: unknown, headers: Record<string, string> = {}) =>
  system.asCandidate(candidateId).post('/api/v1/me/applications', body, headers)
const state = () => databaseState(system.services.candidate.deps.db)
const confirmed = (jobId: number, more: object = {}) => ({ jobId, confirm: true, ...more })

/** A published job of which the candidate service has its copy, so that no event changes the tables later. */
async function newJob(settings?: { questions?: unknown[] }): Promise<number> {
  const id = await system.newJob(1, settings)
  await system.waitForJobCopy(id)
  return id
}

test('200: a dry run of an apply reports the applies of today; no row, no event, no use of the daily cap (P-170)', async () => {
  const id = await system.newCandidate()
  const [first, second] = [await newJob(), await newJob()]
  const applied = await apply(id, confirmed(first))
  await system.arrived(1, applied.body.application.id)
  const before = await state()
  const atPipeline = await databaseState(system.services.pipeline.deps.db)
  for (let i = 0; i < 3; i++) {
    const dry = await apply(id, confirmed(second, { coverLetter: 'Dear all' }), DRY_RUN)
    expect([dry.status, dry.body, dry.headers.get('preference-applied')]).toEqual([
      200,
      {
        wouldSucceed: true,
        status: 201,
        credits: null,
        dailyApplies: { used: 1, limit: 10 },
        isReplay: false,
      },
      'dry-run',
    ])
  }
  expect(await state()).toEqual(before)
  expect(await databaseState(system.services.pipeline.deps.db)).toEqual(atPipeline)
  const real = await apply(id, confirmed(second))
  expect([real.status, real.body.aiAppliesUsedToday]).toEqual([201, 2])
})

test('200: a dry run stores no copy of an employer that the apply itself would look up', async () => {
  const id = await system.newCandidate()
  const jobId = await newJob()
  const { sql } = system.services.candidate.deps.db
  await sql`delete from employer_copy where employer_id = 1`
  const before = await state()
  expect((await apply(id, confirmed(jobId), DRY_RUN)).status).toBe(200)
  expect(await state()).toEqual(before)
  expect((await apply(id, confirmed(jobId))).status).toBe(201)
})

type Request = [candidateId: number, body: unknown]
const refusals: [string, () => Promise<Request>][] = [
  ['400 invalid_request: jobId', async () => [await system.newCandidate(), { jobId: 'x', confirm: true }]],
  ['400 confirmation_required', async () => [await system.newCandidate(), { jobId: await newJob() }]],
  ['404 not_found: no such job', async () => [await system.newCandidate(), confirmed(999_999)]],
  [
    '404 not_found: draft',
    async () => {
      const draft = await system.newDraft(1)
      await system.waitForJobCopy(draft, 'Draft')
      return [await system.newCandidate(), confirmed(draft)]
    },
  ],
  [
    '400 invalid_state: closed job',
    async () => {
      const jobId = await newJob()
      const recruiter = {
        kind: 'recruiter' as const,
        employerId: 1,
        userId: null,
        keyId: 1,
        scopes: [] as string[],
      }
      await system.services.jobs.as(recruiter).delete(`/api/v1/jobs/${jobId}`)
      await system.waitForJobCopy(jobId, 'Closed')
      return [await system.newCandidate(), confirmed(jobId)]
    },
  ],
  [
    '409 already_applied',
    async () => {
      const [id, jobId] = [await system.newCandidate(), await newJob()]
      await apply(id, confirmed(jobId))
      return [id, confirmed(jobId)]
    },
  ],
  [
    '403 consent_required',
    async () => {
      const lapsed = new Date(system.services.candidate.deps.clock.now().getTime() - 1_000)
      return [await system.newCandidate({ consentExpiresAt: lapsed }), confirmed(await newJob())]
    },
  ],
  [
    '403 screening_incomplete',
    async () => {
      const jobId = await newJob({ questions: [{ text: 'Can you swim?', type: 'YesNo', required: true }] })
      return [await system.newCandidate(), confirmed(jobId)]
    },
  ],
  [
    '400 invalid_request: unknown question',
    async () => {
      const more = { screeningAnswers: [{ questionId: 77, answer: 'x' }] }
      return [await system.newCandidate(), confirmed(await newJob(), more)]
    },
  ],
  [
    '429 daily_apply_limit',
    async () => {
      const [id, jobId] = [await system.newCandidate(), await newJob()]
      const { db, clock } = system.services.candidate.deps
      const day = clock.now().toISOString().slice(0, 10)
      await db.sql`insert into daily_apply (candidate_id, day, used) values (${id}, ${day}, 10)`
      return [id, confirmed(jobId)]
    },
  ],
]

test.each(refusals)(
  '%s: the dry run is refused like the apply, and changes nothing (P-171)',
  async (name, prepare) => {
    const [candidateId, body] = await prepare()
    const before = await state()
    const dry = await apply(candidateId, body, DRY_RUN)
    expect(await state()).toEqual(before)
    const real = await apply(candidateId, body)
    expect(`${dry.status} ${dry.body.code}`).toBe(name.split(':')[0])
    expect([dry.status, dry.text]).toEqual([real.status, real.text])
    expect(dry.headers.has('retry-after')).toBe(real.headers.has('retry-after'))
    expect(dry.headers.get('preference-applied')).toBe('dry-run')
  },
)

test('503: without the jobs service a dry run of a job without a copy is unavailable, as the apply is', async () => {
  const id = await system.newCandidate()
  const draft = await system.newDraft(1)
  await system.waitForJobCopy(draft, 'Draft')
  await system.stopService('jobs')
  const [dry, real] = [await apply(id, confirmed(draft), DRY_RUN), await apply(id, confirmed(draft))]
  expect([dry.status, dry.text]).toEqual([503, real.text])
  await system.startService('jobs')
})
