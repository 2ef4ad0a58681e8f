import type { Client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'

const DAY_MS = 86_400_000
/** Every field that publishing requires (D-21). */
const complete = {
  ...{ title: 'Lighthouse Keeper', reference: 'LK-1', description: 'Keep the lamp burning.\nMind the fog.' },
  ...{ city: 'Bergen', country: 'NO', employmentType: 'FullTime', remoteType: 'OnSite' },
  applyMethod: 'PlatformApply',
}

let net: Network
let recruiter: Client
let employerPath: string
beforeAll(async () => {
  net = await network({ only: ['accounts', 'jobs', 'candidate', 'pipeline'] })
  const employer = await net.admin.post('/admin/v1/employers', {
    name: 'Fjord Lamps',
    isTrustedPartner: true,
  })
  employerPath = `/admin/v1/employers/${employer.body.id}`
  await net.admin.post(`${employerPath}/credits`, { kind: 'JobPosting', amount: 100 })
  const keyForm = { name: 'ats', scopes: ['JobPosting', 'Applications', 'CvSearch'] }
  recruiter = await accepted(
    (await net.admin.post(`${employerPath}/api-keys`, keyForm)).body.apiKey,
    '/api/v1/jobs',
  )
})
afterAll(() => net.stop())

async function accepted(apiKey: string, path: string): Promise<Client> {
  const client = net.api(apiKey)
  await eventually('the gateway to accept the key', async () => (await client.get(path)).status === 200)
  return client
}

async function newCandidate(scopes: string[]): Promise<Client> {
  const form = { firstName: 'Ada', lastName: 'Lind', email: 'ada@example.test' }
  const { id } = (await net.admin.post('/admin/v1/candidates', form)).body
  const key = await net.admin.post(`/admin/v1/candidates/${id}/api-keys`, { name: 'phone', scopes })
  return accepted(key.body.apiKey, '/api/v1/key')
}

async function publish(fields = {}): Promise<number> {
  const { id } = (await recruiter.post('/api/v1/jobs', { ...complete, ...fields })).body
  const expiryDate = new Date(Date.now() + 30 * DAY_MS).toISOString()
  expect((await recruiter.post(`/api/v1/jobs/${id}/publish`, { expiryDate })).status).toBe(200)
  return id
}

const JOBS = '/api/v1/me/jobs'
const found = async (client: Client, query: string) => (await client.get(`${JOBS}?${query}`)).body.items

test('with real keys: find by words, read with questions, apply; the jobs window of the family me counts', async () => {
  const id = await publish({ title: 'Lens Grinder' })
  const candidate = await newCandidate(['Applications', 'Apply'])
  const [job] = await eventually('the job is found', async () => {
    const items = await found(candidate, 'query=lens+AND+grinder&country=NO')
    return items.length > 0 && items
  })
  expect(job).toMatchObject({ id, employerName: 'Fjord Lamps' })
  const detail = await candidate.get(`${JOBS}/${job.id}`)
  expect(detail.body).toMatchObject({ id, screeningQuestions: [], employerName: 'Fjord Lamps' })
  expect(detail.headers.get('ratelimit-policy')).toBe('"me";q=100;w=60')
  const applied = await candidate.post('/api/v1/me/applications', { jobId: job.id, confirm: true })
  expect(applied.status).toBe(201)
})

test('200: any scope of a candidate key is enough (P-127)', async () => {
  const id = await publish()
  for (const scope of ['Profile', 'Applications', 'Apply']) {
    const candidate = await newCandidate([scope])
    const statuses = [(await candidate.get(JOBS)).status, (await candidate.get(`${JOBS}/${id}`)).status]
    expect([scope, ...statuses]).toEqual([scope, 200, 200])
  }
})

test('401: a recruiter key gets an empty body on both paths (D-12)', async () => {
  const id = await publish()
  for (const path of [JOBS, `${JOBS}/${id}`]) {
    const response = await recruiter.get(path)
    expect([response.status, response.text]).toEqual([401, ''])
  }
})

test('application/ld+json passes the gateway, with both values of Vary', async () => {
  const id = await publish()
  const candidate = await newCandidate(['Profile'])
  const response = await candidate.get(`${JOBS}/${id}`, { headers: { accept: 'application/ld+json' } })
  expect(response.headers.get('content-type')).toMatch(/^application\/ld\+json/)
  expect(response.headers.get('vary')).toContain('Accept')
})

test('a new name of the employer is shown without a change of the job; a name without a copy is looked up', async () => {
  const id = await publish({ title: 'Wick Trimmer' })
  const candidate = await newCandidate(['Profile'])
  await net.admin.put(employerPath, { name: 'Fjord Lamps and Bells' })
  const name = async () => (await candidate.get(`${JOBS}/${id}`)).body.employerName
  await eventually('the new name', async () => (await name()) === 'Fjord Lamps and Bells')
  const { sql } = net.services.jobs.deps.db
  await sql`delete from employer_copy`
  expect(await name()).toBe('Fjord Lamps and Bells')
  expect(await sql`select from employer_copy`).toHaveLength(1)
})
