import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { openBus } from '@jobboard/events/nats/bus'
import { openLog } from '@jobboard/service/lifecycle/log'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CONNECTIONS } from '../src/proxy/upstream.ts'
import { openLine } from './support/cuttable-proxy.ts'
import { sendJson } from './support/fake-upstream.ts'
import { requestText } from './support/raw.ts'
import { startReplicas } from './support/replicas.ts'
import { type Arena, startArena } from './support/setup.ts'

let arena: Arena
beforeAll(async () => {
  arena = await startArena()
})
afterAll(() => arena.stop())
beforeEach(() => {
  arena.world.seen.length = 0
})

/** The sum of what /metrics says on the lines that begin so. */
async function metric({ adminUrl }: { adminUrl: string }, name: string): Promise<number> {
  const lines = (await (await fetch(`${adminUrl}/metrics`)).text()).split('\n')
  return lines.reduce((sum, line) => sum + (line.startsWith(name) ? Number(line.split(' ').at(-1)) : 0), 0)
}
const inFlight = (of: Arena) => metric(of, 'gateway_upstream_in_flight{service="jobs"}')
/** Requests that are over, one way or the other. */
const over = (of: { adminUrl: string }, method: string) =>
  metric(of, `http_request_duration_seconds_count{port="public",route="/api/v1/jobs",method="${method}"`)

/** Sends these bytes and keeps the connection. */
function send(url: string, text: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
  return new Promise((resolve) => socket.write(text, () => resolve(socket)))
}

/** Half of a request with a body of that length. */
const half = (key: string, length: number) =>
  requestText(
    'POST /api/v1/jobs',
    [`Authorization: Bearer ${key}`, `Content-Length: ${length}`],
    'x'.repeat(length / 2),
  )
const whole = (key: string, path: string) => requestText(`GET ${path}`, [`Authorization: Bearer ${key}`])

test('a client that goes away while it sends a long body: the service is not left with half of it', async () => {
  const calls: IncomingMessage[] = []
  const service: Server = createServer((incoming, response) => {
    if (incoming.method === 'GET') return sendJson(response, 200, {})
    calls.push(incoming.on('error', () => {}).resume())
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  const own = await startArena({ env: { JOBS_URL: `http://127.0.0.1:${port}` } })
  const socket = await send(own.url, half(own.recruiter, 400_000))
  // Behind it on the same way.
  expect((await own.api(own.recruiter).get('/api/v1/jobs')).status).toBe(200)
  socket.destroy()
  await eventually('it is known', async () => (await over(own, 'POST')) === 1)
  await eventually('nothing is in flight', async () => (await inFlight(own)) === 0)
  await eventually('the call is cancelled', async () => calls.every(({ destroyed }) => destroyed))
  expect(calls.filter(({ complete }) => complete)).toEqual([])
  await own.stop()
  service.close()
})

test('a client that goes away while it sends a short body: no service hears of it', async () => {
  const before = await over(arena, 'POST')
  const socket = await send(arena.url, half(arena.recruiter, 1_000))
  socket.destroy()
  await eventually('it is known', async () => (await over(arena, 'POST')) === before + 1)
  expect(await inFlight(arena)).toBe(0)
  expect(arena.world.seen).toEqual([])
})

test('a client that goes away while its key is asked for: no service hears of it', async () => {
  const line = await openLine(arena.world.url)
  const own = await startArena({ env: { ACCOUNTS_URL: line.url, JOBS_URL: arena.world.url } })
  const { apiKey } = await arena.accounts.mint()
  line.cut()
  const socket = await send(own.url, whole(apiKey, '/api/v1/jobs?gone'))
  socket.destroy()
  await eventually('it is known', async () => (await over(own, 'GET')) === 1)
  line.mend()
  expect((await own.api(apiKey).get('/api/v1/jobs?stays')).status).toBe(200)
  expect(arena.world.seen.map(({ url }) => url)).toEqual(['/api/v1/jobs?stays'])
  expect(await inFlight(own)).toBe(0)
  await own.stop()
  await line.stop()
})

test('a client that goes away while it waits for a connection: no service hears of it', async () => {
  const held: (() => void)[] = []
  arena.world.answer = (_incoming, response) => void held.push(() => sendJson(response, 200, []))
  const others = Array.from({ length: CONNECTIONS }, () =>
    arena.admin.put('/admin/v1/jobs/1/screening-questions', []),
  )
  await eventually('every connection is taken', async () => held.length === CONNECTIONS)
  const before = await over(arena, 'GET')
  const socket = await send(arena.url, whole(arena.recruiter, '/api/v1/jobs?gone'))
  await eventually('it waits', async () => (await inFlight(arena)) === CONNECTIONS + 1)
  socket.destroy()
  await eventually('it is known', async () => (await over(arena, 'GET')) === before + 1)
  expect(await inFlight(arena)).toBe(CONNECTIONS)
  arena.world.answer = (_incoming, response) => sendJson(response, 200, {})
  for (const release of held) release()
  await Promise.all(others)
  expect((await arena.api(arena.recruiter).get('/api/v1/jobs?stays')).status).toBe(200)
  expect(arena.world.seen.filter(({ method }) => method === 'GET').map(({ url }) => url)).toEqual([
    '/api/v1/jobs?stays',
  ])
})

test('a client that goes away while another gateway is asked for its limit: no service hears of it', async () => {
  const pair = await startReplicas(2)
  await pair.together(2)
  const [gateway] = pair.gateways as [(typeof pair.gateways)[0]]
  const bus = openBus({ url: pair.nats.url, name: 'test', log: openLog('test', 'silent') })
  await bus.ready()
  const asked: string[] = []
  bus.nc.subscribe('limit.v1.ask.>', { callback: (_error, message) => void asked.push(message.string()) })
  await bus.nc.flush()
  // Its window is counted by the other gateway: about every second one's is.
  const key = await eventually('a key is counted elsewhere', async () => {
    const { id, apiKey } = await pair.accounts.mint()
    await pair.api(0, apiKey).get('/api/v1/jobs')
    await bus.nc.flush()
    return asked.some((question) => question.includes(`"recruiter:${id}/jobs"`)) && apiKey
  })
  const alone = await metric(gateway, 'gateway_limiter_alone_total ')
  const before = await over(gateway, 'GET')
  pair.world.seen.length = 0
  process.kill(pair.nats.pid!, 'SIGSTOP')
  try {
    const socket = await send(gateway.url, whole(key, '/api/v1/jobs?gone'))
    socket.destroy()
    await eventually(
      'it was decided',
      async () => (await metric(gateway, 'gateway_limiter_alone_total ')) > alone,
    )
    await eventually('it is known', async () => (await over(gateway, 'GET')) === before + 1)
  } finally {
    process.kill(pair.nats.pid!, 'SIGCONT')
  }
  expect((await pair.api(0, key).get('/api/v1/jobs?stays')).status).toBe(200)
  expect(pair.world.seen.map(({ url }) => url)).toEqual(['/api/v1/jobs?stays'])
  await bus.close()
  await pair.stop()
})
