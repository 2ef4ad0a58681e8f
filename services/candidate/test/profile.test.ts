import { type Booted, boot } from '@jobboard/testkit/boot'
import type { Client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PendingActivity } from '../src/activity/actions.ts'
import { saveActivity } from '../src/activity/timers.ts'
import type { CandidateEnv } from '../src/env.ts'
import { service } from '../src/service.ts'
import { outboxEvents } from './support/setup.ts'

let candidateService: Booted<CandidateEnv, PendingActivity>
let admin: Client
beforeAll(async () => {
  candidateService = await boot(service)
  admin = candidateService.as({ kind: 'admin', actor: 'operator' })
})
afterAll(() => candidateService.stop())

const PATH = '/api/v1/me/profile'
const PERSON = { firstName: 'Ada', lastName: 'Lind', email: 'ada@example.test' }
const asCandidate = (candidateId: number) =>
  candidateService.as({ kind: 'candidate', candidateId, keyId: 1, scopes: [] })
const create = async (fields: object = {}) =>
  (await admin.post('/admin/v1/candidates', { ...PERSON, ...fields })).body
const profileEvents = async (id: number) => {
  const events = await outboxEvents(candidateService, 'evt.candidate.profile.changed.v1')
  return events.filter(({ payload }) => payload.id === id)
}
const activityEvents = async (id: number) => {
  const events = await outboxEvents(candidateService, 'evt.candidate.activity.recorded.v1')
  return events.filter(({ payload }) => payload.candidateId === id)
}

const FULL = {
  ...PERSON,
  phone: '+47 22 33 44',
  linkedInUrl: 'https://linkedin.example/ada',
  gitHubUrl: 'https://github.example/ada',
  websiteUrl: 'https://ada.example',
  headline: 'Keeper',
  summary: 'Line one\nLine two',
  street: 'Quay 1',
  city: 'Bergen',
  region: 'Vestland',
  postalCode: '5003',
  country: 'NO',
  careerStatus: 'OpenToOffers',
  expectedSalaryMin: 40_000,
  expectedSalaryMax: 60_000,
  expectedSalaryCurrency: 'NOK',
  noticePeriodDays: 30,
  jobTypes: ['FullTime', 'Contract'],
  skills: ['Lamps', 'C++'],
  languages: [{ language: 'Norwegian', level: 'Native' }],
  nationalities: ['NO', 'SE'],
  employmentHistory: [
    { title: 'Keeper', employer: 'Coast', startMonth: '2020-01', endMonth: null, description: 'Lit\nlamps' },
  ],
  education: [{ school: 'Sea', degree: 'BSc', field: 'Light', endYear: 2019 }],
}

test('201: a candidate with every field reads back what was sent, with completeness 100', async () => {
  const created = await create(FULL)
  expect(created).toEqual({
    ...FULL,
    id: expect.any(Number),
    completeness: 100,
    createdAt: expect.any(String),
    updatedAt: created.createdAt,
  })
  expect((await asCandidate(created.id).get(PATH)).body).toEqual(created)
})

test('200: null leaves a field, "" clears what is optional, a list is replaced (D-08, D-36)', async () => {
  const { id } = await create(FULL)
  const nulls = Object.fromEntries(Object.keys(FULL).map((name) => [name, null]))
  expect((await asCandidate(id).put(PATH, nulls)).body).toMatchObject(FULL)
  expect(await profileEvents(id)).toHaveLength(1)

  const patch = { headline: '', phone: '', country: '', linkedInUrl: '', skills: ['Sails'], languages: [] }
  const { status, body } = await asCandidate(id).put(PATH, patch)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    ...FULL,
    headline: null,
    phone: null,
    country: null,
    linkedInUrl: null,
    skills: ['Sails'],
    languages: [],
  })
  expect((await asCandidate(id).get(PATH)).body).toEqual(body)
})

test('200: "" clears every optional field that is no text; the rules between fields hold after it (D-08)', async () => {
  const { id } = await create(FULL)
  const cleared = {
    careerStatus: null,
    expectedSalaryMin: null,
    expectedSalaryMax: null,
    expectedSalaryCurrency: null,
    noticePeriodDays: null,
  }
  for (const field of Object.keys(cleared)) {
    const { status, body } = await asCandidate(id).put(PATH, { [field]: '' })
    expect([field, status, body[field]]).toEqual([field, 200, null])
    expect((await asCandidate(id).put(PATH, { [field]: null })).body[field]).toBeNull()
  }
  const { body } = await asCandidate(id).get(PATH)
  expect(body).toEqual({ ...body, ...FULL, ...cleared, completeness: 96 })
  expect((await profileEvents(id)).at(-1)!.payload).toMatchObject(cleared)

  await admin.put(`/admin/v1/candidates/${id}`, FULL)
  expect((await asCandidate(id).put(PATH, { expectedSalaryMin: 70_000, expectedSalaryMax: '' })).status).toBe(
    200,
  )
  expect((await asCandidate(id).put(PATH, { expectedSalaryMax: 60_000 })).status).toBe(400)
  expect((await admin.put(`/admin/v1/candidates/${id}`, { expectedSalaryMin: '' })).status).toBe(200)
  expect((await asCandidate(id).put(PATH, { expectedSalaryMax: 60_000 })).status).toBe(200)
})

test.each(['firstName', 'lastName', 'email', 'skills', 'languages', 'isSearchable'])(
  '400: %s is not cleared by "" (D-08)',
  async (field) => {
    const { id } = await create(FULL)
    const response = await admin.put(`/admin/v1/candidates/${id}`, { [field]: '' })
    expect([response.status, response.body.message]).toEqual([400, expect.stringMatching(`^${field}: `)])
  },
)

test('400: expectedSalaryMin above expectedSalaryMax, both in the patch or one of them stored (D-36)', async () => {
  const { id } = await create()
  const problem = { code: 'invalid_request', errors: [{ pointer: '/expectedSalaryMin' }] }
  for (const [patch, status] of [
    [{ expectedSalaryMin: 50, expectedSalaryMax: 40 }, 400],
    [{ expectedSalaryMin: 50 }, 200],
    [{ expectedSalaryMax: 49 }, 400],
    [{ expectedSalaryMax: 50 }, 200],
    [{ expectedSalaryMin: 51 }, 400],
    [{ expectedSalaryMin: 90, expectedSalaryMax: 95 }, 200],
  ] as const) {
    const response = await asCandidate(id).put(PATH, patch, { accept: 'application/problem+json' })
    expect([patch, response.status]).toEqual([patch, status])
    if (status === 400) expect(response.body).toMatchObject(problem)
  }
  expect((await asCandidate(id).get(PATH)).body).toMatchObject({
    expectedSalaryMin: 90,
    expectedSalaryMax: 95,
  })
})

test.each([
  [{ firstName: '' }],
  [{ firstName: 'A\u0000' }],
  [{ firstName: '- - -' }],
  [{ lastName: '-' }],
  [{ lastName: '3' }],
  [{ headline: 'a\ud800' }],
  [{ summary: 'a\u0000b' }],
  [{ summary: 7 }],
  [{ email: 'nobody' }],
  [{ country: 'XX' }],
  [{ careerStatus: 'Bored' }],
  [{ careerStatus: ' ' }],
  [{ noticePeriodDays: '30' }],
  [{ employmentHistory: [{ title: 'x', startMonth: '0001-01' }] }],
  [{ employmentHistory: [{ title: 'x', endMonth: '1899-12' }] }],
  [{ employmentHistory: [{ title: 'x', startMonth: '2020-02', endMonth: '2020-01' }] }],
  [{ education: [{ endYear: 1899 }] }],
  [{ expectedSalaryCurrency: 'XYZ1' }],
  [{ expectedSalaryMin: 1.5 }],
  [{ expectedSalaryMin: -1 }],
  [{ expectedSalaryMax: 2_147_483_648 }],
  [{ skills: ['ok', '\udfff'] }],
  [{ skills: 'ok' }],
  [{ employmentHistory: [{ title: 'x', description: '\u0000' }] }],
  [{ education: [{ endYear: 1e9 }] }],
  [{ linkedInUrl: 'javascript:alert(1)' }],
])('400: %j is refused and nothing changes', async (patch) => {
  const created = await create()
  const response = await asCandidate(created.id).put(PATH, patch)
  expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
  expect((await asCandidate(created.id).get(PATH)).body).toEqual(created)
})

test('20 concurrent patches: each takes effect, and the versions of the events have no gap', async () => {
  const { id } = await create()
  const fields = ['phone', 'headline', 'summary', 'street', 'city', 'region', 'postalCode']
  const patches = Array.from({ length: 20 }, (_, i) => ({ [fields[i % fields.length]!]: `value ${i}` }))
  const responses = await Promise.all(patches.map((patch) => asCandidate(id).put(PATH, patch)))
  expect(responses.every(({ status }) => status === 200)).toBe(true)
  const { body } = await asCandidate(id).get(PATH)
  for (const field of fields) expect(body[field]).toMatch(/^value /)

  const events = await profileEvents(id)
  expect(events.map(({ aggregateVersion }) => aggregateVersion)).toEqual(events.map((_, i) => i + 1))
  expect(events.length).toBeGreaterThanOrEqual(21)
})

test('profile.changed contains the full state; a patch that changes nothing publishes no event', async () => {
  const { id } = await create(FULL)
  await asCandidate(id).put(PATH, { headline: 'Captain' })
  await asCandidate(id).put(PATH, {
    headline: 'Captain',
    skills: FULL.skills,
    employmentHistory: FULL.employmentHistory,
  })
  await admin.put(`/admin/v1/candidates/${id}`, { isSearchable: false })
  const profiles = (await profileEvents(id)).filter(({ payload }, i, all) => {
    const { lastActiveAt: _1, version: _2, ...state } = payload
    const { lastActiveAt: _3, version: _4, ...before } = all[i - 1]?.payload ?? {}
    return JSON.stringify(state) !== JSON.stringify(before)
  })
  expect(profiles).toHaveLength(3)
  const { payload, aggregateVersion } = profiles[2]!
  const { body } = await asCandidate(id).get(PATH)
  expect(payload).toEqual({
    ...body,
    isSearchable: false,
    consentExpiresAt: null,
    lastActiveAt: expect.any(String),
    version: aggregateVersion,
  })
})

test('a call of the candidate updates and publishes lastActiveAt, but neither updatedAt nor the ETag (D-42)', async () => {
  const created = await create()
  const first = await asCandidate(created.id).get(PATH)
  candidateService.deps.clock.advanceTo(candidateService.deps.clock.offsetMs + 3_600_000)
  await asCandidate(created.id).get('/api/v1/me/applications')
  await eventually('an event with the new lastActiveAt', async () => {
    const last = (await activityEvents(created.id)).at(-1)?.payload.lastActiveAt as string | undefined
    return last !== undefined && Date.parse(last) - Date.parse(created.createdAt) >= 3_600_000
  })
  const second = await asCandidate(created.id).get(PATH)
  expect(second.text).toBe(first.text)
  expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
})

test('100 calls within 10 minutes publish one activity event, and the profile not once more', async () => {
  const { id } = await create(FULL)
  const { clock, db } = candidateService.deps
  const storedAt = async () =>
    (await db.sql<{ at: Date }>`select last_active_at as at from candidate where id = ${id}`)[0]!.at.getTime()
  const created = await storedAt()
  const callOften = async () => {
    for (let i = 0; i < 50; i++) expect((await asCandidate(id).get(PATH)).status).toBe(200)
    await saveActivity.run(candidateService.deps)
  }
  await callOften()
  expect([await storedAt(), await activityEvents(id)]).toEqual([created, []])
  clock.advanceTo(clock.offsetMs + 601_000)
  await callOften()
  await callOften()
  const [event, ...rest] = await activityEvents(id)
  expect([event?.payload, rest]).toEqual([
    { candidateId: id, lastActiveAt: new Date(await storedAt()).toISOString(), version: 1 },
    [],
  ])
  expect(await storedAt()).toBeGreaterThanOrEqual(created + 600_000)
  expect(await profileEvents(id)).toHaveLength(1)
})

test('304 for the current ETag, 412 for a write with an older one (D-61)', async () => {
  const { id } = await create()
  const etag = (await asCandidate(id).get(PATH)).headers.get('etag')!
  const unchanged = await asCandidate(id).get(PATH, { headers: { 'if-none-match': etag } })
  expect([unchanged.status, unchanged.text]).toEqual([304, ''])
  const writes = await Promise.all(
    ['a', 'b', 'c'].map((headline) => asCandidate(id).put(PATH, { headline }, { 'if-match': etag })),
  )
  expect(writes.map(({ status }) => status).sort()).toEqual([200, 412, 412])
})

test('of 20 parallel PUTs with one If-Match, one succeeds (D-61)', async () => {
  const { id } = await create()
  const etag = (await asCandidate(id).get(PATH)).headers.get('etag')!
  const writes = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      asCandidate(id).put(PATH, { headline: `Headline ${n}` }, { 'if-match': etag }),
    ),
  )
  const won = writes.filter(({ status }) => status === 200)
  expect([won.length, writes.filter(({ status }) => status === 412).length]).toEqual([1, 19])
  expect((await asCandidate(id).get(PATH)).body.headline).toBe(won[0]!.body.headline)
})

test('404: the candidate does not exist, for candidate and operator', async () => {
  expect((await asCandidate(999_999).get(PATH)).status).toBe(404)
  expect((await asCandidate(999_999).put(PATH, { headline: 'x' })).status).toBe(404)
  expect((await admin.put('/admin/v1/candidates/999999', { headline: 'x' })).status).toBe(404)
  expect((await admin.put('/admin/v1/candidates/abc', { headline: 'x' })).status).toBe(404)
})

test('changes by operators publish audit events without personal data', async () => {
  const { id } = await create({ headline: 'Secret' })
  await admin.put(`/admin/v1/candidates/${id}`, {
    phone: '+47 99887766',
    consentExpiresAt: '2030-01-01T00:00:00Z',
  })
  const rows = await outboxEvents(candidateService, 'evt.candidate.audit.recorded.v1')
  const payloads = rows
    .filter(({ payload }) => payload.object === `candidate ${id}`)
    .map(({ payload }) => payload)
  expect(payloads).toMatchObject([
    { actor: 'operator', action: 'create-candidate', before: null },
    {
      action: 'update-candidate',
      before: { consentExpiresAt: null, isSearchable: true },
      after: { consentExpiresAt: '2030-01-01T00:00:00.000Z', changed: ['phone', 'consentExpiresAt'] },
    },
  ])
  expect(JSON.stringify(payloads)).not.toMatch(/Ada|Lind|ada@|99887766|Secret/)
})

test.each(['firstName', 'lastName'])(
  '400: a %s without a letter is refused by name; 200: any script has letters (P-261)',
  async (field) => {
    const { id } = await create()
    const refused = [
      await admin.post('/admin/v1/candidates', { ...PERSON, [field]: '- - 7' }),
      await admin.put(`/admin/v1/candidates/${id}`, { [field]: '…' }),
      await asCandidate(id).put(PATH, { [field]: '🙂' }),
    ]
    for (const { status, body } of refused) {
      expect([status, body.code]).toEqual([400, 'invalid_request'])
      expect(body.message).toContain(`${field}: must contain a letter`)
    }
    for (const name of ['李', 'O’', 'ᏣᎳᎩ', 'e\u0301', '4th Ω']) {
      const { status, body } = await asCandidate(id).put(PATH, { [field]: name })
      expect([status, body[field]]).toEqual([200, name])
    }
  },
)

test('200: a stored name without a letter stays while other fields change (P-261)', async () => {
  const { id } = await create()
  await candidateService.deps.db.sql`update candidate set last_name = '- -' where id = ${id}`
  const { status, body } = await asCandidate(id).put(PATH, { headline: 'Keeper', lastName: null })
  expect([status, body.lastName, body.headline]).toEqual([200, '- -', 'Keeper'])
  expect((await asCandidate(id).get(PATH)).status).toBe(200)
  expect((await profileEvents(id)).at(-1)!.payload.lastName).toBe('- -')
})
