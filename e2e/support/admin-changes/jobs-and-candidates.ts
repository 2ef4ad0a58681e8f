import type { Network } from '@jobboard/testkit/network'
import { expect } from 'vitest'
import { type Changes, openOperator, person } from './change.ts'

const draft = {
  ...{ title: 'Baker', description: 'x', city: 'Oslo', country: 'NO', employmentType: 'FullTime' },
  ...{ remoteType: 'OnSite', applyMethod: 'PlatformApply' },
}
const questions = [{ text: 'Can you swim?', type: 'YesNo', required: true }]
const has = (fields: object) => expect.objectContaining(fields)

/** Jobs, candidates, applications, replays and the business clock. */
export function jobAndCandidateChanges(system: Network): Changes {
  const { make, newEmployer, newCandidate, mint } = openOperator(system)
  async function newJob(): Promise<number> {
    const id = await newEmployer()
    await make('POST', `/employers/${id}/credits`, { kind: 'JobPosting', amount: 1 })
    const api = system.api((await mint(id)).apiKey)
    const { id: jobId } = (await api.post('/api/v1/jobs', draft)).body
    const expiryDate = new Date(Date.now() + 60 * 86_400_000)
    expect((await api.post(`/api/v1/jobs/${jobId}/publish`, { expiryDate })).status).toBe(200)
    return jobId
  }

  return {
    'replace-screening-questions': async () => {
      const id = await newJob()
      return {
        path: `/jobs/${id}/screening-questions`,
        body: questions,
        object: `job ${id}`,
        before: [],
        after: [has(questions[0]!)],
      }
    },
    'replay-events': async () => {
      const since = new Date(Date.now() - 60_000).toISOString()
      return {
        path: '/events/replay',
        body: { service: 'jobs', since },
        service: 'jobs',
        object: /^replay jobs-\d+$/,
        before: null,
        after: { service: 'jobs', since },
        invalidBody: { service: 'jobs', since: '2020-01-01T00:00:00Z' },
      }
    },
    'start-reindex': async () => ({
      path: '/search/reindex',
      body: {},
      object: /^reindex \d+$/,
      before: null,
      after: { engine: expect.any(String), total: expect.any(Number) },
      invalidBody: [],
    }),
    'start-resync': async () => ({
      path: '/resync',
      body: { service: 'candidate' },
      service: 'candidate',
      object: /^resync candidate-\d+$/,
      before: null,
      after: { service: 'candidate', total: expect.any(Number) },
      invalidBody: { service: 'webhook' },
    }),
    'create-candidate': async () => ({
      path: '/candidates',
      body: { ...person, isSearchable: false },
      object: /^candidate \d+$/,
      before: null,
      after: { consentExpiresAt: null, isSearchable: false },
      invalidBody: { ...person, email: 'none' },
    }),
    'import-candidates': async () => ({
      path: '/candidates/import',
      body: `${JSON.stringify({ ...person, email: 'imported@private.example' })}\n`,
      bodyType: 'application/x-ndjson',
      object: /^candidate-import [0-9a-f-]{36}$/,
      before: null,
      after: { candidateIds: [expect.any(Number)] },
      invalidBody: person,
    }),
    'update-candidate': async () => {
      const id = await newCandidate()
      return {
        path: `/candidates/${id}`,
        body: { lastName: 'Lindqvist-Holm', isSearchable: false },
        object: `candidate ${id}`,
        before: { consentExpiresAt: null, isSearchable: true },
        after: { consentExpiresAt: null, isSearchable: false, changed: ['lastName', 'isSearchable'] },
      }
    },
    'erase-candidate': async () => {
      const id = await newCandidate()
      return {
        path: `/candidates/${id}`,
        object: `candidate ${id}`,
        before: null,
        after: { erasureId: expect.any(Number) },
      }
    },
    'submit-application': async () => {
      const [jobId, candidateId] = [await newJob(), await newCandidate()]
      const body = { candidateId, applicationType: 'Web', coverLetter: 'A private letter' }
      const after = { candidateId, jobId, applicationType: 'Web' }
      return { path: `/jobs/${jobId}/applications`, body, object: /^application \d+$/, before: null, after }
    },
    'advance-clock': async () => ({
      path: '/clock/advance',
      body: { seconds: 60 },
      object: 'clock',
      before: { offsetMs: expect.any(Number) },
      after: { offsetMs: expect.any(Number) },
      invalidBody: { seconds: -1 },
    }),
  }
}
