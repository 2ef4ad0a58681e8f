import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { openBodyMemoryBudget } from '@jobboard/service/http/collect-body'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formBytes, readForm } from '../../src/http/port.ts'
import { openPortalSystem, type PortalSystem } from '../support/portal-system.ts'
import type { Visitor } from '../support/visitor.ts'

const MAX_PER_ADDRESS = 60

let system: PortalSystem
let recruiter: Visitor
beforeAll(async () => {
  system = await openPortalSystem({
    only: ['accounts', 'jobs'],
    env: {
      HEADERS_TIMEOUT_MS: '1000',
      REQUEST_TIMEOUT_MS: '2000',
      MAX_CONNECTIONS_PER_ADDRESS: String(MAX_PER_ADDRESS),
    },
  })
  recruiter = await system.signedIn(await system.employerWithUser('Recruiter'))
})
afterAll(() => system?.stop())

const cookieOf = ({ cookies }: Visitor) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** Resolves when a connection is closed, also by a reset. */
const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

/** Sends the head of a form and no byte of its body; resolves with what the portal says meanwhile. */
async function sayHead(
  path: string,
  headers: Record<string, string>,
): Promise<{ socket: Socket; said: string }> {
  const { hostname, port, host } = new URL(system.baseUrl)
  const socket = connect(Number(port), hostname)
  const all = { host, 'content-type': 'application/x-www-form-urlencoded', ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  const [bytes] = await once(socket, 'data')
  return { socket, said: String(bytes) }
}

const LARGE = { 'content-length': '2000000' }
const OWN = { 'sec-fetch-site': 'same-origin' }

test.each([
  ['303: without a session', '/jobs/new', async () => OWN, 'HTTP/1.1 303'],
  [
    '403: from another site',
    '/jobs/new',
    async () => ({ cookie: cookieOf(recruiter), 'sec-fetch-site': 'cross-site' }),
    'HTTP/1.1 403',
  ],
  [
    '403: from another site, to the sign-in',
    '/sign-in',
    async () => ({ 'sec-fetch-site': 'cross-site' }),
    'HTTP/1.1 403',
  ],
  ['403: to the sign-in in a browser that has not opened it', '/sign-in', async () => OWN, 'HTTP/1.1 403'],
  [
    '413: more than a form without a description takes',
    '/sign-out',
    async () => ({ cookie: cookieOf(recruiter), ...OWN }),
    'HTTP/1.1 413',
  ],
])('%s, a form is refused before its body comes (P-587)', async (_, path, headers, expected) => {
  const { socket, said } = await sayHead(path, { ...LARGE, ...(await headers()) })
  expect(said.slice(0, expected.length)).toBe(expected)
  expect(said.toLowerCase()).toContain('connection: close')
  socket.destroy()
})

test('a form whose body stops or drips is cut, also in chunks, and so are headers', async () => {
  const { hostname, port, host } = new URL(system.baseUrl)
  const guest = system.visitor()
  await guest.open('/sign-in')
  const head = `POST /sign-in HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookieOf(guest)}\r\nsec-fetch-site: same-origin\r\ncontent-type: application/x-www-form-urlencoded\r\n`
  const sent = [
    [`${head}content-length: 2000\r\n\r\ncsrf=`, ''],
    [`${head}content-length: 2000\r\n\r\ncsrf=`, 'a'],
    [`${head}transfer-encoding: chunked\r\n\r\n`, '1\r\na\r\n'],
    [`${head}x: `, 'a'],
  ]
  await Promise.all(
    sent.map(async ([first, drop]) => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {}).resume()
      socket.write(first!)
      const dripping = setInterval(() => drop && socket.writable && socket.write(drop), 200)
      await closed(socket)
      clearInterval(dripping)
    }),
  )
})

test('one address has a limited number of connections', async () => {
  const { hostname, port } = new URL(system.baseUrl)
  const sockets = Array.from({ length: MAX_PER_ADDRESS + 10 }, () =>
    connect(Number(port), hostname).on('error', () => {}),
  )
  await Promise.race(sockets.map(closed))
  for (const socket of sockets) socket.destroy()
})

test('413: a form of too many fields is refused, and says how many there may be', async () => {
  const page = await recruiter.open('/account')
  const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`f${i}`, '1']))
  const refused = await recruiter.post('/jobs/new', {
    csrf: String(page.$('input[name=csrf]').val()),
    ...many,
  })
  expect([refused.status, refused.text]).toEqual([413, expect.stringContaining('1000 fields')])
})

test('a job with the longest description in any script fits', async () => {
  const admin = await system.signedIn(await system.employerWithUser('EmployerAdmin'))
  const form = await admin.open('/jobs/new')
  const saved = await admin.submit(form, '/jobs/new', { title: 'Chef', description: '漢'.repeat(100_000) })
  expect(saved.status).not.toBe(413)
  expect(`${saved.status} ${saved.path}`).toMatch(/^(200 \/jobs\/\d+|422)/)
})

test('over the memory budget the sender with the most bytes loses its form, and the others are read', async () => {
  const budget = openBodyMemoryBudget(1_000)
  const body = () => Object.assign(new Readable({ read() {} }), { headers: {} })
  const read = (of: ReturnType<typeof body>, holder: string) =>
    readForm(of as never, formBytes.job, budget, holder)
  const [slow, slower, small] = [body(), body(), body()]
  const results = Promise.allSettled([read(slow, 'x'), read(slower, 'x'), read(small, 'y')])
  for (const each of [slow, slower]) each.push(`a=${'1'.repeat(450)}`)
  small.push(`b=${'2'.repeat(200)}`)
  for (const each of [slow, slower, small]) each.push(null)
  const [first, second, third] = await results
  expect([first!.status, second!.status]).toEqual(['rejected', 'fulfilled'])
  expect(third).toMatchObject({ status: 'fulfilled', value: { b: '2'.repeat(200) } })
})

test('a form that comes in many single bytes is read as a whole', async () => {
  const text = `name=${'ä'.repeat(500)}&scopes=A&scopes=B`
  const bytes = Readable.from([...Buffer.from(text)].map((byte) => Buffer.of(byte)))
  const form = await readForm(
    Object.assign(bytes, { headers: {} }) as never,
    24_576,
    openBodyMemoryBudget(1e6),
    'x',
  )
  expect({ ...form }).toEqual({ name: 'ä'.repeat(500), scopes: ['A', 'B'] })
})

test('pages are compressed where the browser accepts it, and no two have the same token', async () => {
  const open = async (encoding: string) => {
    const headers = { cookie: cookieOf(recruiter), 'accept-encoding': encoding }
    const [response] = (await once(get(`${system.baseUrl}/account`, { headers }), 'response')) as [
      IncomingMessage,
    ]
    return { got: response.headers, bytes: Buffer.concat(await response.toArray()) }
  }
  const [zipped, plain] = [await open('gzip, br'), await open('identity')]
  expect([zipped.got['content-encoding'], zipped.got.vary]).toEqual(['gzip', 'accept-encoding'])
  expect([plain.got['content-encoding'], plain.got.vary]).toEqual([undefined, 'accept-encoding'])
  expect(zipped.bytes.length * 2).toBeLessThan(plain.bytes.length)
  const tokensOf = (html: string) =>
    [...html.matchAll(/name="csrf" value="([^"]+)"/g)].map(([, token]) => token!)
  const [one, other] = [tokensOf(gunzipSync(zipped.bytes).toString()), tokensOf(plain.bytes.toString())]
  expect(one.length).toBeGreaterThan(0)
  expect(one.filter((token) => other.includes(token))).toEqual([])
  for (const csrf of [one[0], other[0]]) {
    const set = await recruiter.post(
      '/preferences/theme',
      { csrf, theme: 'dark' },
      { referer: `${system.baseUrl}/account` },
    )
    expect(set.redirects[0]?.status).toBe(303)
  }
})
