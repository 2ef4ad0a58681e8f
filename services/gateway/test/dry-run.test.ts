import { endpoints } from '@jobboard/contracts/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestText, sendRaw } from './support/raw.ts'
import { startTestGateway, type TestGateway } from './support/setup.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())

const DRY_RUN = { prefer: 'dry-run' }
const withIds = (path: string) => path.replace(/\{service\}/g, 'jobs').replace(/\{\w+\}/g, '7')
const received = () => gateway.upstream.requests.length
const changing = endpoints.filter(
  ({ plane, method, hasDryRun }) => plane !== 'internal' && method !== 'GET' && !hasDryRun,
)

test.each(changing)(
  '400: $method $path refuses Prefer: dry-run, and no service receives it (P-170)',
  async ({ plane, method, path, keys }) => {
    const key = keys?.includes('recruiter') ? gateway.recruiter : gateway.candidate
    const client = plane === 'admin' ? gateway.admin : gateway.api(key)
    const before = received()
    const { status, body } = await client.send(method, withIds(path), { headers: DRY_RUN })
    expect([status, body.code]).toEqual([400, 'invalid_request'])
    expect(body.message).toContain('POST /api/v1/candidates/search')
    expect(received()).toBe(before)
  },
)

test('200: a dry run reaches the service with its header and counts in the rate limit', async () => {
  const { apiKey } = await gateway.accounts.mint({ scopes: ['CvSearch'] })
  const search = () =>
    gateway.api(apiKey).post('/api/v1/candidates/search', { query: 'a' }, { prefer: 'dry-run' })
  const first = await search()
  const second = await search()
  expect([first.status, gateway.upstream.requests.at(-1)!.headers.prefer]).toEqual([200, 'dry-run'])
  expect([first, second].map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['29', '28'])
})

test('401 and 403: a dry run needs the key and the scope of the call itself', async () => {
  const { apiKey } = await gateway.accounts.mint({ scopes: ['JobPosting'] })
  const search = (key: string) => gateway.api(key).post('/api/v1/candidates/search', { query: 'a' }, DRY_RUN)
  expect((await search(apiKey)).body.code).toBe('insufficient_scope')
  expect((await search(`${apiKey.slice(0, -1)}${apiKey.endsWith('x') ? 'y' : 'x'}`)).status).toBe(401)
  expect((await search(gateway.candidate)).status).toBe(401)
})

test('400: Connection: Prefer would remove the header on the way to the service, so nothing is forwarded', async () => {
  const { apiKey } = await gateway.accounts.mint({ scopes: ['CvSearch'] })
  const before = received()
  const headers = [`Authorization: Bearer ${apiKey}`, 'Prefer: dry-run', 'Connection: close, prefer']
  const search = requestText('POST /api/v1/candidates/search', [...headers, 'Content-Length: 0'])
  const { status, body } = await sendRaw(gateway.port, search)
  expect([status, JSON.parse(body).code]).toEqual([400, 'invalid_request'])
  expect(received()).toBe(before)
})

test('400: an unclear dry-run is not forwarded; one in the second of two Prefer headers is', async () => {
  const { apiKey } = await gateway.accounts.mint({ scopes: ['CvSearch'] })
  const own = [`Authorization: Bearer ${apiKey}`, 'Content-Length: 0', 'Prefer: wait=5']
  const send = (prefer: string) =>
    sendRaw(gateway.port, requestText('POST /api/v1/candidates/search', [...own, prefer]))
  const before = received()
  for (const prefer of ['dryrun', 'dry-run=no', 'x="dry-run', 'a="dry-run"']) {
    const { status, body } = await send(`Prefer: ${prefer}`)
    expect([status, JSON.parse(body).code], prefer).toEqual([400, 'invalid_request'])
  }
  expect(received()).toBe(before)
  await send('Prefer: "Dry-Run"')
  expect(gateway.upstream.requests.at(-1)!.headers.prefer).toBe('wait=5, "Dry-Run"')
})
