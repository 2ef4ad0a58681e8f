import { getKey, getKeyUsage } from '@jobboard/contracts/keys/own'
import { client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'

let net: Network
let employerId: number
beforeAll(async () => {
  net = await network({ only: ['accounts', 'jobs', 'candidate', 'search'] })
  const employer = await net.admin.post('/admin/v1/employers', {
    name: 'Hall & Sons',
    isTrustedPartner: true,
  })
  employerId = employer.body.id
})
afterAll(() => net.stop())

const mint = async (more: Record<string, unknown> = {}) => {
  const body = { name: 'test', scopes: ['JobPosting'], ...more }
  const minted = await net.admin.post(`/admin/v1/employers/${employerId}/api-keys`, body)
  expect(minted.status).toBe(201)
  return minted.body as { id: number; apiKey: string }
}

test('201: a key works as soon as it is minted, and its last use is visible within 5 s (D-18)', async () => {
  const { id, apiKey } = await mint()
  const job = await net.api(apiKey).post('/api/v1/jobs', { title: 'Baker' })
  expect(job.status).toBe(201)
  const isVisible = async () => {
    const { body } = await net.admin.get(`/admin/v1/employers/${employerId}/api-keys`)
    return body.find((key: { id: number }) => key.id === id).lastUsedAt !== null
  }
  await eventually('the last use is visible', isVisible, 5_000)
})

test('401: a revoked key, and a key that has just expired (D-16)', async () => {
  const revoked = await mint()
  expect((await net.api(revoked.apiKey).get('/api/v1/jobs')).status).toBe(200)
  await net.admin.delete(`/admin/v1/api-keys/${revoked.id}`)
  await eventually('the key is refused', async () => {
    return (await net.api(revoked.apiKey).get('/api/v1/jobs')).status === 401
  })

  const { now } = (await net.admin.post('/admin/v1/clock/advance', { seconds: 1 })).body
  const expiring = await mint({ expiresAt: new Date(Date.parse(now) + 3_600_000).toISOString() })
  await net.admin.post('/admin/v1/clock/advance', { seconds: 3_000 })
  expect((await net.api(expiring.apiKey).get('/api/v1/jobs')).status).toBe(200)
  const moved = await net.admin.post('/admin/v1/clock/advance', { seconds: 600 })
  expect(moved.status).toBe(200)
  expect((await net.api(expiring.apiKey).get('/api/v1/jobs')).status).toBe(401)
})

test('401: a key with CvSearch before its approval (D-15, Spec §5.5)', async () => {
  const other = await net.admin.post('/admin/v1/employers', { name: 'New & Co' })
  const path = `/admin/v1/employers/${other.body.id}/api-keys`
  const { id, apiKey } = (await net.admin.post(path, { name: 'cv', scopes: ['CvSearch', 'JobPosting'] })).body
  expect((await net.api(apiKey).get('/api/v1/jobs')).status).toBe(401)
  expect((await net.admin.post(`/admin/v1/api-keys/${id}/approve`)).status).toBe(200)
  await eventually('the key works', async () => (await net.api(apiKey).get('/api/v1/jobs')).status === 200)
})

test('200: /key returns what the key may do and the credits left (D-63)', async () => {
  for (const [kind, amount] of [
    ['JobPosting', 3],
    ['CvSearch', 4],
  ]) {
    const grant = await net.admin.post(`/admin/v1/employers/${employerId}/credits`, { kind, amount })
    expect(grant.status).toBe(201)
  }
  const expiresAt = '2096-10-02T07:06:40.000Z'
  const author = { email: 'ann@example.test', name: 'Ann', role: 'Recruiter' }
  const user = (await net.admin.post(`/admin/v1/employers/${employerId}/users`, author)).body
  const minted = await mint({ name: 'mine', expiresAt, userId: user.id })
  const recruiter = await net.api(minted.apiKey).get('/api/v1/key')
  expect(recruiter.status).toBe(200)
  expect(recruiter.text).not.toContain(minted.apiKey.slice(8, 24))
  expect(getKey.response!.parse(recruiter.body)).toEqual({
    id: minted.id,
    kind: 'recruiter',
    name: 'mine',
    userId: user.id,
    scopes: ['JobPosting'],
    expiresAt,
    limits: expect.arrayContaining([{ family: 'search', requestsPerMinute: 30 }]),
    credits: { JobPosting: 3, CvSearch: 4, CvDownload: 0 },
  })

  const person = { firstName: 'Ada', lastName: 'Lind', email: 'ada@example.test' }
  const { id } = (await net.admin.post('/admin/v1/candidates', person)).body
  const key = { name: 'own', scopes: ['Profile'] }
  const { apiKey } = (await net.admin.post(`/admin/v1/candidates/${id}/api-keys`, key)).body
  const candidate = await net.api(apiKey).get('/api/v1/key')
  expect(candidate.body).toMatchObject({
    ...{ id: expect.any(Number), kind: 'candidate', name: 'own', userId: null },
    ...{ credits: null, expiresAt: null },
  })
  const families = candidate.body.limits.map(({ family }: { family: string }) => family)
  expect(families.sort()).toEqual(['employer', 'me'])
  expect((await net.api(apiKey).get('/api/v1/me/profile')).body.email).toBe('ada@example.test')
})

test('a key of either kind reads how many calls it has made and rotates itself through the gateway (P-373, P-376)', async () => {
  const person = { firstName: 'Bo', lastName: 'Lind', email: 'bo@example.test' }
  const { id } = (await net.admin.post('/admin/v1/candidates', person)).body
  const own = { name: 'own', scopes: ['Profile'] }
  const candidate = (await net.admin.post(`/admin/v1/candidates/${id}/api-keys`, own)).body
  for (const old of [await mint(), candidate]) {
    const api = net.api(old.apiKey)
    expect((await api.get('/api/v1/no-such-path')).status).toBe(404)
    const usage = await eventually('the call is counted', async () => {
      const { status, body } = await api.get('/api/v1/key/usage?days=1')
      expect(status).toBe(200)
      return body.days.length > 0 && getKeyUsage.response!.parse(body)
    })
    expect(usage.days).toMatchObject([
      { family: 'employer', clientErrors: 1, rateLimited: 0, serverErrors: 0 },
    ])
    const rotate = () =>
      api.post('/api/v1/key/rotate', { overlapSeconds: 600 }, { 'idempotency-key': 'once' })
    const [made, repeated] = [await rotate(), await rotate()]
    expect([made.status, repeated.status]).toEqual([201, 201])
    expect(repeated.body).toEqual(made.body)
    expect(repeated.headers.get('idempotency-replayed')).toBe('true')
    await eventually('the new key works', async () => {
      return (await net.api(made.body.apiKey).get('/api/v1/key')).body?.id === made.body.id
    })
    expect((await api.get('/api/v1/key')).status).toBe(200)
  }
})

test('304: /key and the credits have an ETag that changes with a grant (D-61)', async () => {
  const { apiKey } = await mint()
  for (const path of ['/api/v1/key', '/api/v1/employer/credits']) {
    const etag = (await net.api(apiKey).get(path)).headers.get('etag')!
    const read = () => net.api(apiKey).get(path, { headers: { 'if-none-match': etag } })
    const unchanged = await read()
    expect([unchanged.status, unchanged.text, unchanged.headers.get('etag')]).toEqual([304, '', etag])
    expect(unchanged.headers.get('x-ratelimit-remaining')).toBeDefined()
    await net.admin.post(`/admin/v1/employers/${employerId}/credits`, { kind: 'JobPosting', amount: 1 })
    expect((await read()).status).toBe(200)
  }
})

test('200: ready when every service is, each listed by name', async () => {
  const { status, body } = await client(net.gateway.url).get('/healthz/ready')
  expect([status, body.status]).toEqual([200, 'ready'])
  expect(body.parts).toEqual(
    ['accounts', 'jobs', 'candidate', 'search', 'nats', 'services', 'keys'].map((name) => ({
      name,
      ok: true,
      required: name === 'services' || name === 'keys',
      latencyMs: expect.any(Number),
    })),
  )
})

test('201: each change of a key by an operator is audited with its request id (Admin API)', async () => {
  const minted = await net.admin.post(`/admin/v1/employers/${employerId}/api-keys`, {
    name: 'a',
    scopes: ['CvSearch'],
  })
  const rotated = await net.admin.post(`/admin/v1/api-keys/${minted.body.id}/rotate`, {})
  const revoked = await net.admin.delete(`/admin/v1/api-keys/${rotated.body.id}`)
  expect([minted.status, rotated.status, revoked.status]).toEqual([201, 201, 204])
  const { body } = await net.admin.get('/admin/v1/audit?pageSize=3')
  const row = (action: string, id: number, response: { headers: Headers }) => ({
    ...{ service: 'accounts', actor: 'operator', action, object: `api-key ${id}` },
    requestId: response.headers.get('x-request-id'),
  })
  expect(body.items).toMatchObject([
    row('revoke-key', rotated.body.id, revoked),
    row('rotate-key', minted.body.id, rotated),
    row('mint-recruiter-key', minted.body.id, minted),
  ])
  expect(JSON.stringify(body)).not.toMatch(/[pc]k_live_/)
})

test('404: the response of a service, with request id and limit headers', async () => {
  const { apiKey } = await mint()
  const response = await net.api(apiKey).get('/api/v1/jobs/999')
  expect(response.status).toBe(404)
  expect(response.body.code).toBe('not_found')
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(response.headers.get('x-ratelimit-limit')).toBe('100')
})

test('503: a service is not there', async () => {
  const { apiKey } = await mint({ scopes: ['Applications'] })
  const response = await net.api(apiKey).get('/api/v1/applications/1')
  expect(response.status).toBe(503)
  expect(response.body.code).toBe('unavailable')
  expect(response.headers.get('retry-after')).toBe('1')
})
