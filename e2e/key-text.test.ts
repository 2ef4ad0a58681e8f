import { KEY_BUCKET } from '@jobboard/contracts/keys/internal'
import { type Bus, openBus } from '@jobboard/events/nats/bus'
import { hashOf } from '@jobboard/service/auth/api-key'
import { openLog } from '@jobboard/service/lifecycle/log'
import { client, type HttpResponse } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'

// The text of a key is in the one response that returns it, and nowhere else (Spec §5.1).
let system: ObservedSystem
const keys: string[] = []
const responses: Trace[] = []

beforeAll(async () => {
  system = await startObservedSystem()
})
afterAll(() => system?.stop())

const path = (key: string) => (key.startsWith('ck') ? '/api/v1/me/applications' : '/api/v1/jobs')
const problem = { accept: 'application/problem+json' }

/** Records a response and checks its status. */
async function record(expectedStatus: number, response: Promise<HttpResponse>): Promise<HttpResponse> {
  const { status, text, headers } = await response
  expect(status, text).toBe(expectedStatus)
  responses.push({ place: 'response', text: `${JSON.stringify([...headers])} ${text}` })
  return response
}

/** Records a response that returns a key, without the key. */
async function recordKey(response: Promise<HttpResponse>): Promise<{ id: number; apiKey: string }> {
  const { status, body, headers } = (await response) as HttpResponse<{ id: number; apiKey: string }>
  expect(status).toBe(201)
  const { apiKey, ...rest } = body
  responses.push({ place: 'response', text: JSON.stringify([[...headers], rest]) })
  keys.push(apiKey)
  return body
}

/** Sends the key with calls that get every status. */
async function useKey(key: string): Promise<void> {
  const bearer = system.api(key)
  const send = (status: number, method: string, url: string, more = {}) =>
    record(status, bearer.send(method, url, { headers: problem, ...more }))
  await eventually('the key is accepted', async () => (await bearer.get(path(key))).status === 200)
  await record(200, client(system.gateway.url, { 'x-api-key': key }).get(path(key)))
  await send(200, 'GET', '/api/v1/key')
  await send(
    key.startsWith('ck') ? 400 : 403,
    'POST',
    key.startsWith('ck') ? path(key) : '/api/v1/candidates/search',
    {
      body: { query: 'x' },
    },
  )
  await send(400, 'GET', `${path(key)}?page=none`)
  await send(404, 'GET', `${path(key)}/2147483647`)
  await send(400, 'GET', `${path(key)}/${key}`)
  await send(400, 'GET', `/api/v1/${key}`)
  await send(405, 'PATCH', path(key))
  await send(401, 'GET', key.startsWith('ck') ? '/api/v1/jobs' : '/api/v1/me/profile')
  const other = client(system.gateway.url, { authorization: `Basic ${key}`, cookie: `key=${key}` })
  await record(401, other.get(path(key), { headers: problem }))
  let last = 200
  for (let call = 0; call < 110 && last !== 429; call++) last = (await bearer.get(path(key))).status
  await send(429, 'GET', path(key))
}

test('200, 201, 204, 400, 401, 403, 404, 405, 429: keys of both kinds are minted, used, rotated and revoked', async () => {
  const { admin } = system
  const employer = await admin.post('/admin/v1/employers', { name: 'A', hasActiveContract: true })
  const person = await admin.post('/admin/v1/candidates', {
    firstName: 'A',
    lastName: 'B',
    email: 'a@example.test',
  })
  const idempotencyKey = { 'idempotency-key': 'the-same' }
  const owners = [
    [`employers/${employer.body.id}`, ['JobPosting', 'Applications']],
    [`candidates/${person.body.id}`, ['Applications', 'Apply']],
  ] as const
  for (const [owner, scopes] of owners) {
    const first = await recordKey(
      admin.post(`/admin/v1/${owner}/api-keys`, { name: 'K', scopes }, idempotencyKey),
    )
    await useKey(first.apiKey)
    const url = `/admin/v1/api-keys/${first.id}/rotate`
    const second = await recordKey(admin.post(url, { overlapSeconds: 60 }, idempotencyKey))
    await useKey(second.apiKey)
    await record(204, admin.delete(`/admin/v1/api-keys/${second.id}`))
    const isRefused = async () => (await system.api(second.apiKey).get(path(second.apiKey))).status === 401
    await eventually('the key is refused', isRefused)
    await record(401, system.api(second.apiKey).get(path(second.apiKey), { headers: problem }))
    await record(400, admin.post(`/admin/v1/api-keys/${second.id}/rotate`, {}))
    await record(400, admin.post(`/admin/v1/api-keys/${first.apiKey}/rotate`, {}))
  }
  const needsApproval = { name: 'K', scopes: ['CvSearch'] }
  const third = await recordKey(admin.post(`/admin/v1/employers/${employer.body.id}/api-keys`, needsApproval))
  await record(401, system.api(third.apiKey).get('/api/v1/jobs'))
  await record(200, admin.post(`/admin/v1/api-keys/${third.id}/approve`))
  await record(200, admin.get(`/admin/v1/employers/${employer.body.id}/api-keys`))
  await record(200, admin.get('/admin/v1/audit?pageSize=100'))
  expect(keys).toHaveLength(5)
})

test('500: a key is used while the service fails and logs the error', async () => {
  const key = keys.at(-1)!
  await eventually(
    'the key is accepted',
    async () => (await system.api(key).get('/api/v1/key')).status === 200,
  )
  const { sql } = system.services.search.deps.db
  await sql`alter table candidate rename to renamed`
  try {
    await record(500, system.api(key).get('/api/v1/candidates/1/preview', { headers: problem }))
  } finally {
    await sql`alter table renamed rename to candidate`
  }
})

test('no key is in a response, a log, a message, a table or a metric', async () => {
  await eventually('the last uses are stored', async () => {
    const { sql } = system.services.accounts.deps.db
    const used = await sql`
      select 1 from recruiter_key where last_used_at is not null
      union all select 1 from candidate_key where last_used_at is not null`
    return used.length === 5
  })
  const traces = [...responses, ...(await system.traces())]
  // Proves that every place was searched.
  const places = new Set(traces.map(({ place }) => place.replace(/^(log|table) (of )?(\w+).*/, '$1 $3')))
  for (const name of Object.keys(system.services)) {
    expect(places).toContain(`log ${name}`)
    expect(places).toContain(`table ${name}`)
  }
  for (const place of ['log gateway', 'nats', 'response', 'metrics', `stream KV_${KEY_BUCKET}`]) {
    expect(places).toContain(place)
  }
  expect(traces.some(({ text }) => text.includes('"level":"error"'))).toBe(true)
  expect(
    traces.some(({ place, text }) => place === 'table accounts.audit' && text.includes('rotate-key')),
  ).toBe(true)

  for (const key of keys) {
    const secret = key.slice('pk_live_'.length)
    for (const encoding of [secret, Buffer.from(key).toString('base64').slice(0, -4)]) {
      expect(traces.filter(({ text }) => text.includes(encoding)).map(({ place }) => place)).toEqual([])
    }
    // Lookups use its hash, which is stored in its row and in the bucket and sent between the two.
    const ownTable = `table accounts.${key.startsWith('pk') ? 'recruiter_key' : 'candidate_key'}`
    const hashed = traces.filter(({ text }) => text.includes(hashOf(key))).map(({ place }) => place)
    expect([...new Set(hashed)].sort()).toEqual(['nats', `stream KV_${KEY_BUCKET}`, ownTable])
  }
})

/** Text that the system logged, stored or sent, and where. */
interface Trace {
  place: string
  text: string
}

/** The whole system, with access to everything that it logs, stores and sends. */
interface ObservedSystem extends Network {
  /** Every log line, NATS message, stream message, table and metric up to now. Log level: trace. */
  traces(): Promise<Trace[]>
}

/** Boots all services and records logs and NATS messages from the start. */
async function startObservedSystem(): Promise<ObservedSystem> {
  const recorded: Trace[] = []
  const record = (place: string, text: string) => void recorded.push({ place, text })
  const net = await network({
    log: (name) => openLog(name, 'trace', { write: (line) => record(`log of ${name}`, line) }),
  })
  const bus = openBus({ url: net.natsUrl, name: 'test', log: openLog('test', 'silent') })
  await bus.ready()
  bus.nc.subscribe('>', {
    callback: (_error, message) =>
      record('nats', `${message.subject} ${message.headers ?? ''} ${message.string()}`),
  })
  await bus.nc.flush()
  return {
    ...net,
    traces: async () => [
      ...recorded,
      ...(await streamsOf(bus)),
      ...(await tablesOf(net)),
      ...(await metricsOf(net)),
    ],
    async stop() {
      await bus.close()
      await net.stop()
    },
  }
}

async function streamsOf({ jsm }: Bus): Promise<Trace[]> {
  const traces: Trace[] = []
  for await (const { config, state } of jsm.streams.list()) {
    for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
      const message = await jsm.streams.getMessage(config.name, { seq }).catch(() => null)
      if (!message) continue
      const text = `${message.subject} ${message.header ?? ''} ${message.string()}`
      traces.push({ place: `stream ${config.name}`, text })
    }
  }
  return traces
}

async function tablesOf({ services }: Network): Promise<Trace[]> {
  const traces: Trace[] = []
  for (const [service, { deps }] of Object.entries(services)) {
    const { sql } = deps.db
    const tables = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = current_schema()`
    for (const { name } of tables) {
      const [dump] = await sql<{ text: string }>`
        select query_to_xml(${`select * from ${name}`}, true, false, '')::text as text`
      traces.push({ place: `table ${service}.${name}`, text: dump!.text })
    }
  }
  return traces
}

async function metricsOf({ services, gateway }: Network): Promise<Trace[]> {
  const urls = [gateway.adminUrl, ...Object.values(services).map(({ url }) => url)]
  return Promise.all(
    urls.map(async (url) => ({ place: 'metrics', text: await (await fetch(`${url}/metrics`)).text() })),
  )
}
