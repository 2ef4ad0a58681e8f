import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Connections, openConnections, post } from '../src/sending/peers.ts'
import { openWebhookSystem, type WebhookSystem } from './support/webhook-system.ts'

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
const NO_CONTENT = 'HTTP/1.1 204 No Content\r\n\r\n'
const interim = (status: number) => `HTTP/1.1 ${status} Interim\r\nLink: </style.css>; rel=preload\r\n\r\n`

/** A request: its bytes, on which connection it came, and as which of that connection; both count from 1. */
interface RawRequest {
  text: string
  connection: number
  nth: number
}

/** Writes bytes, not responses: a receiver that is no HTTP server. */
let respond: (socket: Socket, request: RawRequest) => void
let requests: RawRequest[]
let server: Server
let url: URL
let connections: Connections
let system: WebhookSystem

beforeAll(async () => {
  system = await openWebhookSystem()
  let opened = 0
  server = createServer((socket) => {
    const connection = ++opened
    let nth = 0
    let text = ''
    socket.on('error', () => {})
    socket.on('data', (data) => {
      text += data
      if (!text.includes('\r\n\r\n') || !text.endsWith('}')) return
      const request = { text, connection, nth: ++nth }
      text = ''
      requests.push(request)
      respond(socket, request)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`)
})
afterAll(async () => {
  await system.stop()
  server.close()
})
beforeEach(() => {
  requests = []
  connections = openConnections(async () => [{ address: '127.0.0.1', family: 4 }])
})
afterEach(() => connections.destroy())

const send = (signal = AbortSignal.timeout(10_000), body = '{}') =>
  post(connections, url, { 'x-webhook-delivery-id': 'd1' }, Buffer.from(body), signal)

const idleSockets = () => Object.values(connections.kept['http:'].freeSockets).flat()

/** Leaves one idle connection to the receiver. */
async function leaveIdle(): Promise<void> {
  respond = (socket) => void socket.write(OK)
  expect(await send()).toEqual({ statusCode: 200, error: null, responseBody: 'ok' })
  await eventually('the connection is idle', async () => idleSockets().length === 1)
  requests = []
}

test.each([[[100]], [[102]], [[103]], [[199]], [[100, 100]], [[103, 102, 100, 103]]])(
  'interim responses %j before the 2xx are no failure, in one packet or several (RFC 9110 §15.2, D-52)',
  async (statuses) => {
    respond = (socket) => void socket.write(statuses.map(interim).join('') + OK)
    expect(await send()).toEqual({ statusCode: 200, error: null, responseBody: 'ok' })
    await eventually('the connection is idle', async () => idleSockets().length === 1)
    respond = async (socket) => {
      for (const part of [...statuses.map(interim), NO_CONTENT]) {
        for (const half of [part.slice(0, 9), part.slice(9)]) {
          await new Promise((resolve) => socket.write(half, resolve))
          await new Promise(setImmediate)
        }
      }
    }
    expect(await send()).toEqual({ statusCode: 204, error: null, responseBody: '' })
    await eventually('the connection is idle', async () => idleSockets().length === 1)
    // The connection is used again: no interim response was taken for the response of another request.
    respond = (socket) => void socket.write(OK)
    expect(await send()).toEqual({ statusCode: 200, error: null, responseBody: 'ok' })
    expect(requests.map(({ connection, nth }) => [connection - requests[0]!.connection, nth])).toEqual([
      [0, 1],
      [0, 2],
      [0, 3],
    ])
  },
)

test('the status after interim responses decides: 500 is that, none within the time is a time-out', async () => {
  respond = (socket) =>
    void socket.write(`${interim(100) + interim(103)}HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n`)
  expect(await send()).toMatchObject({ statusCode: 500, error: null })
  const abort = new AbortController()
  respond = (socket) => void socket.write(interim(102), () => abort.abort())
  expect(await send(abort.signal)).toMatchObject({ statusCode: null, error: 'timeout' })
})

test('interim responses without end are cut after 64 KiB, an interim response and the end of the connection is a failure', async () => {
  respond = (socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write(interim(103).repeat(100)));
    }
    socket.on('drain', more)
    more()
  }
  expect(await send()).toMatchObject({ statusCode: null, error: 'protocol' })
  respond = (socket) => void socket.end(interim(100))
  expect(await send()).toMatchObject({ statusCode: null, error: 'reset' })
  expect(requests).toHaveLength(2)
})

test.each([
  'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  'HTTP/1.1 101 Switching Protocols\r\n\r\n',
])('a 101 that nobody asked for is a failure with its status: %j', async (text) => {
  respond = (socket) => void socket.end(text)
  expect(await send()).toMatchObject({ statusCode: 101, error: null })
})

const endings: [string, (socket: Socket) => void][] = [
  ['is reset', (socket) => void socket.resetAndDestroy()],
  ['is closed', (socket) => void socket.end()],
]

test.each(endings)(
  'a reused connection that %s before a byte of response: sent again at once on a new one, the same bytes (D-52)',
  async (_, end) => {
    await leaveIdle()
    respond = (socket, { nth }) => (nth > 1 ? end(socket) : void socket.write(OK))
    expect(await send()).toEqual({ statusCode: 200, error: null, responseBody: 'ok' })
    expect(requests.map(({ nth }) => nth)).toEqual([2, 1])
    const [first, again] = requests.map(({ text }) => text.replace(/connection: .*\r\n/i, ''))
    expect(again).toBe(first)
  },
)

test.each(endings)('a new connection that %s is a failure; nothing is sent a third time', async (_, end) => {
  respond = end
  expect(await send()).toMatchObject({ statusCode: null, error: 'reset' })
  expect(requests).toHaveLength(1)
  await leaveIdle()
  respond = end
  expect(await send()).toMatchObject({ statusCode: null, error: 'reset' })
  expect(requests).toHaveLength(2)
})

test.each(['H', 'HTTP/1.1 20', interim(103)])(
  'a reused connection that ends after %j is a failure: a response had begun',
  async (bytes) => {
    await leaveIdle()
    respond = (socket) => void socket.end(bytes)
    expect(await send()).toMatchObject({ statusCode: null })
    expect(requests).toHaveLength(1)
  },
)

test('the second connection has what is left of the time, not 10 s of its own (D-52)', async () => {
  await leaveIdle()
  const abort = new AbortController()
  respond = (socket, { nth }) => (nth > 1 ? void socket.resetAndDestroy() : abort.abort())
  expect(await send(abort.signal)).toMatchObject({ statusCode: null, error: 'timeout' })
  expect(requests.map(({ nth }) => nth)).toEqual([2, 1])
})

test('a time-out on a reused connection is not tried again', async () => {
  await leaveIdle()
  const abort = new AbortController()
  respond = () => abort.abort()
  expect(await send(abort.signal)).toMatchObject({ statusCode: null, error: 'timeout' })
  expect(requests).toHaveLength(1)
})

test.each([false, true])(
  'a 408 without a request is not the response of the next one (after a while: %s)',
  async (isLate) => {
    const unasked = 'HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n'
    let idle: Socket
    respond = (socket) => {
      idle = socket
      socket.write(isLate ? OK : OK + unasked)
    }
    expect(await send()).toMatchObject({ statusCode: 200 })
    if (isLate) {
      await eventually('the connection is idle', async () => idleSockets().length === 1)
      idle!.write(unasked)
    }
    await eventually('the connection is closed', async () => idle.destroyed)
    expect(await send()).toMatchObject({ statusCode: 200 })
    expect(requests.map(({ nth }) => nth)).toEqual([1, 1])
  },
)

test('a body that breaks off, or does not end within the time, does not change the 200 (D-52)', async () => {
  const begun = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegun'
  respond = (socket) => void socket.write(begun, () => socket.resetAndDestroy())
  expect(await send()).toEqual({ statusCode: 200, error: null, responseBody: 'begun' })
  const abort = new AbortController()
  respond = (socket) => void socket.write(begun)
  const sent = send(abort.signal)
  await eventually('the begin of the body was read', async () =>
    Object.values(connections.kept['http:'].sockets).some((sockets) =>
      sockets?.some(({ bytesRead }) => bytesRead === begun.length),
    ),
  )
  abort.abort()
  expect(await sent).toEqual({ statusCode: 200, error: null, responseBody: 'begun' })
})

test('receivers that reset each connection after its first response: every delivery succeeds with one attempt', async () => {
  respond = (socket, { nth }) => (nth > 1 ? void socket.resetAndDestroy() : void socket.write(OK))
  const { id } = await system.subscribe({ url: url.href })
  for (let i = 1; i <= 4; i++) {
    await system.submit()
    await eventually(`delivery ${i} succeeded`, async () => {
      return (await system.deliveries(id, 'Succeeded')).length === i
    })
  }
  const rows = await system.deliveries(id)
  expect(rows.map(({ failedAttempts }) => failedAttempts)).toEqual([0, 0, 0, 0])
  expect(requests.filter(({ nth }) => nth > 1).length).toBeGreaterThan(0)
  for (const { id: deliveryId } of rows) {
    const { body } = await system.admin.get(`/admin/v1/webhook-deliveries/${deliveryId}`)
    expect(body.attempts).toHaveLength(1)
  }
})
