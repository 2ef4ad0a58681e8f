import { expect, test } from 'vitest'
import { outboxEvents, startCandidateSystem } from './support/setup.ts'

const system = await startCandidateSystem()

const PATH = '/api/v1/me/consent'
const DAY_SECONDS = 86_400
const now = () => system.services.candidate.deps.clock.now().getTime()
const inDays = (days: number) => new Date(now() + days * DAY_SECONDS * 1_000).toISOString()
const apply = async (id: number) =>
  system.asCandidate(id).post('/api/v1/me/applications', { jobId: await system.newJob(1), confirm: true })
const events = async (id: number) => {
  const all = await outboxEvents(system.services.candidate, 'evt.candidate.profile.changed.v1')
  return all.filter(({ payload }) => payload.id === id).map(({ payload }) => payload.consentExpiresAt)
}

test('403 consent_required from the second on at which the consent lapses; 201 after the candidate renews it (P-131)', async () => {
  const consentExpiresAt = inDays(1)
  const id = await system.newCandidate({ consentExpiresAt })
  const candidate = system.asCandidate(id)
  expect((await candidate.get(PATH)).body).toEqual({ consentExpiresAt })
  expect((await apply(id)).status).toBe(201)
  await system.advanceClock(DAY_SECONDS)
  const refused = await apply(id)
  expect([refused.status, refused.body.code]).toEqual([403, 'consent_required'])
  expect(refused.body.message).toContain('PUT /api/v1/me/consent')

  const renewed = await candidate.put(PATH, { confirm: true })
  expect(renewed.status).toBe(200)
  const until = Date.parse(renewed.body.consentExpiresAt)
  expect(Math.abs(until - Date.parse(inDays(365)))).toBeLessThan(60_000)
  expect((await candidate.get(PATH)).body).toEqual(renewed.body)
  expect(await events(id)).toEqual([consentExpiresAt, renewed.body.consentExpiresAt])
  expect((await apply(id)).status).toBe(201)
})

test('200: a consent that lasts longer than 365 days, or has no end, stays as it is and publishes no event', async () => {
  for (const consentExpiresAt of [inDays(400), null]) {
    const id = await system.newCandidate({ consentExpiresAt })
    const response = await system.asCandidate(id).put(PATH, { confirm: true })
    expect([response.status, response.body]).toEqual([200, { consentExpiresAt }])
    expect(await events(id)).toEqual([consentExpiresAt])
  }
})

test('412: an old ETag does not renew the consent (D-61)', async () => {
  const id = await system.newCandidate({ consentExpiresAt: inDays(1) })
  const candidate = system.asCandidate(id)
  const etag = (await candidate.get(PATH)).headers.get('etag')!
  const unchanged = await candidate.get(PATH, { headers: { 'if-none-match': etag } })
  expect([unchanged.status, unchanged.text]).toEqual([304, ''])
  await candidate.delete(PATH)
  const withdrawn = await candidate.get(PATH)
  const refused = await candidate.put(PATH, { confirm: true }, { 'if-match': etag })
  expect([refused.status, refused.body.code]).toEqual([412, 'precondition_failed'])
  expect((await candidate.get(PATH)).body).toEqual(withdrawn.body)
  const match = { 'if-match': withdrawn.headers.get('etag')! }
  const renewed = await candidate.put(PATH, { confirm: true }, match)
  expect([renewed.status, renewed.headers.get('etag')]).toEqual([
    200,
    (await candidate.get(PATH)).headers.get('etag'),
  ])
})

test.each([
  [{}, 'confirmation_required'],
  [{ confirm: false }, 'confirmation_required'],
  [{ confirm: null }, 'confirmation_required'],
  [{ confirm: 'true' }, 'confirmation_required'],
  [{ confirm: 1 }, 'confirmation_required'],
  [[], 'invalid_request'],
  [[], 'invalid_request'],
])('400: %j renews nothing: %s', async (body, code) => {
  const consentExpiresAt = inDays(-1)
  const id = await system.newCandidate({ consentExpiresAt })
  const response = await system.asCandidate(id).put(PATH, body)
  expect([response.status, response.body.code]).toEqual([400, code])
  expect((await system.asCandidate(id).get(PATH)).body).toEqual({ consentExpiresAt })
})

test('204: a withdrawn consent refuses applies at once; withdrawing again changes nothing; renewing restores it', async () => {
  const id = await system.newCandidate()
  const candidate = system.asCandidate(id)
  expect((await candidate.delete(PATH)).status).toBe(204)
  const withdrawn = (await candidate.get(PATH)).body
  expect(Date.parse(withdrawn.consentExpiresAt)).toBeLessThanOrEqual(now())
  expect((await apply(id)).body.code).toBe('consent_required')
  expect((await candidate.delete(PATH)).status).toBe(204)
  expect((await candidate.get(PATH)).body).toEqual(withdrawn)
  expect(await events(id)).toEqual([null, withdrawn.consentExpiresAt])
  expect((await candidate.put(PATH, { confirm: true })).status).toBe(200)
  expect((await apply(id)).status).toBe(201)
})

test('a changed consent is neither a change of the profile nor of its ETag (D-61)', async () => {
  const candidate = system.asCandidate(await system.newCandidate())
  const before = await candidate.get('/api/v1/me/profile')
  await candidate.delete(PATH)
  await candidate.put(PATH, { confirm: true })
  const after = await candidate.get('/api/v1/me/profile')
  expect([after.text, after.headers.get('etag')]).toEqual([before.text, before.headers.get('etag')])
})

test('20 renewals and withdrawals at once: the versions of the events have no gap and the last one is stored', async () => {
  const id = await system.newCandidate()
  const candidate = system.asCandidate(id)
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      i % 2 ? candidate.put(PATH, { confirm: true }) : candidate.delete(PATH),
    ),
  )
  const all = await outboxEvents(system.services.candidate, 'evt.candidate.profile.changed.v1')
  const own = all.filter(({ payload }) => payload.id === id)
  expect(own.map(({ aggregateVersion }) => aggregateVersion)).toEqual(own.map((_, i) => i + 1))
  expect((await candidate.get(PATH)).body.consentExpiresAt).toBe(own.at(-1)!.payload.consentExpiresAt)
})

test('200: the portal sets a consent back to one without an end with "" (D-08)', async () => {
  const id = await system.newCandidate({ consentExpiresAt: inDays(-1) })
  expect((await apply(id)).body.code).toBe('consent_required')
  const path = `/admin/v1/candidates/${id}`
  expect((await system.admin.put(path, { consentExpiresAt: null })).status).toBe(200)
  expect((await apply(id)).body.code).toBe('consent_required')
  expect((await system.admin.put(path, { consentExpiresAt: '' })).status).toBe(200)
  expect((await system.asCandidate(id).get(PATH)).body).toEqual({ consentExpiresAt: null })
  expect((await events(id)).at(-1)).toBeNull()
  expect((await apply(id)).status).toBe(201)
  const created = await system.newCandidate({ consentExpiresAt: '' })
  expect((await system.asCandidate(created).get(PATH)).body).toEqual({ consentExpiresAt: null })
})

test.each([
  '9999-12-31T23:59:59-01:00',
  '0000-12-31T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '1899-12-31T23:59:59Z',
  '2026-02-30T00:00:00Z',
  'tomorrow',
  7,
  true,
])(
  '400: the portal sets consentExpiresAt to %j: the field is named and nothing changes',
  async (consentExpiresAt) => {
    const id = await system.newCandidate()
    const response = await system.admin.put(`/admin/v1/candidates/${id}`, { consentExpiresAt })
    expect([response.status, response.body.code]).toEqual([400, 'invalid_request'])
    expect(response.body.message).toMatch(/^consentExpiresAt: /)
    expect(await events(id)).toEqual([null])
  },
)
