import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningHttp } from '../src/http/start-http.ts'
import { readSettings } from '../src/settings.ts'
import { connectHttp, startTestHttp } from './support/connect.ts'

const KEY = `pk_live_${'a'.repeat(38)}`
const OTHER_KEY = `pk_live_${'b'.repeat(38)}`
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}
const listTools = { jsonrpc: '2.0', id: 2, method: 'tools/list' }

let http: RunningHttp
beforeAll(async () => {
  // No tool is called here, so nothing listens at this address.
  http = await startTestHttp('http://127.0.0.1:9', { MCP_ALLOWED_ORIGINS: 'https://assistant.example' })
})
afterAll(() => http.close())

interface Reply {
  status: number
  session: string | undefined
  body: string
}

/** Posts with these headers; unlike fetch, also with any Host and Origin. */
function post(message: unknown, headers: Record<string, string> = {}, url = http.url): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const own = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
    const authorization = `Bearer ${KEY}`
    const sent = request(
      url,
      { method: 'POST', headers: { ...own, authorization, ...headers } },
      (response) => {
        let body = ''
        response.on('data', (chunk) => {
          body += chunk
        })
        const session = response.headers['mcp-session-id'] as string | undefined
        response.on('end', () => resolve({ status: response.statusCode!, session, body }))
      },
    )
    sent.on('error', reject)
    sent.end(typeof message === 'string' ? message : JSON.stringify(message))
  })
}
const port = () => new URL(http.url).port

test('the server listens on loopback only', () => {
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
  '403: Origin %s is not allowed',
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

test('503: more than 100 sessions; a session that its client ends makes place', async () => {
  const server = await startTestHttp('http://127.0.0.1:9')
  const replies = []
  for (let i = 0; i < 101; i++) replies.push(await post(initialize, {}, server.url))
  expect(replies.slice(0, 100).map(({ status }) => status)).toEqual(Array(100).fill(200))
  expect(replies[100]!.status).toBe(503)
  const ended = await fetch(server.url, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${KEY}`, 'mcp-session-id': replies[0]!.session! },
  })
  expect(ended.status).toBe(200)
  const next = await connectHttp(server.url, KEY)
  await next.close()
  await server.close()
})

test('settings: what is wrong is named, never with the text of a key', () => {
  const url = 'https://jobs.example'
  expect(() => readSettings({}, 'http')).toThrow('JOBBOARD_URL')
  expect(() => readSettings({ JOBBOARD_URL: url }, 'stdio')).toThrow('JOBBOARD_API_KEY')
  const wrong = () => readSettings({ JOBBOARD_URL: url, JOBBOARD_API_KEY: 'ck_live_secret' }, 'stdio')
  expect(wrong).toThrow('pk_live_')
  expect(wrong).not.toThrow('secret')
  expect(() => readSettings({ JOBBOARD_URL: url, MCP_HOST: '0.0.0.0' }, 'http')).toThrow('MCP_ALLOWED_HOSTS')
})
