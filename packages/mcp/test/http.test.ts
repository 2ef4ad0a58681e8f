import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningHttp } from '../src/http/start-http.ts'
import { readSettings } from '../src/settings.ts'
import { startTestHttp } from './support/connect.ts'
import { as, initialize, listTools, postTo, startKeys } from './support/post.ts'

let keys: Awaited<ReturnType<typeof startKeys>>
let http: RunningHttp
let KEY: string
let OTHER_KEY: string
beforeAll(async () => {
  keys = await startKeys()
  KEY = await keys.newKey()
  OTHER_KEY = await keys.newKey()
  http = await startTestHttp(keys.url, { MCP_ALLOWED_ORIGINS: 'https://assistant.example' })
})
afterAll(async () => {
  await http.close()
  await keys.stop()
})

const post = (message: unknown, headers: Record<string, string> = {}, url = http.url) =>
  postTo(url, message, { ...as(KEY), ...headers })
const port = () => new URL(http.url).port

test('the server listens on loopback only (P-179)', () => {
  expect(new URL(http.url).hostname).toBe('127.0.0.1')
})

test.each(['evil.example', 'evil.example:3333', '127.0.0.1.evil.example', 'localhost@evil.example'])(
  '403: Host %s, as in DNS rebinding',
  async (host) => {
    const { status, session } = await post(initialize, { host })
    expect([status, session]).toEqual([403, undefined])
  },
)

test.each(['https://evil.example', 'http://localhost:3333', 'null', 'https://assistant.example.evil.test'])(
  '403: Origin %s is not allowed (P-179)',
  async (origin) => {
    expect((await post(initialize, { origin })).status).toBe(403)
  },
)

test('200: loopback hosts without Origin, and an Origin that is listed', async () => {
  const accepted: Record<string, string>[] = [
    { host: `localhost:${port()}` },
    { host: `127.0.0.1:${port()}` },
    { host: `[::1]:${port()}` },
    { origin: 'https://assistant.example' },
  ]
  for (const headers of accepted) {
    const { status, session } = await post(initialize, headers)
    expect([status, session !== undefined]).toEqual([200, true])
  }
})

test("401: no key, a candidate's key, and a key in another scheme", async () => {
  for (const authorization of ['', 'Bearer ', `Bearer ck_live_${'a'.repeat(38)}`, `Basic ${KEY}`]) {
    expect((await post(initialize, { authorization })).status, authorization).toBe(401)
  }
})

test('404: a session with another key, an unknown session, and another path', async () => {
  const { session } = await post(initialize)
  const own = { 'mcp-session-id': session! }
  expect((await post(listTools, own)).status).toBe(200)
  expect((await post(listTools, { ...own, authorization: `Bearer ${OTHER_KEY}` })).status).toBe(404)
  expect((await post(listTools, { 'mcp-session-id': crypto.randomUUID() })).status).toBe(404)
  expect((await post(listTools, own, http.url.replace('/mcp', '/other'))).status).toBe(404)
  expect((await post(listTools, own)).body).toContain('unlock_candidate')
})

test('4xx: a request without a session that is not initialize, invalid JSON, and a body over 1 MiB', async () => {
  expect((await post(listTools)).status).toBe(400)
  expect((await post('{')).status).toBe(400)
  expect((await post(JSON.stringify({ ...initialize, padding: 'x'.repeat(1_048_576) }))).status).toBe(413)
})

test('settings: what is wrong is named, never with the text of a key', () => {
  const url = 'https://jobs.example'
  expect(() => readSettings({}, 'http')).toThrow('JOBBOARD_URL')
  expect(() => readSettings({ JOBBOARD_URL: url }, 'stdio')).toThrow('JOBBOARD_API_KEY')
  const wrong = () => readSettings({ JOBBOARD_URL: url, JOBBOARD_API_KEY: 'ck_live_secret' }, 'stdio')
  expect(wrong).toThrow('pk_live_ or pk_test_')
  expect(wrong).not.toThrow('secret')
  expect(() => readSettings({ JOBBOARD_URL: url, MCP_HOST: '0.0.0.0' }, 'http')).toThrow('MCP_ALLOWED_HOSTS')
})
