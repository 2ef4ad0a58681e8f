import { client } from '@jobboard/testkit/client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendJson } from './support/fake-upstream.ts'
import { requestText, sendRaw } from './support/raw.ts'
import { startTestGateway, type TestGateway } from './support/setup.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())
beforeEach(() => {
  gateway.upstream.requests.length = 0
  gateway.upstream.respond = (_request, response) => sendJson(response, 200, { items: 'x'.repeat(20_000) })
})

const COMPARED = ['content-type', 'content-length', 'x-ratelimit-limit', 'ratelimit-policy', 'etag']

test.each(['/api/v1/jobs', '/api/v1/jobs/1?x=1', '/api/v1/key?a=b', '/api/v1/jobs/x%20y', '/api/v1/nothing'])(
  'HEAD %s has the status and headers of GET, no body, and counts like it (P-311)',
  async (path) => {
    const { apiKey } = await gateway.accounts.mint()
    const get = await gateway.api(apiKey).get(path)
    const head = await gateway.api(apiKey).send('HEAD', path)
    expect([head.status, head.text]).toEqual([get.status, ''])
    for (const name of COMPARED) expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)])
    const left = ({ headers }: typeof get) => Number(headers.get('x-ratelimit-remaining'))
    expect(left(head)).toBe(left(get) - 1)
    // Services see a GET.
    const [first, second] = gateway.upstream.requests
    expect(second && [second.method, second.url]).toEqual(first && ['GET', first.url])
  },
)

test('HEAD sends no byte of the body, so the next request on the connection is served', async () => {
  const key = `Authorization: Bearer ${gateway.recruiter}`
  const requests = [
    requestText('HEAD /api/v1/jobs', [key, 'Connection: keep-alive']),
    requestText('GET /api/v1/jobs/2', [key]),
  ]
  const { head, body } = await sendRaw(gateway.port, requests.join(''))
  const text = `${head}${body}`
  expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(2)
  expect(text.match(/x{20000}/g)).toHaveLength(1)
})

test('405: HEAD of a GET that can cost a credit, so that no probe is charged; Allow does not list it (P-311)', async () => {
  const head = await gateway.api(gateway.recruiter).send('HEAD', '/api/v1/candidates/1')
  expect([head.status, head.headers.get('allow'), head.text]).toEqual([405, 'GET', ''])
  const preview = await gateway.api(gateway.recruiter).send('HEAD', '/api/v1/candidates/1/preview')
  expect(preview.status).toBe(200)
  expect(gateway.upstream.requests.map(({ url }) => url)).toEqual(['/api/v1/candidates/1/preview'])
})

test('405: HEAD where there is no GET', async () => {
  const head = await gateway.api(gateway.recruiter).send('HEAD', '/api/v1/candidates/search')
  expect([head.status, head.headers.get('allow')]).toEqual([405, 'GET, POST'])
  const publish = await gateway.api(gateway.recruiter).send('HEAD', '/api/v1/jobs/1/publish')
  expect([publish.status, publish.headers.get('allow')]).toEqual([405, 'POST'])
})

test('401: HEAD without a key; 200 on the operators’ port and for the documents', async () => {
  const anonymous = client(gateway.url)
  expect((await anonymous.send('HEAD', '/api/v1/jobs')).status).toBe(401)
  expect((await gateway.admin.send('HEAD', '/admin/v1/employers')).status).toBe(200)
  expect(gateway.upstream.requests.map(({ method }) => method)).toEqual(['GET'])
  for (const path of ['/openapi.json', '/docs', '/llms.txt', '/healthz/live']) {
    const head = await anonymous.send('HEAD', path)
    expect([path, head.status, head.text]).toEqual([path, 200, ''])
  }
})
