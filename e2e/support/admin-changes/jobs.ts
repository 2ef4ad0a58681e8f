import { randomUUID } from 'node:crypto'
import { jobClosed } from '@jobboard/contracts/jobs/events'
import { jobDraft } from '@jobboard/testkit/job-draft'
import type { Network } from '@jobboard/testkit/network'
import { expect } from 'vitest'
import { openOperator, person } from '../operator.ts'
import type { Change, Changes } from './employers.ts'

const questions = [{ text: 'Can you swim?', type: 'YesNo', required: true }]
const has = (fields: object) => expect.objectContaining(fields)

/** Jobs, candidates, applications, dead letters, replays and the business clock. */
export function jobAndCandidateChanges(system: Network): Changes {
  const { make, newEmployer, newCandidate, mint } = openOperator(system)
  async function newJob(): Promise<number> {
    const id = await newEmployer()
    await make('POST', `/employers/${id}/credits`, { kind: 'JobPosting', amount: 1 })
    const api = system.api((await mint(id)).apiKey)
    const { id: jobId } = (await api.post('/api/v1/jobs', jobDraft)).body
    const expiryDate = new Date(Date.now() + 60 * 86_400_000)
    expect((await api.post(`/api/v1/jobs/${jobId}/publish`, { expiryDate })).status).toBe(200)
    return jobId
  }

  return {
    'replace-screening-questions': async () => {
      const id = await newJob()
      const path = `/jobs/${id}/screening-questions`
      return { path, body: questions, object: `job ${id}`, before: [], after: [has(questions[0]!)] }
    },
    'replay-events': async () => {
      const body = { service: 'jobs', since: new Date(Date.now() - 60_000).toISOString() }
      const invalidBody = { service: 'jobs', since: '2020-01-01T00:00:00Z' }
      const replay = { service: 'jobs', object: /^replay jobs-\d+$/, before: null, after: body }
      return { path: '/events/replay', body, ...replay, invalidBody }
    },
    'start-reindex': async () => {
      const after = { engine: expect.any(String), total: expect.any(Number) }
      const path = '/search/reindex'
      return { path, body: {}, object: /^reindex \d+$/, before: null, after, invalidBody: [] }
    },
    'start-resync': async () => {
      const body = { service: 'candidate' }
      const after = { ...body, total: expect.any(Number) }
      const resync = { ...body, object: /^resync candidate-\d+$/, before: null, after }
      return { path: '/resync', body, ...resync, invalidBody: { service: 'webhook' } }
    },
    'create-candidate': async () => {
      const body = { ...person, isSearchable: false }
      const after = { consentExpiresAt: null, isSearchable: false }
      const invalidBody = { ...person, email: 'none' }
      return { path: '/candidates', body, object: /^candidate \d+$/, before: null, after, invalidBody }
    },
    'import-candidates': async () => {
      const body = `${JSON.stringify({ ...person, email: 'imported@private.example' })}\n`
      const sent = { path: '/candidates/import', body, bodyType: 'application/x-ndjson', invalidBody: person }
      const after = { candidateIds: [expect.any(Number)] }
      return { ...sent, object: /^candidate-import [0-9a-f-]{36}$/, before: null, after }
    },
    'update-candidate': async () => {
      const id = await newCandidate()
      const body = { lastName: 'Lindqvist-Holm', isSearchable: false }
      const before = { consentExpiresAt: null, isSearchable: true }
      const after = { consentExpiresAt: null, isSearchable: false, changed: ['lastName', 'isSearchable'] }
      return { path: `/candidates/${id}`, body, object: `candidate ${id}`, before, after }
    },
    'erase-candidate': async () => {
      const id = await newCandidate()
      const after = { erasureId: expect.any(Number) }
      return { path: `/candidates/${id}`, object: `candidate ${id}`, before: null, after }
    },
    'submit-application': async () => {
      const [jobId, candidateId] = [await newJob(), await newCandidate()]
      const body = { candidateId, applicationType: 'Web', coverLetter: 'A private letter' }
      const after = { candidateId, jobId, applicationType: 'Web' }
      return { path: `/jobs/${jobId}/applications`, body, object: /^application \d+$/, before: null, after }
    },
    'advance-clock': async () => {
      const clock = { offsetMs: expect.any(Number) }
      const sent = { path: '/clock/advance', body: { seconds: 60 }, invalidBody: { seconds: -1 } }
      return { ...sent, object: 'clock', before: clock, after: clock }
    },
    'retry-dead-letter': async () => {
      const change = await addDeadLetter(system)
      return { ...change, path: `${change.path}/retry` }
    },
    'drop-dead-letter': () => addDeadLetter(system),
  }
}

/** Stores a dead letter as a consumer of pipeline does. */
async function addDeadLetter({ services }: Network): Promise<Change> {
  const eventId = randomUUID()
  const nulls = [
    ...['reference', 'description', 'city', 'country', 'employmentType', 'remoteType'],
    ...['postedDate', 'expiryDate'],
  ]
  const facts = { jobId: 900_001, employerId: 1, status: 'Closed', title: 'Baker', screeningQuestions: [] }
  const payload = { ...facts, version: 1, ...Object.fromEntries(nulls.map((name) => [name, null])) }
  const letter = { consumer: 'pipeline_job', subject: jobClosed.subject, error: 'Error: cannot', attempts: 8 }
  const [row] = await services.pipeline.deps.db.sql<{ id: number }>`
    insert into dead_letter (consumer, event_id, subject, aggregate_id, aggregate_version, occurred_at, payload,
      error, attempts)
    values (${letter.consumer}, ${eventId}, ${letter.subject}, '900001', 1, '2030-01-31T12:00:00.000Z',
      ${JSON.stringify(payload)}, ${letter.error}, ${letter.attempts})
    returning id`
  const id = `pipeline-${row!.id}`
  const before = { ...letter, eventId }
  const path = `/events/dead-letters/${id}`
  return { path, service: 'pipeline', object: `dead-letter ${id}`, before, after: null }
}
