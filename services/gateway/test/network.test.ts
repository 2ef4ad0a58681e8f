import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'

let net: Network
let employerId: number
beforeAll(async () => {
  net = await network({ only: ['accounts', 'jobs'] })
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

test('201: a key works as soon as it is minted, and its last use shows within 5 s (D-18)', async () => {
  const { id, apiKey } = await mint()
  const job = await net.api(apiKey).post('/api/v1/jobs', { title: 'Baker' })
  expect(job.status).toBe(201)
  const shows = async () => {
    const { body } = await net.admin.get(`/admin/v1/employers/${employerId}/api-keys`)
    return body.find((key: { id: number }) => key.id === id).lastUsedAt !== null
  }
  await eventually('the last use shows', shows, 5_000)
})

test('401: a revoked key, and one on the second it expires (D-16)', async () => {
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

test('401: a key with CvSearch waits for approval, then works (D-15)', async () => {
  const other = await net.admin.post('/admin/v1/employers', { name: 'New & Co' })
  const path = `/admin/v1/employers/${other.body.id}/api-keys`
  const { id, apiKey } = (await net.admin.post(path, { name: 'cv', scopes: ['CvSearch', 'JobPosting'] })).body
  expect((await net.api(apiKey).get('/api/v1/jobs')).status).toBe(401)
  expect((await net.admin.post(`/admin/v1/api-keys/${id}/approve`)).status).toBe(200)
  await eventually('the key works', async () => (await net.api(apiKey).get('/api/v1/jobs')).status === 200)
})

test('404 of a service passes with its request id and limit headers', async () => {
  const { apiKey } = await mint()
  const answer = await net.api(apiKey).get('/api/v1/jobs/999')
  expect(answer.status).toBe(404)
  expect(answer.body.code).toBe('not_found')
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.headers.get('x-ratelimit-limit')).toBe('100')
})

test('503: a service that is not there, by name and with Retry-After', async () => {
  const { apiKey } = await mint({ scopes: ['Applications'] })
  const answer = await net.api(apiKey).get('/api/v1/applications/1')
  expect(answer.status).toBe(503)
  expect(answer.body.code).toBe('unavailable')
  expect(answer.headers.get('retry-after')).toBe('1')
})
