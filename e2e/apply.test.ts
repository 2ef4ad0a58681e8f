import type { Client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { jobDraft } from '@jobboard/testkit/job-draft'
import { type Network, network } from '@jobboard/testkit/network'
import { retrying } from '@jobboard/testkit/retrying-client'
import { afterAll, beforeAll, expect, test } from 'vitest'

let net: Network
beforeAll(async () => {
  net = await network({ only: ['accounts', 'jobs', 'candidate', 'pipeline'] })
})
afterAll(() => net.stop())

async function newRecruiter(name: string): Promise<Client> {
  const employer = await net.admin.post('/admin/v1/employers', { name, isTrustedPartner: true })
  const path = `/admin/v1/employers/${employer.body.id}`
  await net.admin.post(`${path}/credits`, { kind: 'JobPosting', amount: 100 })
  const key = await net.admin.post(`${path}/api-keys`, {
    name: 'ats',
    scopes: ['JobPosting', 'Applications'],
  })
  return whenAccepted(net.api(key.body.apiKey), '/api/v1/jobs')
}

async function newCandidate(): Promise<Client> {
  const form = { firstName: 'Ada', lastName: 'Lind', email: 'ada@example.test' }
  const { id } = (await net.admin.post('/admin/v1/candidates', form)).body
  const keyForm = { name: 'phone', scopes: ['Profile', 'Applications', 'Apply'] }
  const key = await net.admin.post(`/admin/v1/candidates/${id}/api-keys`, keyForm)
  return whenAccepted(net.api(key.body.apiKey), '/api/v1/me/profile')
}

/** Resolves when the gateway accepts the new key. */
async function whenAccepted(client: Client, path: string): Promise<Client> {
  await eventually('the gateway to accept the key', async () => (await client.get(path)).status === 200)
  // On a busy machine a call between services can time out: 503, and the same call succeeds later.
  return retrying(client)
}

async function newJob(recruiter: Client): Promise<number> {
  const { id } = (await recruiter.post('/api/v1/jobs', jobDraft)).body
  const expiryDate = new Date(Date.now() + 86_400_000 * 30).toISOString()
  expect((await recruiter.post(`/api/v1/jobs/${id}/publish`, { expiryDate })).status).toBe(200)
  return id
}

test('with real keys: apply, read, move, and the candidate sees the status; 404 for another employer (Spec §4.3)', async () => {
  const recruiter = await newRecruiter('Fjord Lamps')
  const otherRecruiter = await newRecruiter('Rivals')
  const candidate = await newCandidate()
  const jobId = await newJob(recruiter)

  const applied = await candidate.post('/api/v1/me/applications', { jobId, confirm: true })
  expect(applied.status).toBe(201)
  const { id } = applied.body.application
  expect(applied.body.application.employerName).toBe('Fjord Lamps')
  const received = await eventually('the application', async () => {
    const response = await recruiter.get(`/api/v1/applications/${id}`)
    return response.status === 200 && response
  })
  expect(received.body).toMatchObject({ status: 'New', isAiAssisted: true, applicationType: 'Api' })

  const missing = (await otherRecruiter.get('/api/v1/applications/2147483647')).text
  for (const response of [
    await otherRecruiter.get(`/api/v1/applications/${id}`),
    await otherRecruiter.get(`/api/v1/jobs/${jobId}/applications`),
    await otherRecruiter.post(`/api/v1/applications/${id}/status`, { status: 'Hired' }),
  ]) {
    expect([response.status, response.text]).toEqual([404, missing])
  }
  expect((await candidate.get(`/api/v1/applications/${id}`)).status).toBe(401)
  expect((await recruiter.get(`/api/v1/me/applications/${id}`)).status).toBe(401)

  const move = { status: 'Interviewing', note: 'Call her' }
  expect((await recruiter.post(`/api/v1/applications/${id}/status`, move)).status).toBe(200)
  await eventually('the new status', async () => {
    const own = await candidate.get(`/api/v1/me/applications/${id}`)
    return own.body.status === 'Interviewing'
  })
  const questions = await candidate.get('/api/v1/me/jobs/999999/screening-questions')
  expect([questions.status, questions.headers.get('content-type')]).toEqual([
    404,
    'application/problem+json; charset=utf-8',
  ])
  const audit = await eventually('the audit row', async () => {
    const { body } = await net.admin.get('/admin/v1/audit?pageSize=100')
    return body.items.find((row: { action: string }) => row.action === 'create-candidate')
  })
  expect(JSON.stringify(audit)).not.toContain('Lind')
})

test('429: the daily cap counts concurrent applies over all keys of a candidate (D-33)', async () => {
  const recruiter = await newRecruiter('Fjord Lamps')
  const jobs: number[] = []
  for (let i = 0; i < 14; i++) jobs.push(await newJob(recruiter))
  const candidate = await newCandidate()
  const { id } = (await candidate.get('/api/v1/me/profile')).body
  const form = { name: 'laptop', scopes: ['Profile', 'Applications', 'Apply'] }
  const second = await net.admin.post(`/admin/v1/candidates/${id}/api-keys`, form)
  const otherKey = await whenAccepted(net.api(second.body.apiKey), '/api/v1/me/profile')
  const responses = await Promise.all(
    jobs.map((jobId, i) =>
      (i % 2 ? candidate : otherKey).post('/api/v1/me/applications', { jobId, confirm: true }),
    ),
  )
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(10)
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(4)
})
