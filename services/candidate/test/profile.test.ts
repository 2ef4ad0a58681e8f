import { type Booted, boot } from '@jobboard/testkit/boot'
import type { Client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { service } from '../src/service.ts'
import { told } from './support/setup.ts'

let running: Booted
let admin: Client
beforeAll(async () => {
  running = await boot(service)
  admin = running.as({ kind: 'admin', actor: 'operator' })
})
afterAll(() => running.stop())

const PATH = '/api/v1/me/profile'
const PERSON = { firstName: 'Ada', lastName: 'Lind', email: 'ada@example.test' }
const me = (candidateId: number) => running.as({ kind: 'candidate', candidateId, keyId: 1, scopes: [] })
const create = async (fields: object = {}) =>
  (await admin.post('/admin/v1/candidates', { ...PERSON, ...fields })).body
const changes = async (id: number) => {
  const events = await told(running, 'evt.candidate.profile.changed.v1')
  return events.filter(({ payload }) => payload.id === id)
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

test('201: a candidate with every field reads exactly what was sent, complete to 100', async () => {
  const created = await create(FULL)
  expect(created).toEqual({
    ...FULL,
    id: expect.any(Number),
    completeness: 100,
    createdAt: expect.any(String),
    updatedAt: created.createdAt,
  })
  expect((await me(created.id).get(PATH)).body).toEqual(created)
})

test('200: null leaves a field, "" clears a text, a list is replaced whole (D-08, D-36)', async () => {
  const { id } = await create(FULL)
  const nothing = Object.fromEntries(Object.keys(FULL).map((name) => [name, null]))
  expect((await me(id).put(PATH, nothing)).body).toMatchObject(FULL)
  expect(await changes(id)).toHaveLength(1)

  const patch = { headline: '', phone: '', country: '', linkedInUrl: '', skills: ['Sails'], languages: [] }
  const { status, body } = await me(id).put(PATH, patch)
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
  expect((await me(id).get(PATH)).body).toEqual(body)
})

test('400: the lower salary above the upper one, within a patch and against what is stored (D-36)', async () => {
  const { id } = await create()
  for (const [patch, status] of [
    [{ expectedSalaryMin: 50, expectedSalaryMax: 40 }, 400],
    [{ expectedSalaryMin: 50 }, 200],
    [{ expectedSalaryMax: 49 }, 400],
    [{ expectedSalaryMax: 50 }, 200],
    [{ expectedSalaryMin: 51 }, 400],
    [{ expectedSalaryMin: 90, expectedSalaryMax: 95 }, 200],
  ] as const) {
    const answer = await me(id).put(PATH, patch)
    expect([patch, answer.status]).toEqual([patch, status])
    if (status === 400) expect(answer.body.code).toBe('invalid_request')
  }
  expect((await me(id).get(PATH)).body).toMatchObject({ expectedSalaryMin: 90, expectedSalaryMax: 95 })
})

test.each([
  [{ firstName: '' }],
  [{ firstName: 'A\u0000' }],
  [{ headline: 'a\ud800' }],
  [{ summary: 'a\u0000b' }],
  [{ summary: 7 }],
  [{ email: 'nobody' }],
  [{ country: 'XX' }],
  [{ careerStatus: 'Bored' }],
  [{ expectedSalaryCurrency: 'XYZ1' }],
  [{ expectedSalaryMin: 1.5 }],
  [{ expectedSalaryMin: -1 }],
  [{ expectedSalaryMax: 2_147_483_648 }],
  [{ skills: ['ok', '\udfff'] }],
  [{ skills: 'ok' }],
  [{ employmentHistory: [{ title: 'x', description: '\u0000' }] }],
  [{ education: [{ endYear: 1e9 }] }],
  [{ linkedInUrl: 'javascript:alert(1)' }],
])('400: %j, nothing changed', async (patch) => {
  const created = await create()
  const answer = await me(created.id).put(PATH, patch)
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
  expect((await me(created.id).get(PATH)).body).toEqual(created)
})

test('20 patches at once: each one takes effect, and the versions of the events have no gap', async () => {
  const { id } = await create()
  const fields = ['phone', 'headline', 'summary', 'street', 'city', 'region', 'postalCode']
  const patches = Array.from({ length: 20 }, (_, i) => ({ [fields[i % fields.length]!]: `value ${i}` }))
  const answers = await Promise.all(patches.map((patch) => me(id).put(PATH, patch)))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  const { body } = await me(id).get(PATH)
  for (const field of fields) expect(body[field]).toMatch(/^value /)

  const events = await changes(id)
  expect(events.map(({ aggregateVersion }) => aggregateVersion)).toEqual(events.map((_, i) => i + 1))
  expect(events.length).toBeGreaterThanOrEqual(21)
})

test('profile.changed carries the whole state; a patch that changes nothing is no event', async () => {
  const { id } = await create(FULL)
  await me(id).put(PATH, { headline: 'Captain' })
  await me(id).put(PATH, {
    headline: 'Captain',
    skills: FULL.skills,
    employmentHistory: FULL.employmentHistory,
  })
  await admin.put(`/admin/v1/candidates/${id}`, { isSearchable: false })
  const profiles = (await changes(id)).filter(({ payload }, i, all) => {
    const { lastActiveAt: _1, version: _2, ...state } = payload
    const { lastActiveAt: _3, version: _4, ...before } = all[i - 1]?.payload ?? {}
    return JSON.stringify(state) !== JSON.stringify(before)
  })
  expect(profiles).toHaveLength(3)
  const { payload, aggregateVersion } = profiles[2]!
  const { body } = await me(id).get(PATH)
  expect(payload).toEqual({
    ...body,
    isSearchable: false,
    lastActiveAt: expect.any(String),
    version: aggregateVersion,
  })
})

test('a call of the candidate is activity, told within a moment; it changes neither updatedAt nor the ETag (D-42)', async () => {
  const created = await create()
  const first = await me(created.id).get(PATH)
  running.deps.clock.advanceTo(running.deps.clock.offsetMs + 3_600_000)
  await me(created.id).get('/api/v1/me/applications')
  await eventually('the activity', async () => {
    const last = (await changes(created.id)).at(-1)!.payload.lastActiveAt as string
    return Date.parse(last) - Date.parse(created.createdAt) >= 3_600_000
  })
  const second = await me(created.id).get(PATH)
  expect(second.text).toBe(first.text)
  expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
})

test('304 for a known ETag, 412 for a write on top of an older state (D-61)', async () => {
  const { id } = await create()
  const etag = (await me(id).get(PATH)).headers.get('etag')!
  const known = await me(id).get(PATH, { headers: { 'if-none-match': etag } })
  expect([known.status, known.text]).toEqual([304, ''])
  const writes = await Promise.all(
    ['a', 'b', 'c'].map((headline) => me(id).put(PATH, { headline }, { 'if-match': etag })),
  )
  expect(writes.map(({ status }) => status).sort()).toEqual([200, 412, 412])
})

test('404: a candidate who is not there, for the candidate and for the portal', async () => {
  expect((await me(999_999).get(PATH)).status).toBe(404)
  expect((await me(999_999).put(PATH, { headline: 'x' })).status).toBe(404)
  expect((await admin.put('/admin/v1/candidates/999999', { headline: 'x' })).status).toBe(404)
  expect((await admin.put('/admin/v1/candidates/abc', { headline: 'x' })).status).toBe(404)
})

test('what operators do is told for the audit, without personal data', async () => {
  const { id } = await create({ headline: 'Secret' })
  await admin.put(`/admin/v1/candidates/${id}`, { phone: '+47 99', consentExpiresAt: '2030-01-01T00:00:00Z' })
  const rows = await told(running, 'evt.candidate.audit.recorded.v1')
  const own = rows.filter(({ payload }) => payload.object === `candidate ${id}`).map(({ payload }) => payload)
  expect(own).toMatchObject([
    { actor: 'operator', action: 'create-candidate', before: null },
    {
      action: 'update-candidate',
      before: { consentExpiresAt: null, isSearchable: true },
      after: { consentExpiresAt: '2030-01-01T00:00:00.000Z', changed: ['phone', 'consentExpiresAt'] },
    },
  ])
  expect(JSON.stringify(own)).not.toMatch(/Ada|Lind|ada@|99|Secret/)
})
