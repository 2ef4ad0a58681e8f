import { randomUUID } from 'node:crypto'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendJson } from './support/fake-upstream.ts'
import { startTestGateway, type TestGateway } from './support/setup.ts'

let net: Network
let fake: TestGateway
let nowMs = 0
let employerId: number
beforeAll(async () => {
  net = await network({ only: ['accounts', 'jobs', 'search'] })
  fake = await startTestGateway({ nowMs: () => nowMs })
  const employer = { name: 'Hall & Sons', isTrustedPartner: true }
  employerId = (await net.admin.post('/admin/v1/employers', employer)).body.id
  const grants = { JobPosting: 3, CvSearch: 40, CvDownload: 5 }
  for (const [kind, amount] of Object.entries(grants)) {
    await net.admin.post(`/admin/v1/employers/${employerId}/credits`, { kind, amount })
  }
})
afterAll(() => Promise.all([net.stop(), fake.stop()]))

const mint = async (scopes = ['JobPosting', 'CvSearch']) => {
  const minted = await net.admin.post(`/admin/v1/employers/${employerId}/api-keys`, { name: 'k', scopes })
  return net.api(minted.body.apiKey)
}
const credits = ({ headers }: { headers: Headers }) => [
  headers.get('x-credits-cost'),
  headers.get('x-credits-remaining'),
]

test('429: a paid call that the gateway refuses states cost 0 and the balance (D-47)', async () => {
  const api = await mint()
  const search = (query: string) => api.post('/api/v1/candidates/search', { query })
  expect(credits(await search('java'))).toEqual(['1', '39'])
  for (let i = 0; i < 29; i++) expect((await search('((')).status).toBe(400)
  const refused = await search('java')
  expect([refused.status, ...credits(refused)]).toEqual([429, '0', '39'])
})

test('403, 404, 413: so do the other refusals of the gateway; a free call has no credit headers', async () => {
  const api = await mint()
  const unscoped = await mint(['Applications'])
  const search = '/api/v1/candidates/search'
  const refused = [
    [403, await unscoped.post('/api/v1/jobs/1/publish', {}), '3'],
    [404, await api.post('/api/v1/jobs/x%20y/publish', {}), '3'],
    [404, await api.get('/api/v1/candidates/x%20y'), '5'],
    [413, await api.post(search, { query: 'x'.repeat(1_048_600) }), '39'],
  ] as const
  for (const [status, response, left] of refused) {
    expect([response.status, ...credits(response)]).toEqual([status, '0', left])
  }
  for (const free of [await unscoped.get('/api/v1/jobs'), await api.send('PATCH', search)]) {
    expect(credits(free)).toEqual([null, null])
  }
})

test('429: a flood of refused calls reads the balance once a second; without the ledger the cost alone is stated', async () => {
  let reads = 0
  let isDown = false
  fake.upstream.respond = ({ url }, response) => {
    if (!url!.startsWith('/internal/')) return sendJson(response, 200, { id: randomUUID() })
    reads++
    if (isDown) return void response.destroy()
    sendJson(response, 200, { CvSearch: 7, CvDownload: 8 })
  }
  const { apiKey } = await fake.accounts.mint()
  const search = () => fake.api(apiKey).post('/api/v1/candidates/search', { query: 'java' })
  const flood = () => Promise.all(Array.from({ length: 100 }, search))
  const refused = (await flood()).filter(({ status }) => status === 429)
  expect(refused).toHaveLength(70)
  for (const response of refused) expect(credits(response)).toEqual(['0', '7'])
  expect(reads).toBe(1)
  nowMs += 1_000
  await flood()
  expect(reads).toBe(2)
  isDown = true
  nowMs += 1_000
  expect(credits(await search())).toEqual(['0', null])
})
