import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from './support/setup.ts'

let gateway: TestGateway
const sockets: Socket[] = []
beforeAll(async () => {
  gateway = await startTestGateway({
    env: {
      MAX_CONNECTIONS: '20',
      MAX_CONNECTIONS_PER_ADDRESS: '10',
      HEADERS_TIMEOUT_MS: '300000',
      REQUEST_TIMEOUT_MS: '300000',
    },
  })
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  // Once these are answered the gateway has seen the others close.
  for (let i = 0; i < 3; i++) await send(open('127.0.0.200'))
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => gateway.stop())

/** A connection from one of the addresses of the loopback interface. */
function open(localAddress: string): Socket {
  const socket = connect({ port: gateway.port, host: '127.0.0.1', localAddress }).on('error', () => {})
  sockets.push(socket)
  return socket
}

async function send(socket: Socket, path = '/healthz/live'): Promise<string> {
  const key = `Authorization: Bearer ${gateway.recruiter}\r\n`
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n${key}\r\n`)
  const reset = () => ['closed']
  const [response] = await Promise.race([once(socket, 'data'), once(socket, 'close')]).catch(reset)
  return String(response).split(' ')[1] ?? 'closed'
}

test('200: on a full port the oldest silent connection is dropped, an idle one with requests stays (P-53)', async () => {
  const honest = open('127.0.0.1')
  expect(await send(honest)).toBe('200')
  const silent = Array.from({ length: 40 }, (_, n) => open(`127.0.0.${10 + (n % 5)}`))
  await eventually(
    'the oldest are closed',
    async () => silent.filter(({ destroyed }) => destroyed).length >= 21,
  )
  expect(silent.at(-1)!.destroyed).toBe(false)
  expect(await send(open('127.0.0.2'))).toBe('200')
  expect(await send(honest)).toBe('200')
})

test('200: with no silent connection the one that was idle longest is dropped (P-53)', async () => {
  const idle: Socket[] = []
  for (let n = 0; n < 20; n++) {
    const socket = open(`127.0.0.${20 + (n % 5)}`)
    idle.push(socket)
    expect(await send(socket)).toBe('200')
  }
  expect(await send(idle[0]!)).toBe('200')
  expect(await send(open('127.0.0.2'))).toBe('200')
  await eventually('the second is closed', async () => idle[1]!.destroyed)
  expect(idle.filter(({ destroyed }) => destroyed)).toEqual([idle[1]])
})

test('with a request in flight on every connection the new one is dropped (P-53)', async () => {
  const held: (() => void)[] = []
  gateway.upstream.respond = (_request, response) => void held.push(() => response.writeHead(204).end())
  const busy = Array.from({ length: 20 }, (_, n) => send(open(`127.0.0.${30 + (n % 5)}`), '/api/v1/jobs'))
  await eventually('all are in flight', async () => held.length === 20)
  expect(await send(open('127.0.0.2'))).toBe('closed')
  for (const release of held) release()
  expect(await Promise.all(busy)).toEqual(Array(20).fill('204'))
})

test('the eleventh connection of an address is dropped, another address connects (P-53)', async () => {
  const own = Array.from({ length: 10 }, () => open('127.0.0.1'))
  await Promise.all(own.map((socket) => once(socket, 'connect')))
  expect(await send(open('127.0.0.1'))).toBe('closed')
  expect(await send(open('127.0.0.2'))).toBe('200')
  expect(own.some(({ destroyed }) => destroyed)).toBe(false)
})
