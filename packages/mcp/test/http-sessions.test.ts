import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestHttp } from './support/connect.ts'
import { as, initialize, listTools, postTo, startKeys, stateless } from './support/post.ts'

let board: Awaited<ReturnType<typeof startKeys>>
let key: string
let other: string
beforeAll(async () => {
  board = await startKeys()
  other = await board.newKey()
})
afterAll(() => board.stop())
beforeEach(async () => {
  key = await board.newKey()
})

/** An MCP server before this job board. */
async function start(url = board.url): Promise<string> {
  const server = await startTestHttp(url)
  onTestFinished(() => server.close())
  return server.url
}
const open = (url: string, apiKey: string) => postTo(url, initialize, as(apiKey))
const use = async (url: string, apiKey: string, session: string) =>
  (await postTo(url, listTools, as(apiKey, session))).status

test('401: a key that the API does not accept opens no session, and its body is not read (P-300)', async () => {
  const { status, headers, session } = await postTo(await start(), '{', as(`pk_live_${'a'.repeat(38)}`))
  const challenge = 'Bearer error="invalid_token"'
  expect([status, headers['www-authenticate'], session]).toEqual([401, challenge, undefined])
})

test('revision 2026-07-28 needs a key that the API accepts, and takes no place (P-300)', async () => {
  const url = await start()
  const { message, headers } = stateless('tools/list')
  const list = (apiKey: string) => postTo(url, message, { ...as(apiKey), ...headers })
  const unknown = `pk_live_${'a'.repeat(38)}`
  expect((await list(unknown)).status).toBe(401)
  expect((await postTo(url, '{', { ...as(unknown), ...headers })).status, 'its body is not read').toBe(401)
  const { session: own } = await open(url, key)
  for (let i = 0; i < 12; i++) {
    const { status, session } = await list(key)
    expect([status, session]).toEqual([200, undefined])
  }
  expect(await use(url, key, own!)).toBe(200)
})

test('503: a job board that does not respond opens no session', async () => {
  const { status, headers } = await open(await start('http://127.0.0.1:9'), key)
  expect([status, headers['retry-after']]).toEqual([503, '5'])
})

test('200: many callers with keys that are not accepted take no place from others', async () => {
  const url = await start()
  const unknown = Array.from({ length: 120 }, (_, i) => `pk_live_${String(i).padStart(38, 'x')}`)
  const replies = await Promise.all(unknown.map((each) => open(url, each)))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401]))
  expect((await open(url, key)).status).toBe(200)
})

test('one key has 10 sessions: an 11th ends its idle one that was used least recently, and no other key loses one', async () => {
  const url = await start()
  const { session: ofOther } = await open(url, other)
  const own: string[] = []
  for (let i = 0; i < 10; i++) own.push((await open(url, key)).session!)
  expect(await use(url, key, own[0]!)).toBe(200)
  own.push((await open(url, key)).session!)
  const statuses = await Promise.all(own.map((session) => use(url, key, session)))
  expect(statuses).toEqual([200, 404, ...Array(9).fill(200)])
  expect(await use(url, other, ofOther!)).toBe(200)
})

test('429: a key whose 10 sessions all have an open stream; the end of one makes place', async () => {
  const url = await start()
  const streams = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const { session } = await open(url, key)
      const headers = { ...as(key, session), accept: 'text/event-stream' }
      return { session: session!, response: await fetch(url, { headers }) }
    }),
  )
  expect(streams.map(({ response }) => response.status)).toEqual(Array(10).fill(200))
  expect((await open(url, key)).status).toBe(429)
  expect((await open(url, other)).status).toBe(200)
  await fetch(url, { method: 'DELETE', headers: as(key, streams[0]!.session) })
  expect((await open(url, key)).status).toBe(200)
  for (const { response } of streams) await response.body?.cancel().catch(() => {})
})

test('200: a client whose stream has broken off opens it again', async () => {
  const url = await start()
  const { session } = await open(url, key)
  const stream = () =>
    fetch(url, {
      headers: { ...as(key, session), accept: 'text/event-stream' },
      signal: AbortSignal.timeout(10_000),
    })
  await (await stream()).body?.cancel()
  const reopen = async () => {
    const response = await stream()
    return response.status === 200 && response
  }
  const again = await eventually('the broken stream is given up', reopen, 10_000)
  await again.body?.cancel()
})

test('a full server: 20 keys at once never have more than 100 sessions, and each one gets a session (P-300)', async () => {
  const url = await start()
  const keys = await Promise.all(Array.from({ length: 20 }, board.newKey))
  const opened = await Promise.all(
    keys.flatMap((each) => Array.from({ length: 10 }, async () => ({ each, ...(await open(url, each)) }))),
  )
  const statuses = await Promise.all(
    opened.map(({ each, session }) => (session === undefined ? 0 : use(url, each, session))),
  )
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(100)
  for (const each of keys) {
    expect((await open(url, each)).status, 'the idle sessions of others make place').toBe(200)
  }
})
