import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eventually } from '@jobboard/testkit/eventually'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { type InternalLimits, openInternalServer } from '../src/http/internal-server.ts'
import { openLog } from '../src/lifecycle/log.ts'

const LONG_MS = 300_000
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** A server with `/ready`, `/body`, which reads a body, and `/stream`, which is given one as it comes. */
async function start(limits: Partial<InternalLimits>): Promise<number> {
  const app = openInternalServer(
    openLog('jobs', 'silent'),
    {},
    {
      headersTimeoutMs: LONG_MS,
      bodyTimeoutMs: LONG_MS,
      requestTimeoutMs: LONG_MS,
      maxConnections: 100,
      ...limits,
    },
  )
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('a/whole', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
  app.addContentTypeParser('a/stream', (_request, _stream, done) => done(null))
  app.get('/ready', async () => 'ready')
  app.post('/body', async () => 'read')
  app.post('/stream', { config: { hasStreamedBody: true } }, async ({ raw }) => {
    for await (const _chunk of raw);
    return 'read'
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  return (app.server.address() as AddressInfo).port
}

function open(port: number, text = ''): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  if (text !== '') socket.write(text)
  return socket
}

const get = 'GET /ready HTTP/1.1\r\nHost: a\r\n\r\n'
const post = (path: string, type = 'a/whole') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 10\r\n\r\n`
const firstBytes = async (socket: Socket) => String((await once(socket, 'data'))[0])
/** Resolves when the server has closed the connection. */
// Also by a reset, of which `once` would make an error.
const closed = (socket: Socket) =>
  new Promise((resolve) =>
    socket
      .on('error', () => {})
      .resume()
      .once('close', resolve),
  )

test.each([
  ['a route that reads it', '/body'],
  ['no route', '/nothing'],
  ['a probe', '/ready'],
])('a body that never comes ends its connection: %s (P-583)', async (_what, path) => {
  const port = await start({ bodyTimeoutMs: 300 })
  await closed(open(port, `${post(path)}12345`))
})

test('a body that comes byte by byte ends its connection (P-583)', async () => {
  const port = await start({ bodyTimeoutMs: 300 })
  const socket = open(port, post('/body').replace('10', '1000000'))
  const sending = setInterval(() => socket.write('x'), 20)
  await closed(socket)
  clearInterval(sending)
})

test('200: a connection with whole requests stays, and a streamed body has the longer limit (P-583)', async () => {
  const port = await start({ bodyTimeoutMs: 300 })
  const streamed = open(port, `${post('/stream', 'a/stream')}12345`)
  const whole = open(port, `${post('/body')}1234567890`)
  expect(await firstBytes(whole)).toMatch(/^HTTP\/1.1 200 /)
  // Opened later with the same limit: it is over for those before.
  await closed(open(port, `${post('/body')}12345`))
  expect([streamed.destroyed, whole.destroyed]).toEqual([false, false])
  streamed.write('67890')
  expect(await firstBytes(streamed)).toMatch(/^HTTP\/1.1 200 /)
  whole.write(get)
  expect(await firstBytes(whole)).toMatch(/^HTTP\/1.1 200 /)
})

test('200: headers of 16 KiB, which a gateway accepts, and those that it adds', async () => {
  const headers = `a: ${'x'.repeat(16_000)}\r\nb: ${'y'.repeat(4_000)}\r\n`
  const socket = open(await start({}), get.replace('\r\n\r\n', `\r\n${headers}\r\n`))
  expect(await firstBytes(socket)).toMatch(/^HTTP\/1.1 200 /)
})

test.each([
  ['no byte', ''],
  ['half of the headers', 'GET /ready HTTP/1.1\r\nHost: a\r\n'],
])('a connection that sends %s is closed (P-583)', async (_what, text) => {
  await closed(open(await start({ headersTimeoutMs: 300 }), text))
})

test('a streamed body that never ends is closed too (P-583)', async () => {
  const port = await start({ headersTimeoutMs: 300, requestTimeoutMs: 500 })
  await closed(open(port, `${post('/stream', 'a/stream')}12345`))
})

test('200: over the cap the oldest connection without a request is dropped (P-583)', async () => {
  const port = await start({ maxConnections: 10 })
  const busy = open(port, `${post('/body')}12345`)
  const idle = open(port, get)
  expect(await firstBytes(idle)).toMatch(/^HTTP\/1.1 200 /)
  const silent = Array.from({ length: 30 }, () => open(port))
  await eventually(
    'the oldest are closed',
    async () => silent.filter(({ destroyed }) => destroyed).length >= 22,
  )
  expect(await firstBytes(open(port, get))).toMatch(/^HTTP\/1.1 200 /)
  expect([busy.destroyed, idle.destroyed]).toEqual([false, false])
  busy.write('67890')
  expect(await firstBytes(busy)).toMatch(/^HTTP\/1.1 200 /)
})

test('every other server of a process has limits of its own', () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const servers = ['packages', 'services'].flatMap((folder) =>
    readdirSync(join(root, folder)).flatMap((name) => {
      const from = join(folder, name, 'src')
      if (!existsSync(join(root, from))) return []
      const files = readdirSync(join(root, from), { recursive: true, encoding: 'utf8' })
      return files
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
        .map((file) => join(from, file))
        .filter((file) =>
          /\b(Fastify|createServer|createHttpServer)\(/.test(readFileSync(join(root, file), 'utf8')),
        )
    }),
  )
  expect(servers.sort()).toEqual([
    // Prints a bundle and listens nowhere.
    'packages/api-reference/src/print-scalar-bundle.ts',
    // An assistant's server on the machine of its user.
    'packages/mcp/src/http/start-http.ts',
    'packages/mcp/src/main.ts',
    'packages/mcp/src/server.ts',
    'packages/service/src/http/internal-server.ts',
    'services/gateway/src/http/listener.ts',
    // Serves the gateway alone, before its ports open.
    'services/gateway/src/warm-up.ts',
    'services/portal/src/http/server.ts',
  ])
})
