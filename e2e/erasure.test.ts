import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { upstreamNames } from '@jobboard/contracts/services'
import type { Client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { findTextInDatabase, findTextInStreams } from '@jobboard/testkit/find-text'
import { type Network, network } from '@jobboard/testkit/network'
import { retrying } from '@jobboard/testkit/retrying-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOperator } from './support/operator.ts'

// One scenario in order: each test continues the one before.
const NAME = 'Xantippo'
const person = {
  firstName: NAME,
  lastName: 'Vanderquist',
  email: 'xantippo.v@erased.example',
  phone: '+47 91827364',
  headline: `${NAME}, joiner`,
  // Not masked in search results.
  skills: ['joinery', 'zirbelwood'],
}
const traces = [NAME, 'Vanderquist', 'xantippo.v@', '91827364', 'jxqv-quoted', 'zirbelwood']
const draft = {
  ...{ title: 'Joiner', description: 'Joinery', city: 'Oslo', country: 'NO', employmentType: 'FullTime' },
  ...{ remoteType: 'OnSite', applyMethod: 'PlatformApply' },
}

let system: Network
let server: Server
let operator: ReturnType<typeof openOperator>
let employer: Client
let me: Client
let candidateId: number
let employerId: number
let jobId: number
let applicationId: number
let erasureId: number
let erasedSubscriptionId: number

/** Where the person is found, by service and by stream. */
async function findTraces(): Promise<string[]> {
  const found: string[] = []
  for (const name of upstreamNames) {
    const places = await findTextInDatabase(system.services[name].databaseUrl, traces)
    found.push(...places.map((place) => `${name}: ${place}`))
  }
  return [...found, ...(await findTextInStreams(system.services.candidate.deps.bus, traces))]
}

const post = async (client: Client, path: string, body?: unknown, headers = {}) => {
  const response = await client.post(path, body, headers)
  if (response.status >= 300) throw new Error(`${path}: ${response.status} ${response.text}`)
  return response.body
}

beforeAll(async () => {
  // A receiver whose responses name the person.
  server = createServer((request, response) => {
    request.resume()
    request.once('end', () => response.end(`stored the application of ${NAME}`))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  system = await network()
  operator = openOperator({ admin: retrying(system.admin) })
  const { make, newEmployer } = operator
  employerId = await newEmployer()
  for (const [kind, amount] of Object.entries({ JobPosting: 1, CvSearch: 5, CvDownload: 5 })) {
    await make('POST', `/employers/${employerId}/credits`, { kind, amount })
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  const subscriptions = `/employers/${employerId}/webhook-subscriptions`
  await make('POST', subscriptions, { url })
  const { id } = await make('POST', subscriptions, { url, events: ['application.erased'] })
  erasedSubscriptionId = id
  const user = { name: 'Rosa', email: 'rosa@employer.example', role: 'Recruiter' }
  const { id: userId } = await make('POST', `/employers/${employerId}/users`, user)
  const scopes = ['JobPosting', 'Applications', 'CvSearch']
  const key = await make('POST', `/employers/${employerId}/api-keys`, { name: 'k', scopes, userId })
  employer = retrying(system.api(key.apiKey))
  jobId = (await post(employer, '/api/v1/jobs', draft)).id
  await post(employer, `/api/v1/jobs/${jobId}/publish`, {
    expiryDate: new Date(Date.now() + 30 * 86_400_000),
  })
})
afterAll(async () => {
  await system?.stop()
  server?.closeAllConnections()
  server?.close()
})

test('before: the person is in five databases and on the streams', async () => {
  const created = await system.admin.send('POST', '/admin/v1/candidates', {
    body: { ...person, isSearchable: true, summary: 'Builds stairs.' },
    headers: { 'idempotency-key': 'create-the-person' },
  })
  candidateId = created.body.id
  const scopes = ['Profile', 'Applications', 'Apply']
  const { apiKey } = await operator.make('POST', `/candidates/${candidateId}/api-keys`, {
    name: `key of ${NAME}`,
    scopes,
  })
  me = retrying(system.api(apiKey))
  const letter = {
    jobId,
    confirm: true,
    coverLetter: `I am ${NAME}`,
    resumeUrl: `https://cv.example/${NAME}`,
  }
  const applied = await post(me, '/api/v1/me/applications', letter, { 'idempotency-key': 'apply-once' })
  applicationId = applied.application.id
  const path = `/api/v1/applications/${applicationId}`
  await eventually('the application', async () => (await employer.get(path)).status === 200)
  await post(employer, `${path}/notes`, { text: `Call ${NAME}` }, { 'idempotency-key': 'note-once' })
  const deleted = await post(employer, `${path}/notes`, { text: `Ask ${NAME}`, level: 'candidate' })
  await employer.delete(`/api/v1/notes/${deleted.id}`)
  const card = {
    recommendation: 'Yes',
    comments: `${NAME} is good`,
    ratings: [{ criterion: `Wood of ${NAME}`, score: 5 }],
  }
  expect((await employer.put(`${path}/scorecards/phone%20${NAME}`, card)).status).toBe(204)
  await post(employer, `${path}/tags`, { label: `${NAME}'s tag` })
  await post(employer, `${path}/status`, { status: 'Interviewing', note: `Met ${NAME}` })
  const reason = { code: 'no-licence', label: 'A licence is missing' }
  expect((await employer.put('/api/v1/rejection-reasons', [reason])).status).toBe(200)
  const rejectionReason = { code: reason.code, text: `${NAME} has none` }
  await post(employer, `${path}/status`, { status: 'Rejected', rejectionReason })
  const search = { query: 'joinery' }
  await eventually('the search result', async () => {
    const { body } = await employer.post('/api/v1/candidates/search', search, {
      'idempotency-key': `search-${Date.now()}`,
    })
    return body.items?.length === 1
  })
  expect((await employer.get(`/api/v1/candidates/${candidateId}`)).body.firstName).toBe(NAME)
  await system.services.pipeline.deps.db.sql`
    update assessment set summary = 'jxqv-quoted', rubric_scores =
      jsonb_set(rubric_scores, '{0,rationale}', '"jxqv-quoted"') where application_id = ${applicationId}`
  // A dead letter and a failed event with the profile.
  for (const table of ['dead_letter', 'event_attempt']) {
    const { databaseUrl, deps } = system.services.pipeline
    expect(databaseUrl).toBeTruthy()
    await deps.db.tx(async (sql) => {
      if (table === 'dead_letter') {
        await sql`
          insert into dead_letter (consumer, event_id, subject, aggregate_id, aggregate_version, occurred_at, payload,
            error, attempts)
          values ('pipeline_gone', 'x', 'evt.candidate.application.created.v1', ${String(applicationId)}, 1, '', ${NAME},
            'e', 8)`
      } else {
        await sql`
          insert into event_attempt (consumer, event_id, subject, aggregate_id, aggregate_version, occurred_at, payload,
            attempts)
          values ('pipeline_gone', 'x', 'state.candidate.application.v1', ${String(applicationId)}, 1, '', ${NAME}, 1)`
      }
    })
  }
  await eventually('the response of the receiver', async () =>
    (await findTraces()).some((place) => place.startsWith('webhook: attempt.response_body')),
  )
  const places = (await findTraces()).map((place) =>
    place
      .split(/ [^ ]*$|: [^ ]*$/)[0]!
      .split(': ')
      .slice(0, 2)
      .join(' '),
  )
  for (const place of [
    'candidate candidate.first_name',
    'candidate idempotency.body',
    'pipeline application.name',
    'pipeline note.text',
    'pipeline scorecard.comments',
    'pipeline scorecard.ratings',
    'pipeline scorecard.stage',
    'pipeline application.rejection_text',
    'pipeline status_change.note',
    'pipeline status_change.rejection_text',
    'pipeline tag.label',
    'pipeline assessment.summary',
    'pipeline dead_letter.payload',
    'search candidate.profile',
    'search idempotency.body',
    'accounts candidate_key.name',
    'accounts audit.after',
  ]) {
    expect(
      places.some((found) => found.startsWith(place)),
      place,
    ).toBe(true)
  }
}, 60_000)

test('202, and every service confirms', async () => {
  const response = await me.send('DELETE', '/api/v1/me', { body: { confirm: true } })
  expect(response.status, response.text).toBe(202)
  erasureId = response.body.erasureId
  const { body } = await eventually('the confirmations of all services', async () => {
    const read = await system.admin.get(`/admin/v1/erasures/${erasureId}`)
    return read.body.completedAt ? read : undefined
  })
  expect(body).toEqual({
    erasureId,
    candidateId,
    requestedAt: expect.any(String),
    completedAt: expect.any(String),
    services: ['candidate', 'pipeline', 'search', 'webhook', 'accounts'].map((service) => ({
      service,
      confirmedAt: expect.any(String),
    })),
  })
})

test('the employer is told once: a delivery to who asked for it, one event of the feed, erasedAt (P-379, P-380)', async () => {
  const read = async (id: number) =>
    (await system.admin.get(`/admin/v1/webhook-subscriptions/${id}/deliveries`)).body.items
  const [delivery] = await eventually('the delivery', async () => {
    const items = await read(erasedSubscriptionId)
    return items[0]?.status === 'Succeeded' && items
  })
  const { body } = await employer.get('/api/v1/events?types=application.erased')
  const path = `/api/v1/applications/${applicationId}`
  const { erasedAt, updatedAt, jobId: jobPostId } = (await employer.get(path)).body
  expect(body.items).toEqual([
    {
      id: delivery.eventId,
      type: 'application.erased',
      timestamp: updatedAt,
      data: { applicationId, jobPostId, erasedAt },
    },
  ])
  const { requestedAt } = (await system.admin.get(`/admin/v1/erasures/${erasureId}`)).body
  expect(erasedAt).toBe(requestedAt)
  const events = (await employer.get('/api/v1/events')).body.items.map(({ type }: { type: string }) => type)
  const changed = 'application.status_changed'
  expect(events).toEqual(['application.submitted', changed, changed])
  expect(await read(erasedSubscriptionId)).toHaveLength(1)
})

test('a second erasure is the same one', async () => {
  const again = await system.admin.delete(`/admin/v1/candidates/${candidateId}`)
  expect([again.status, again.body]).toEqual([202, { erasureId }])
})

test('no database, stream or key bucket has the name, the e-mail address or the phone number (P-119)', async () => {
  await eventually('the record of the revoked key', async () => {
    const found = await findTraces()
    return found.every((place) => !place.startsWith('KV_'))
  })
  expect(await findTraces()).toEqual([])
})

test('counts, history, verdicts and credits stay; the person does not', async () => {
  const path = `/api/v1/applications/${applicationId}`
  const application = (await employer.get(path)).body
  expect(application).toMatchObject({
    id: applicationId,
    candidateId,
    name: 'Erased candidate',
    email: '',
    status: 'Rejected',
    rejectionReason: { code: 'no-licence', text: null },
    tags: [],
    coverLetter: null,
  })
  expect((await employer.get(`/api/v1/jobs/${jobId}/applications`)).body.total).toBe(1)
  const { items } = (await employer.get('/api/v1/applications/changes')).body
  expect(items.at(-1)).toMatchObject({ id: applicationId, name: 'Erased candidate' })
  expect((await employer.get(`${path}/notes`)).body).toEqual([])
  expect((await employer.get(`${path}/scorecards`)).body).toMatchObject([
    { stage: 'erased 1', recommendation: 'Yes', comments: null, ratings: [{ criterion: '', score: 5 }] },
  ])
  expect((await employer.get(`${path}/ai-assessment`)).body).toMatchObject({
    summary: '',
    verdict: expect.any(String),
  })
  expect((await employer.get('/api/v1/tags')).body).toEqual([])
  const entries = (await system.admin.get(`/admin/v1/employers/${employerId}/credits/entries`)).body
  expect(
    entries.items.some(
      ({ kind, amount }: { kind: string; amount: number }) => kind === 'CvDownload' && amount === -1,
    ),
  ).toBe(true)
})

test('404: an erased candidate is absent and costs nothing (D-45); recruiters write nothing more about the person', async () => {
  const balances = async () => (await system.admin.get(`/admin/v1/employers/${employerId}/credits`)).body
  const before = await balances()
  for (const path of [`/api/v1/candidates/${candidateId}`, `/api/v1/candidates/${candidateId}/preview`]) {
    expect((await employer.get(path)).status).toBe(404)
  }
  expect(await balances()).toEqual(before)
  const path = `/api/v1/applications/${applicationId}`
  expect((await employer.post(`${path}/notes`, { text: NAME })).status).toBe(404)
  expect((await employer.post(`${path}/tags`, { label: NAME })).status).toBe(404)
  expect((await employer.post(`${path}/status`, { status: 'Hired', note: NAME })).status).toBe(404)
  const card = { recommendation: 'No', comments: NAME }
  expect((await employer.put(`${path}/scorecards/phone`, card)).status).toBe(404)
  const minted = await system.admin.post(`/admin/v1/candidates/${candidateId}/api-keys`, {
    name: 'k',
    scopes: ['Profile'],
  })
  expect(minted.status).toBe(404)
  await eventually(
    'the gateway to refuse the key',
    async () => (await me.get('/api/v1/me/profile')).status === 401,
  )
  expect(await findTraces()).toEqual([])
})
