import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createClient } from '../src/index.ts'
import { type FaultyServer, startFaultyServer } from './support/faulty-server.ts'

const apiKey = 'pk_live_x'
let server: FaultyServer

beforeAll(async () => {
  server = await startFaultyServer()
})
afterEach(() => vi.unstubAllEnvs())
afterAll(() => server.stop())

const last = () => server.requests.at(-1)!

test.each(['', '/', '///', '/api/v1', '/api/v1/', '/api/v1//'])(
  'a base URL that ends in "%s" is understood',
  async (ending) => {
    await createClient({ apiKey, baseUrl: server.url + ending }).jobs.get(7)
    expect(last().path).toBe('/api/v1/jobs/7')
  },
)

test('a path before /api/v1 is kept', async () => {
  await createClient({ apiKey, baseUrl: `${server.url}/jobs/api/v1/` }).jobs.get(7)
  expect(last().path).toBe('/jobs/api/v1/jobs/7')
})

test.each([
  ['development', undefined, 'handling=strict'],
  ['production', undefined, undefined],
  ['production', true, 'handling=strict'],
  ['development', false, undefined],
])('with NODE_ENV=%s and strict: %s a body is sent with Prefer: %s (P-390)', async (env, strict, prefer) => {
  vi.stubEnv('NODE_ENV', env)
  const client = createClient({ apiKey, baseUrl: server.url, strict })
  await client.jobs.create({ title: 'Baker' })
  expect(last().headers.prefer).toBe(prefer)
  await client.jobs.list()
  expect(last().headers.prefer).toBeUndefined()
})

test('strict stands beside the preference of a dry run', async () => {
  const client = createClient({ apiKey, baseUrl: server.url, strict: true })
  await client.dryRun('search-candidates', { body: { query: 'baker' } })
  expect(last().headers.prefer).toBe('dry-run, handling=strict')
})

test('without a variable NODE_ENV that can be read, as in a page, strict is on', async () => {
  vi.stubGlobal('process', undefined)
  try {
    await createClient({ apiKey, baseUrl: server.url }).jobs.create({ title: 'Baker' })
  } finally {
    vi.unstubAllGlobals()
  }
  expect(last().headers.prefer).toBe('handling=strict')
})
