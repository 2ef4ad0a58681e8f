import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { importCandidates } from '@jobboard/contracts/candidates/admin'
import { type Db, openDb } from '@jobboard/db/db'
import { freePort } from '@jobboard/stack/infra/free-port'
import { eventually } from '@jobboard/testkit/eventually'
import { openNats } from '@jobboard/testkit/infra'
import { openDatabaseOf } from '@jobboard/testkit/network'
import { endOf, startServiceProcess, urlOf } from '@jobboard/testkit/service-process'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

// The gateway and the candidate service as processes of their own.
const ADMIN_TOKEN = 'an-admin-token-for-tests-only'
const MIB = 1_048_576
const MAX_GROWTH_MIB = 250

type Process = ReturnType<typeof startServiceProcess>
let nats: Awaited<ReturnType<typeof openNats>>
let database: Awaited<ReturnType<typeof openDatabaseOf>>
let db: Db
let candidatePort: number
let candidate: Process
let gateway: Process
let adminPort: number

async function startCandidate(): Promise<void> {
  candidate = startServiceProcess(
    'candidate',
    { databaseUrl: database.url, natsUrl: nats.url },
    { PORT: `${candidatePort}` },
  )
  await urlOf(candidate)
}

beforeAll(async () => {
  nats = await openNats()
  database = await openDatabaseOf('candidate')
  db = openDb({ url: database.url })
  candidatePort = await freePort()
  adminPort = await freePort()
  await startCandidate()
  const env = {
    ...{ SERVICES: 'candidate', CANDIDATE_URL: `http://127.0.0.1:${candidatePort}` },
    ...{ ADMIN_TOKEN, ADMIN_PORT: `${adminPort}`, PORT: '0', WARM_UP_REQUESTS: '0' },
  }
  gateway = startServiceProcess('gateway', { databaseUrl: '', natsUrl: nats.url }, env)
  for await (const line of createInterface({ input: gateway.stdout! })) if (line.includes('"ready"')) break
  gateway.stdout!.resume()
})
afterAll(async () => {
  for (const child of [gateway, candidate]) {
    child?.kill('SIGTERM')
    if (child) await endOf(child)
  }
  await db?.close()
  await nats?.stop()
  await database?.drop()
})
beforeEach(async () => {
  await db.sql`truncate candidate, outbox cascade`
})

const toLine = (index: number, fields: object = {}) =>
  `${JSON.stringify({ firstName: 'Ada', lastName: 'Lind', email: `ada${index}@example.test`, ...fields })}\n`
const toFile = (count: number) => Array.from({ length: count }, (_, index) => toLine(index)).join('')
const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/x-ndjson' }

async function send(body: string | Readable) {
  const url = `http://127.0.0.1:${adminPort}${importCandidates.path}`
  // Node streams a Readable; its own types say `duplex` is required.
  const init = { method: 'POST', headers, body, duplex: 'half' } as unknown as RequestInit
  const response = await fetch(url, init)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function counts() {
  const [row] = await db.sql<Record<string, number>>`
    select (select count(*) from candidate) as candidates, (select count(distinct email) from candidate) as addresses,
      (select count(*) from outbox where subject like 'evt.candidate.profile.changed%') as events`
  return row!
}

test('200: 300 MiB in constant memory of the gateway and of the service (P-123)', async () => {
  const peaks = () =>
    [gateway, candidate].map(
      ({ pid }) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024,
    )
  const before = peaks()
  const long = 'x'.repeat(1.5 * MIB)
  function* lines() {
    for (let index = 0; index < 200; index++) {
      for (let good = 0; good < 10; good++) yield toLine(index * 10 + good, { summary: 'y'.repeat(9_000) })
      yield toLine(-1, { summary: long })
    }
  }
  const { status, body } = await send(Readable.from(lines()))
  expect([status, body.imported, body.rejectedCount]).toEqual([200, 2_000, 200])
  const growth = peaks().map((peak, index) => peak - before[index]!)
  for (const mib of growth) expect(mib).toBeLessThan(MAX_GROWTH_MIB)
}, 180_000)

test('503: the service is killed within an import; the same file again adds the rest once (P-124)', async () => {
  const total = 8_000
  const first = send(toFile(total))
  await eventually('the first candidates', async () => (await counts()).candidates! > 0)
  candidate.kill('SIGKILL')
  expect((await first).status).toBe(503)
  const stored = (await counts()).candidates!
  expect(stored).toBeLessThan(total)
  await startCandidate()
  const { status, body } = await send(toFile(total))
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ imported: total - stored, skipped: stored }),
  ])
  expect(await counts()).toEqual({ candidates: total, addresses: total, events: total })
}, 180_000)

test.each(['Transfer-Encoding: chunked', 'Content-Length: 100000000'])(
  'a connection cut within a line (%s): the complete lines are in, the file can be sent again (P-124)',
  async (length) => {
    const total = 600
    const file = toFile(total)
    const cutAt = file.length - 20
    const socket = connect(adminPort, '127.0.0.1')
    const own = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`POST ${importCandidates.path} HTTP/1.1\r\nHost: a\r\n${own.join('')}${length}\r\n\r\n`)
    const part = file.slice(0, cutAt)
    const body = length.startsWith('T') ? `${part.length.toString(16)}\r\n${part}\r\n` : part
    await new Promise<void>((resolve) => socket.write(body, () => resolve()))
    await eventually('the first batch', async () => (await counts()).candidates! >= 500)
    socket.destroy()
    await eventually('the complete lines', async () => (await counts()).candidates === total - 1)
    expect((await send(file)).body).toMatchObject({ imported: 1, skipped: total - 1, rejectedCount: 0 })
    expect(await counts()).toEqual({ candidates: total, addresses: total, events: total })
  },
)
