import { type IncomingHttpHeaders, request } from 'node:http'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningHttp } from '../src/http/start-http.ts'
import { readSettings } from '../src/settings.ts'
import { startTestHttp } from './support/connect.ts'

const FAKE_KEY = `pk_live_${'a'.repeat(38)}`
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}
const listTools = { jsonrpc: '2.0', id: 2, method: 'tools/list' }

let net: Network
let http: RunningHttp
let employerId: number
let KEY: string
let OTHER_KEY: string
beforeAll(async () => {
  net = await network()
  const employer = { name: 'Fjord Lamps', isTrustedPartner: true }
  employerId = (await net.admin.post('/admin/v1/employers', employer)).body.id
  KEY = await newKey()
  OTHER_KEY = await newKey()
  http = await startTestHttp(net.gateway.url, { MCP_ALLOWED_ORIGINS: 'https://assistant.example' })
})
afterAll(async () => {
  await http.close()
  await net.stop()
})

async function newKey(): Promise<string> {
  const key = { name: 'k', scopes: ['JobPosting'] }
  return (await net.admin.post(`/admin/v1/employers/${employerId}/api-keys`, key)).body.apiKey
}

interface Reply {
  status: number
  session: string | undefined
  headers: IncomingHttpHeaders
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
        response.on('end', () =>
          resolve({ status: response.statusCode!, session, headers: response.headers, body }),
        )
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

test('401: a key that the API does not accept opens no session, and its body is not read', async () => {
  const { status, headers, session } = await post('{', { authorization: `Bearer ${FAKE_KEY}` })
  expect([status, headers['www-authenticate'], session]).toEqual([
    401,
    'Bearer error="invalid_token"',
    undefined,
  ])
})

test('503: a job board that does not respond opens no session', async () => {
  const server = await startTestHttp('http://127.0.0.1:9')
  const { status, headers } = await post(initialize, {}, server.url)
  expect([status, headers['retry-after']]).toEqual([503, '5'])
  await server.close()
})

test('200: many callers with keys that are not accepted take no place from others', async () => {
  const server = await startTestHttp(net.gateway.url)
  const fakes = Array.from({ length: 300 }, (_, i) => `pk_live_${String(i).padStart(38, 'x')}`)
  const replies = await Promise.all(
    fakes.map((key) => post(initialize, { authorization: `Bearer ${key}` }, server.url)),
  )
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401]))
  expect((await post(initialize, {}, server.url)).status).toBe(200)
  await server.close()
})

test('one key has 10 sessions: an 11th ends its idle one that was used least recently, and no other key loses one', async () => {
  const server = await startTestHttp(net.gateway.url)
  const key = await newKey()
  const as = (authorization: string, session?: string) => ({
    authorization: `Bearer ${authorization}`,
    ...(session && { 'mcp-session-id': session }),
  })
  const other = (await post(initialize, as(OTHER_KEY), server.url)).session!
  const own: string[] = []
  for (let i = 0; i < 10; i++) own.push((await post(initialize, as(key), server.url)).session!)
  expect((await post(listTools, as(key, own[0]!), server.url)).status).toBe(200)
  own.push((await post(initialize, as(key), server.url)).session!)
  const statuses = await Promise.all(own.map((id) => post(listTools, as(key, id), server.url)))
  expect(statuses.map(({ status }) => status)).toEqual([200, 404, ...Array(9).fill(200)])
  expect((await post(listTools, as(OTHER_KEY, other), server.url)).status).toBe(200)
  await server.close()
})

test('429: a key whose 10 sessions all have an open stream; the end of one makes place', async () => {
  const server = await startTestHttp(net.gateway.url)
  const key = await newKey()
  const open = await Promise.all(Array.from({ length: 10 }, () => openStream(server.url, key)))
  const authorization = `Bearer ${key}`
  expect((await post(initialize, { authorization }, server.url)).status).toBe(429)
  expect((await post(initialize, {}, server.url)).status).toBe(200)
  const [{ session, stream }] = open as [(typeof open)[0]]
  await fetch(server.url, { method: 'DELETE', headers: { authorization, 'mcp-session-id': session } })
  expect((await post(initialize, { authorization }, server.url)).status).toBe(200)
  await Promise.all(open.map((each) => each.stream.body?.cancel().catch(() => {})))
  expect(stream.status).toBe(200)
  await server.close()
})

test('a full server: 20 keys at once never have more than 100 sessions, and each one gets a session', async () => {
  const server = await startTestHttp(net.gateway.url)
  const keys = await Promise.all(Array.from({ length: 20 }, newKey))
  const sessions = await Promise.all(
    keys.flatMap((key) =>
      Array.from({ length: 10 }, async () => ({
        key,
        ...(await post(initialize, { authorization: `Bearer ${key}` }, server.url)),
      })),
    ),
  )
  const isOpen = await Promise.all(
    sessions.map(async ({ key, session, status }) => {
      if (status !== 200) return false
      const own = { authorization: `Bearer ${key}`, 'mcp-session-id': session! }
      return (await post(listTools, own, server.url)).status === 200
    }),
  )
  expect(isOpen.filter(Boolean).length).toBeLessThanOrEqual(100)
  for (const key of keys) {
    const { status } = await post(initialize, { authorization: `Bearer ${key}` }, server.url)
    expect(status, 'the idle sessions of others make place').toBe(200)
  }
  await server.close()
})

async function openStream(url: string, key: string): Promise<{ session: string; stream: Response }> {
  const authorization = `Bearer ${key}`
  const { session } = await post(initialize, { authorization }, url)
  const headers = { authorization, 'mcp-session-id': session!, accept: 'text/event-stream' }
  return { session: session!, stream: await fetch(url, { headers }) }
}

test('settings: what is wrong is named, never with the text of a key', () => {
  const url = 'https://jobs.example'
  expect(() => readSettings({}, 'http')).toThrow('JOBBOARD_URL')
  expect(() => readSettings({ JOBBOARD_URL: url }, 'stdio')).toThrow('JOBBOARD_API_KEY')
  const wrong = () => readSettings({ JOBBOARD_URL: url, JOBBOARD_API_KEY: 'ck_live_secret' }, 'stdio')
  expect(wrong).toThrow('pk_live_')
  expect(wrong).not.toThrow('secret')
  expect(() => readSettings({ JOBBOARD_URL: url, MCP_HOST: '0.0.0.0' }, 'http')).toThrow('MCP_ALLOWED_HOSTS')
})
