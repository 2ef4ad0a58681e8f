import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { openBus } from '@jobboard/events/nats/bus'
import { openLog } from '@jobboard/service/lifecycle/log'
import { openCuttableProxy } from '@jobboard/testkit/cuttable-proxy'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CONNECTIONS } from '../src/proxy/upstream.ts'
import { sendJson } from './support/fake-upstream.ts'
import { requestText } from './support/raw.ts'
import { startReplicas } from './support/replicas.ts'
import { startTestGateway, type TestGateway } from './support/setup.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())
beforeEach(() => {
  gateway.upstream.requests.length = 0
})

/** The sum of all lines of /metrics that begin with this text. */
async function sumOf({ adminUrl }: { adminUrl: string }, name: string): Promise<number> {
  const lines = (await (await fetch(`${adminUrl}/metrics`)).text()).split('\n')
  return lines.reduce((sum, line) => sum + (line.startsWith(name) ? Number(line.split(' ').at(-1)) : 0), 0)
}
const inFlight = (of: TestGateway) => sumOf(of, 'gateway_upstream_in_flight{service="jobs"}')
/** Requests that are finished or aborted. */
const finished = (of: { adminUrl: string }, method: string) =>
  sumOf(of, `http_request_duration_seconds_count{port="public",route="/api/v1/jobs",method="${method}"`)

/** Sends these bytes on a connection that stays open. */
function send(url: string, text: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
  return new Promise((resolve) => socket.write(text, () => resolve(socket)))
}

/** A request that lacks the second half of its body. */
const halfRequest = (key: string, length: number) =>
  requestText(
    'POST /api/v1/jobs',
    [`Authorization: Bearer ${key}`, `Content-Length: ${length}`],
    'x'.repeat(length / 2),
  )
const wholeRequest = (key: string, path: string) =>
  requestText(`GET ${path}`, [`Authorization: Bearer ${key}`])

test('a client that disconnects within a long body: the service never receives a part of it as a whole request', async () => {
  const calls: IncomingMessage[] = []
  const service: Server = createServer((incoming, response) => {
    if (incoming.method === 'GET') return sendJson(response, 200, {})
    calls.push(incoming.on('error', () => {}).resume())
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  const own = await startTestGateway({
    accounts: gateway.accounts,
    env: { JOBS_URL: `http://127.0.0.1:${port}` },
  })
  const socket = await send(own.url, halfRequest(own.recruiter, 400_000))
  // It took the same way through the gateway, later.
  expect((await own.api(own.recruiter).get('/api/v1/jobs')).status).toBe(200)
  socket.destroy()
  await eventually('the request is finished', async () => (await finished(own, 'POST')) === 1)
  await eventually('nothing is in flight', async () => (await inFlight(own)) === 0)
  await eventually('the call is cancelled', async () => calls.every(({ destroyed }) => destroyed))
  expect(calls.filter(({ complete }) => complete)).toEqual([])
  await own.stop()
  service.close()
})

test('a client that disconnects within a short body: the service receives nothing', async () => {
  const before = await finished(gateway, 'POST')
  const socket = await send(gateway.url, halfRequest(gateway.recruiter, 1_000))
  socket.destroy()
  await eventually('the request is finished', async () => (await finished(gateway, 'POST')) === before + 1)
  expect(await inFlight(gateway)).toBe(0)
  expect(gateway.upstream.requests).toEqual([])
})

test('a client that disconnects while its key is looked up: the service receives nothing', async () => {
  const accountsProxy = await openCuttableProxy(gateway.upstream.url)
  const own = await startTestGateway({
    accounts: gateway.accounts,
    env: { ACCOUNTS_URL: accountsProxy.url, JOBS_URL: gateway.upstream.url },
  })
  const { apiKey } = await gateway.accounts.mint()
  accountsProxy.cut()
  const socket = await send(own.url, wholeRequest(apiKey, '/api/v1/jobs?gone'))
  socket.destroy()
  await eventually('the request is finished', async () => (await finished(own, 'GET')) === 1)
  accountsProxy.restore()
  expect((await own.api(apiKey).get('/api/v1/jobs?stays')).status).toBe(200)
  expect(gateway.upstream.requests.map(({ url }) => url)).toEqual(['/api/v1/jobs?stays'])
  expect(await inFlight(own)).toBe(0)
  await own.stop()
  await accountsProxy.stop()
})

test('a client that disconnects while its request waits for a connection: the service receives nothing', async () => {
  const held: (() => void)[] = []
  gateway.upstream.respond = (_incoming, response) => void held.push(() => sendJson(response, 200, []))
  const others = Array.from({ length: CONNECTIONS }, () =>
    gateway.admin.put('/admin/v1/jobs/1/screening-questions', []),
  )
  await eventually('every connection is taken', async () => held.length === CONNECTIONS)
  const before = await finished(gateway, 'GET')
  const socket = await send(gateway.url, wholeRequest(gateway.recruiter, '/api/v1/jobs?gone'))
  await eventually('the request waits', async () => (await inFlight(gateway)) === CONNECTIONS + 1)
  socket.destroy()
  await eventually('the request is finished', async () => (await finished(gateway, 'GET')) === before + 1)
  expect(await inFlight(gateway)).toBe(CONNECTIONS)
  gateway.upstream.respond = (_incoming, response) => sendJson(response, 200, {})
  for (const release of held) release()
  await Promise.all(others)
  expect((await gateway.api(gateway.recruiter).get('/api/v1/jobs?stays')).status).toBe(200)
  expect(gateway.upstream.requests.filter(({ method }) => method === 'GET').map(({ url }) => url)).toEqual([
    '/api/v1/jobs?stays',
  ])
})

test('a client that disconnects while another gateway decides on its limit: the service receives nothing', async () => {
  const pair = await startReplicas(2)
  await pair.countTogether(2)
  const [first] = pair.gateways as [(typeof pair.gateways)[0]]
  const bus = openBus({ url: pair.nats.url, name: 'test', log: openLog('test', 'silent') })
  await bus.ready()
  const calls: string[] = []
  bus.nc.subscribe('limit.v2.request.>', { callback: (_error, message) => void calls.push(message.string()) })
  await bus.nc.flush()
  // The other gateway owns about half of the windows.
  const key = await eventually('the other gateway owns the window of a key', async () => {
    const { id, apiKey } = await pair.accounts.mint()
    await pair.api(0, apiKey).get('/api/v1/jobs')
    await bus.nc.flush()
    return calls.some((call) => call.includes(`"recruiter:${id}/jobs"`)) && apiKey
  })
  const alone = await sumOf(first, 'gateway_limiter_alone_total ')
  const before = await finished(first, 'GET')
  pair.upstream.requests.length = 0
  process.kill(pair.nats.pid!, 'SIGSTOP')
  try {
    const socket = await send(first.url, wholeRequest(key, '/api/v1/jobs?gone'))
    socket.destroy()
    await eventually(
      'the first gateway has decided alone',
      async () => (await sumOf(first, 'gateway_limiter_alone_total ')) > alone,
    )
    await eventually('the request is finished', async () => (await finished(first, 'GET')) === before + 1)
  } finally {
    process.kill(pair.nats.pid!, 'SIGCONT')
  }
  expect((await pair.api(0, key).get('/api/v1/jobs?stays')).status).toBe(200)
  expect(pair.upstream.requests.map(({ url }) => url)).toEqual(['/api/v1/jobs?stays'])
  await bus.close()
  await pair.stop()
})
