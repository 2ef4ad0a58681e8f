import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { CALLER_HEADER, type Caller, signCaller } from '@jobboard/service/auth/caller'
import { TEST_CALLER_SECRET, testEnv } from '@jobboard/testkit/boot'
import { client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EMPLOYER_NAME, told, type World, world } from './support/setup.ts'

let w: World
beforeEach(async () => {
  w = await world()
})
afterEach(() => w.end())

const PATH = '/api/v1/me/applications'
const apply = (candidateId: number, jobId: number) => w.me(candidateId).post(PATH, { jobId, confirm: true })

/** Resolves when the recruiter has exactly one application, told exactly once. */
async function arrivesOnce(jobId: number): Promise<void> {
  await eventually('the application in pipeline', async () => {
    const list = await w.recruiter(1).get(`/api/v1/jobs/${jobId}/applications`)
    return list.status === 200 && list.body.total === 1
  })
  // The outbox has been told and heard to its end.
  await eventually('the event', async () => {
    const { sql } = w.services.pipeline.deps.db
    return (await sql`select 1 from inbox where consumer = 'pipeline_application'`).length === 1
  })
  expect(await told(w.services.pipeline, 'evt.pipeline.application.submitted.v1')).toHaveLength(1)
}

test('pipeline down at the apply: 201, and later the recruiter has it exactly once', async () => {
  const jobId = await w.newJob(1)
  const id = await w.newCandidate()
  await w.stop('pipeline')
  expect((await apply(id, jobId)).status).toBe(201)
  await w.start('pipeline')
  await arrivesOnce(jobId)
})

test('jobs down at the apply: the copy decides; without a copy 503 and nothing is stored', async () => {
  const open = await w.newJob(1)
  const draft = await w.newDraft(1)
  const short = await w.newJob(1, { forMs: 60_000 })
  const id = await w.newCandidate()
  await w.copied(open)
  await w.copied(draft, 'Draft')
  await w.copied(short)
  await w.stop('jobs')
  expect((await apply(id, open)).status).toBe(201)
  expect((await apply(id, open)).body.code).toBe('already_applied')
  expect((await apply(id, draft)).status).toBe(404)
  expect((await w.me(id).get(`/api/v1/me/jobs/${open}/screening-questions`)).status).toBe(200)
  // Past its date by the clock, though nobody could tell that it expired.
  await w.advance(120)
  expect((await apply(id, short)).body.code).toBe('invalid_state')
  const unknown = await apply(id, 999_999)
  expect([unknown.status, unknown.body.code]).toEqual([503, 'unavailable'])
  expect((await w.me(id).get('/api/v1/me/jobs/999999/screening-questions')).status).toBe(503)
  expect((await w.me(id).get(PATH)).body.total).toBe(1)
})

test('the name of an employer: asked for on a miss and kept; 503 when accounts is down on a miss', async () => {
  const id = await w.newCandidate()
  const jobs = [await w.newJob(1), await w.newJob(1), await w.newJob(1)]
  const { sql } = w.services.candidate.deps.db
  const nameKnown = async () => (await sql`select 1 from employer_copy`).length === 1
  await eventually('the event', nameKnown)
  await sql`delete from employer_copy`
  expect((await apply(id, jobs[0]!)).body.application.employerName).toBe(EMPLOYER_NAME)
  await w.stop('accounts')
  expect((await apply(id, jobs[1]!)).body.application.employerName).toBe(EMPLOYER_NAME)
  await sql`delete from employer_copy`
  expect((await apply(id, jobs[2]!)).body.code).toBe('unavailable')
  expect((await w.me(id).get(PATH)).body.total).toBe(2)
})

test('the candidate process killed after the commit, before the hand-over: pipeline has it exactly once', async () => {
  const jobId = await w.newJob(1)
  const id = await w.newCandidate()
  await w.stop('candidate')
  const { DATABASE_URL = '', ...env } = w.envOf('candidate')
  const child = spawn(process.execPath, [fileURLToPath(new URL('../src/main.ts', import.meta.url))], {
    stdio: 'ignore',
    env: {
      ...process.env,
      ...testEnv(DATABASE_URL, w.natsUrl, { ...env, FAILPOINTS: 'apply-after-commit' }),
    },
  })
  const ended = new Promise<string | null>((resolve) =>
    child.once('exit', (_code, signal) => resolve(signal)),
  )
  const caller: Caller = { kind: 'candidate', candidateId: id, keyId: 1, scopes: [] }
  const me = client(`http://127.0.0.1:${env.PORT}`, () => ({
    [CALLER_HEADER]: signCaller(TEST_CALLER_SECRET, caller),
  }))
  const isUp = () => me.get('/healthz/live').then(Boolean, () => false)
  await eventually('the candidate process', isUp)
  await expect(me.post(PATH, { jobId, confirm: true })).rejects.toThrow()
  expect(await ended).toBe('SIGKILL')

  await w.start('candidate')
  await arrivesOnce(jobId)
  expect((await apply(id, jobId)).body.code).toBe('already_applied')
})
