import { exportOwnData } from '@jobboard/contracts/candidates/me'
import type { Client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { jobDraft } from '@jobboard/testkit/job-draft'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'

let net: Network
beforeAll(async () => {
  net = await network({ only: ['accounts', 'jobs', 'candidate', 'pipeline', 'search'] })
})
afterAll(() => net.stop())

const VIEWS = '/api/v1/me/profile-views'
const EXPORT = '/api/v1/me/export'
interface Employer {
  id: number
  name: string
  recruiter: Client
}

interface Person {
  id: number
  apiKey: string
  api: Client
}

async function newEmployer(name: string): Promise<Employer> {
  const { id } = (await net.admin.post('/admin/v1/employers', { name, isTrustedPartner: true })).body
  const path = `/admin/v1/employers/${id}`
  for (const kind of ['JobPosting', 'CvDownload'])
    await net.admin.post(`${path}/credits`, { kind, amount: 100 })
  const user = await net.admin.post(`${path}/users`, { name: 'Rex', email: 'rex@e.test', role: 'Recruiter' })
  const scopes = ['JobPosting', 'Applications', 'CvSearch']
  const key = await net.admin.post(`${path}/api-keys`, { name: 'ats', scopes, userId: user.body.id })
  return { id, name, recruiter: net.api(key.body.apiKey) }
}

async function newPerson(fields: object = {}): Promise<Person> {
  const form = { firstName: 'Ada', lastName: 'Lind', email: 'ada@example.test', ...fields }
  const { id } = (await net.admin.post('/admin/v1/candidates', form)).body
  const keyForm = { name: 'phone', scopes: ['Profile', 'Applications', 'Apply'] }
  const { apiKey } = (await net.admin.post(`/admin/v1/candidates/${id}/api-keys`, keyForm)).body
  return { id, apiKey, api: net.api(apiKey) }
}

async function newJob({ recruiter }: Employer, questions: unknown[] = []): Promise<number> {
  const { id } = (await recruiter.post('/api/v1/jobs', jobDraft)).body
  await net.admin.put(`/admin/v1/jobs/${id}/screening-questions`, questions)
  const expiryDate = new Date(Date.now() + 86_400_000 * 90).toISOString()
  expect((await recruiter.post(`/api/v1/jobs/${id}/publish`, { expiryDate })).status).toBe(200)
  return id
}

const unlock = ({ recruiter }: Employer, id: number) =>
  eventually(
    'the profile in search',
    async () => (await recruiter.get(`/api/v1/candidates/${id}`)).status === 200,
  )

test('200: profile views name each employer with its latest unlock, newest first, of the own profile only', async () => {
  const [first, second] = [await newEmployer('Fjord Lamps'), await newEmployer('Bergen Boats')]
  const [viewed, other] = [await newPerson(), await newPerson()]
  expect((await viewed.api.get(VIEWS)).body).toEqual({ total: 0, page: 1, pageSize: 50, items: [] })
  await unlock(first, viewed.id)
  await unlock(second, viewed.id)
  await unlock(second, other.id)
  const names = async (query = '') =>
    (await viewed.api.get(VIEWS + query)).body.items.map(
      ({ employerName }: { employerName: string }) => employerName,
    )
  const { body } = await viewed.api.get(VIEWS)
  expect(body).toEqual({
    total: 2,
    page: 1,
    pageSize: 50,
    items: [
      { employerId: second.id, employerName: second.name, unlockedAt: expect.stringMatching(/Z$/) },
      { employerId: first.id, employerName: first.name, unlockedAt: expect.stringMatching(/Z$/) },
    ],
  })
  expect((await other.api.get(VIEWS)).body.items).toEqual([
    { employerId: second.id, employerName: second.name, unlockedAt: expect.any(String) },
  ])
  expect([await names('?page=2&pageSize=1'), await names('?page=9')]).toEqual([[first.name], []])

  // A free read is no unlock; a paid one after the window is.
  await unlock(first, viewed.id)
  expect(await names()).toEqual([second.name, first.name])
  await net.admin.post('/admin/v1/clock/advance', { seconds: 31 * 86_400 })
  await unlock(first, viewed.id)
  expect(await names()).toEqual([first.name, second.name])
  expect((await viewed.api.get(`${VIEWS}?pageSize=101`)).status).toBe(400)
})

test('200: an export holds what every service holds about the candidate, and nothing about recruiters (P-133)', async () => {
  const employer = await newEmployer('Coast')
  const consentExpiresAt = '2999-01-01T00:00:00.000Z'
  const person = await newPerson({ headline: 'Keeper', consentExpiresAt, skills: ['Lamps'] })
  const jobId = await newJob(employer, [{ text: 'Swim?', type: 'YesNo', required: true }])
  const [question] = (await person.api.get(`/api/v1/me/jobs/${jobId}/screening-questions`)).body
  const applied = await person.api.post('/api/v1/me/applications', {
    ...{ jobId, confirm: true, coverLetter: 'Dear coast,\n💡', resumeUrl: 'https://ada.example/cv' },
    screeningAnswers: [{ questionId: question.id, answer: true }],
  })
  const { application } = applied.body
  const path = `/api/v1/applications/${application.id}`
  const { recruiter } = employer
  await eventually('the application', async () => (await recruiter.get(path)).status === 200)
  await person.api.put('/api/v1/me/profile', { headline: 'Captain' })
  const moved = await recruiter.post(`${path}/status`, { status: 'Screened', note: 'INTERNAL-MOVE' })
  expect(moved.status).toBe(200)
  expect((await recruiter.post(`${path}/notes`, { text: 'INTERNAL-NOTE' })).status).toBe(201)
  expect((await recruiter.post(`${path}/tags`, { label: 'internal-tag' })).status).toBe(200)
  const card = { recommendation: 'Hold', comments: 'INTERNAL-CARD' }
  expect((await recruiter.put(`${path}/scorecards/Phone`, card)).status).toBe(204)
  await unlock(employer, person.id)
  const assessment = (await recruiter.get(`${path}/ai-assessment`)).body
  await eventually('the status in the own list', async () => {
    const { body } = await person.api.get(`/api/v1/me/applications/${application.id}`)
    return body.status === 'Screened'
  })

  const { status, headers, text, body } = await person.api.get(EXPORT)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  expect(Number(headers.get('content-length'))).toBe(Buffer.byteLength(text))
  expect(exportOwnData.response!.parse(body)).toEqual(body)
  const profile = (await person.api.get('/api/v1/me/profile')).body
  expect(body.profile).toEqual({
    ...profile,
    isSearchable: true,
    consentExpiresAt,
    lastActiveAt: expect.any(String),
  })
  expect(body.applications).toEqual([
    {
      ...(await person.api.get(`/api/v1/me/applications/${application.id}`)).body,
      coverLetter: 'Dear coast,\n💡',
      employerId: employer.id,
      applicationType: 'Api',
      isAiAssisted: true,
      screeningAnswers: [{ questionId: question.id, question: 'Swim?', answer: true }],
      profile: { ...profile, headline: 'Keeper', updatedAt: expect.any(String) },
      statusHistory: [{ previousStatus: 'New', status: 'Screened', changedAt: moved.body.changedAt }],
      assessment,
    },
  ])
  expect(body.apiKeys).toMatchObject([{ name: 'phone', scopes: ['Profile', 'Applications', 'Apply'] }])
  expect(body.profileViews).toMatchObject([{ employerId: employer.id, employerName: 'Coast' }])
  expect(body.dailyApplies).toEqual([{ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), count: 1 }])
  expect(text).not.toMatch(/INTERNAL|internal-tag|Hold|authorKeyId|authorUserId|rex@|Rex|hash/)
  expect(text).not.toContain(person.apiKey.slice(8))
})

test('two candidates never see each other in an export, whatever they did with the same employer and job', async () => {
  const employer = await newEmployer('Shared')
  const jobId = await newJob(employer)
  const people = [await newPerson({ summary: 'MARK-0' }), await newPerson({ summary: 'MARK-1' })]
  for (const [i, { api, id }] of people.entries()) {
    await api.post('/api/v1/me/applications', { jobId, confirm: true, coverLetter: `MARK-${i}` })
    await unlock(employer, id)
  }
  const texts = await Promise.all(people.map(async ({ api }) => (await api.get(EXPORT)).text))
  for (const [i, text] of texts.entries()) {
    expect(text.match(/MARK-\d/g)).toEqual([`MARK-${i}`, `MARK-${i}`, `MARK-${i}`])
    expect(JSON.parse(text).profileViews).toHaveLength(1)
  }
})

test('200: 5,000 applications are exported once each, newest first, 20 exports at once', async () => {
  const person = await newPerson()
  await insertApplications(person.id, 5_000)
  const candidate = net.services.candidate.as({
    ...{ kind: 'candidate', candidateId: person.id, keyId: 1, scopes: [] },
  })
  const { status, body } = await candidate.get(EXPORT)
  expect(status).toBe(200)
  const ids: number[] = body.applications.map(({ id }: { id: number }) => id)
  expect([ids.length, new Set(ids).size]).toEqual([5_000, 5_000])
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  expect(body.applications.every((one: { profile: object | null }) => one.profile)).toBe(true)

  const small = await newPerson()
  await insertApplications(small.id, 120)
  const exports = await Promise.all(Array.from({ length: 20 }, () => small.api.get(EXPORT)))
  expect(exports.map((one) => [one.status, one.body.applications.length])).toEqual(Array(20).fill([200, 120]))
})

test('503, not a partial export, when only the last page of a part cannot be read', async () => {
  const person = await newPerson()
  const ids = await insertApplications(person.id, 120)
  const { db } = net.services.pipeline.deps
  await db.sql`
    insert into status_change (application_id, previous_status, status, author_key_id, changed_at)
    values (${ids[0]!}, 'New', 'Screened', 1, 'infinity')`
  const failed = await person.api.get(EXPORT)
  expect([failed.status, Object.keys(failed.body), failed.body.code]).toEqual([
    503,
    ['code', 'message'],
    'unavailable',
  ])
  await db.sql`update status_change set changed_at = now() where application_id = ${ids[0]!}`
  const repeated = await person.api.get(EXPORT)
  expect([repeated.status, repeated.body.applications.length]).toEqual([200, 120])
})

test('503 that names the part that cannot be reached, also for a candidate without applications', async () => {
  const person = await newPerson()
  await unlock(await newEmployer('Last'), person.id)
  expect((await person.api.get(EXPORT)).status).toBe(200)
  for (const name of ['pipeline', 'search', 'accounts'] as const) {
    await net.services[name].stop()
    net.services[name].stop = async () => {}
    const { status, body, headers } = await person.api.get(EXPORT)
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '1'])
    expect(body.message).toContain(`The ${name} service`)
  }
  const views = await person.api.get(VIEWS)
  expect([views.status, views.body.message]).toEqual([503, expect.stringContaining('The search service')])
})

/** Stores applications to jobs that do not exist in candidate and pipeline. Returns their ids, oldest first. */
async function insertApplications(candidateId: number, count: number): Promise<number[]> {
  const rows = await net.services.candidate.deps.db.sql<{ id: number }>`
    insert into application (candidate_id, job_id, employer_id, job_title, employer_name, status, application_type,
      is_ai_assisted, screening_answers, applied_at, updated_at, version)
    select ${candidateId}, 1000000 + n, 1, 'Keeper', 'Coast', 'New', 'Web', false, '[]',
      now() + n * interval '1 microsecond', now(), 1
    from generate_series(1, ${count}::int) n returning id`
  const ids = rows.map(({ id }) => id)
  const { summary: _, ...profile } = (await net.admin.put(`/admin/v1/candidates/${candidateId}`, {})).body
  await net.services.pipeline.deps.db.sql`
    insert into application (id, employer_id, job_id, job_title, candidate_id, candidate, name, email, status,
      application_type, is_ai_assisted, screening_answers, applied_at, updated_at, version)
    select id, 1, 1000000 + id, 'Keeper', ${candidateId}, ${JSON.stringify({ ...profile, summary: null })}::jsonb,
      'Ada Lind', 'ada@example.test', 'New', 'Web', false, '[]', now(), now(), 1
    from unnest(${ids}::int[]) id`
  return ids
}
