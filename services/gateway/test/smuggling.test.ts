import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendJson } from './support/fake-upstream.ts'
import { responsesIn, sendRaw } from './support/raw.ts'
import { startTestGateway, type TestGateway } from './support/setup.ts'

let gateway: TestGateway
let key: string
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())
beforeEach(async () => {
  key = `Authorization: Bearer ${(await gateway.accounts.mint()).apiKey}\r\n`
  gateway.upstream.requests.length = 0
  gateway.upstream.started.length = 0
  gateway.upstream.respond = (_request, response) => sendJson(response, 200, { ok: true })
})

// Keep-alive, so that only the gateway closes the connection; with a valid key, so that nothing else is wrong.
const head = (line: string, headers = '') => `${line}\r\nHost: a\r\n${key}${headers}`
const get = (path: string, headers = '') => `${head(`GET ${path} HTTP/1.1`, headers)}\r\n`
const post = (headers: string, body: string) => `${head('POST /api/v1/jobs HTTP/1.1', headers)}\r\n${body}`
const chunked = (body: string) => post('Transfer-Encoding: chunked\r\n', body)
const sendAll = async (text: string) => responsesIn(await sendRaw(gateway.port, text))
const forwarded = () => gateway.upstream.started

// Each case is followed by a second request, which must never be served, however the first one is read.
async function expectRefused(text: string): Promise<void> {
  const responses = await sendAll(text + get('/api/v1/jobs/666'))
  expect(responses.map(({ status }) => status)).toEqual([400])
  expect(JSON.parse(responses[0]!.body)).toEqual({ code: 'invalid_request', message: expect.any(String) })
  expect(responses[0]!.head).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/im)
  expect(responses[0]!.head).toMatch(/^connection: close\r$/im)
  await sendAll(get('/api/v1/jobs/1', 'Connection: close\r\n'))
  expect(forwarded()).toEqual(['/api/v1/jobs/1'])
}

const framings: [string, string][] = [
  ['Content-Length, then Transfer-Encoding', 'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n'],
  ['Transfer-Encoding, then Content-Length', 'Transfer-Encoding: chunked\r\nContent-Length: 4\r\n'],
  ['two Content-Lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n'],
  ['the same Content-Length twice', 'Content-Length: 5\r\nContent-Length: 5\r\n'],
  ['Content-Length: 5, 5', 'Content-Length: 5, 5\r\n'],
  ['Content-Length: +5', 'Content-Length: +5\r\n'],
  ['Content-Length: -5', 'Content-Length: -5\r\n'],
  ['Content-Length: 1 2', 'Content-Length: 1 2\r\n'],
  ['Content-Length: 0x5', 'Content-Length: 0x5\r\n'],
  ['Content-Length: 5e0', 'Content-Length: 5e0\r\n'],
  ['Content-Length: 5.0', 'Content-Length: 5.0\r\n'],
  ['an empty Content-Length', 'Content-Length:\r\n'],
  ['a Content-Length of 2^64', 'Content-Length: 18446744073709551616\r\n'],
  ['Transfer-Encoding: xchunked', 'Transfer-Encoding: xchunked\r\n'],
  ['Transfer-Encoding: identity', 'Transfer-Encoding: identity\r\n'],
  ['Transfer-Encoding: identity, chunked', 'Transfer-Encoding: identity, chunked\r\n'],
  ['Transfer-Encoding: gzip, chunked', 'Transfer-Encoding: gzip, chunked\r\n'],
  ['Transfer-Encoding: chunked, identity', 'Transfer-Encoding: chunked, identity\r\n'],
  ['Transfer-Encoding: chunked, chunked', 'Transfer-Encoding: chunked, chunked\r\n'],
  ['Transfer-Encoding: chunked;q=1', 'Transfer-Encoding: chunked;q=1\r\n'],
  ['Transfer-Encoding: "chunked"', 'Transfer-Encoding: "chunked"\r\n'],
  ['Transfer-Encoding with a vertical tab', 'Transfer-Encoding: \x0bchunked\r\n'],
  ['an empty Transfer-Encoding', 'Transfer-Encoding:\r\n'],
  [
    'two Transfer-Encodings, the second hidden',
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n',
  ],
  ['a space before the colon', 'Transfer-Encoding : chunked\r\n'],
  ['a tab before the colon', 'Transfer-Encoding\t: chunked\r\n'],
]
test.each(framings)('400 and closed, nothing forwarded: %s', async (_name, headers) => {
  await expectRefused(post(headers, '0\r\n\r\n'))
})

const lines: [string, string][] = [
  ['a folded header', 'X-Long: a\r\n b\r\n'],
  ['a header folded by a tab', 'X-Long: a\r\n\tb\r\n'],
  ['a header without a colon', 'nonsense\r\n'],
  ['a header without a name', ': a\r\n'],
  ['a space in a header name', 'X A: b\r\n'],
  ['NUL in a header name', 'X\0A: b\r\n'],
  ['NUL in a header value', 'User-Agent: a\0b\r\n'],
  ['a control character in a header value', 'User-Agent: a\x01b\r\n'],
  ['DEL in a header value', 'User-Agent: a\x7fb\r\n'],
  ['a bare CR in a header value', 'X-A: b\rX-B: c\r\n'],
  ['a bare LF at the end of a header', 'X-A: b\nX-B: c\r\n'],
  ['a bare LF at the end of the headers', 'X-A: b\r\n\n'],
  ['two Hosts', 'Host: b\r\n'],
]
test.each(lines)('400 and closed, nothing forwarded: %s', async (_name, headers) => {
  await expectRefused(get('/api/v1/jobs', headers))
})

test.each([
  ['a bare LF after the request line', () => get('/x').replace('\r\n', '\n')],
  ['bare LF everywhere', () => get('/x').replaceAll('\r\n', '\n')],
  ['bare CR everywhere', () => get('/x').replaceAll('\r\n', '\r')],
  ['a folded first header', () => get('/x').replace('\r\n', '\r\n ')],
  ['no Host', () => get('/x').replace('Host: a\r\n', '')],
  ['an absolute target', () => get('http://evil.example/api/v1/jobs')],
  ['a target that starts with two slashes and our host name', () => get('//a/api/v1/jobs')],
  ['a space in the target', () => get('/api/v1/jobs /x')],
  ['a space after the version', () => get('/x').replace('HTTP/1.1', 'HTTP/1.1 ')],
])('400 and closed, nothing forwarded: %s', async (_name, text) => {
  await expectRefused(text())
})

test.each([
  ['a chunk size of 17 digits', '10000000000000002\r\n{}\r\n0\r\n\r\n'],
  ['a negative chunk size', '-2\r\n{}\r\n0\r\n\r\n'],
  ['a chunk size with a plus', '+2\r\n{}\r\n0\r\n\r\n'],
  ['a chunk size with 0x', '0x2\r\n{}\r\n0\r\n\r\n'],
  ['a space before a chunk size', ' 2\r\n{}\r\n0\r\n\r\n'],
  ['a space after a chunk size', '2 \r\n{}\r\n0\r\n\r\n'],
  ['no chunk size', '\r\n{}\r\n0\r\n\r\n'],
  ['a chunk longer than its size', '2\r\n{}{}\r\n0\r\n\r\n'],
  ['a bare LF after a chunk size', '2\n{}\r\n0\r\n\r\n'],
  ['a bare LF in a chunk extension', '2;\nxx\r\n0\r\n\r\n'],
  ['NUL in a chunk extension', '2;a\0\r\n{}\r\n0\r\n\r\n'],
  ['an open quote in a chunk extension', '2;a="b\r\n{}\r\n0\r\n\r\n'],
  ['20 KB of chunk extensions', `2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`],
  ['a Content-Length in the trailers', '2\r\n{}\r\n0\r\nContent-Length: 9\r\n\r\n'],
])('400 and closed, nothing forwarded: %s', async (_name, body) => {
  await expectRefused(chunked(body))
})

test.each([
  ['chunk extensions', () => chunked('1;a=b;c="d"\r\n{\r\n1\r\n}\r\n0;e\r\n\r\n')],
  ['leading zeros of a chunk size', () => chunked('00000000000000000002\r\n{}\r\n0\r\n\r\n')],
  ['Chunked in capitals', () => post('Transfer-Encoding: CHUNKED\r\n', '2\r\n{}\r\n0\r\n\r\n')],
  ['leading zeros of a Content-Length', () => post('Content-Length: 0002\r\n', '{}')],
  ['space around a Content-Length', () => post('Content-Length: \t2 \r\n', '{}')],
  ['empty lines before the request', () => `\r\n\r\n${post('Content-Length: 2\r\n', '{}')}`],
])('200: unambiguous: %s', async (_name, text) => {
  const responses = await sendAll(text() + get('/api/v1/jobs/1', 'Connection: close\r\n'))
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  const served = gateway.upstream.requests.map(({ url, body }) => `${url} ${body}`).sort()
  expect(served).toEqual(['/api/v1/jobs {}', '/api/v1/jobs/1 '])
})

test('413: bytes behind a huge Content-Length are its body, never a request', async () => {
  const endless = 'Content-Length: 18446744073709551615\r\nConnection: close\r\n'
  const responses = await sendAll(post(endless, get('/api/v1/jobs/666')))
  expect(responses.map(({ status }) => status)).toEqual([413])
  expect(forwarded()).toEqual([])
})
