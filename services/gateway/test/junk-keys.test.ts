import { MAX_KEYS_PER_LOOKUP } from '@jobboard/contracts/internal/keys'
import { hashOf, mintKey } from '@jobboard/service/auth/api-key'
import { eventually } from '@jobboard/testkit/eventually'
import { openNats } from '@jobboard/testkit/infra'
import { Pool } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { STRANGERS_EVERY_MS } from '../src/keys/identify.ts'
import { type Line, openLine } from './support/cuttable-proxy.ts'
import { type Arena, startArena } from './support/setup.ts'

const JUNK_KEYS = 5_000
const CONNECTIONS = 400

let nats: Awaited<ReturnType<typeof openNats>>
let line: Line
let arena: Arena
beforeAll(async () => {
  nats = await openNats()
  line = await openLine(nats.url)
  arena = await startArena({ natsUrl: line.url, accountsNatsUrl: nats.url })
})
afterAll(async () => {
  await arena.stop()
  await line.stop()
  await nats.stop()
})

const status = async (key: string) => (await arena.api(key).get('/api/v1/jobs')).status

/** Calls with as many different junk keys, all well-formed, over many connections; counts the answers by status. */
async function flood(): Promise<{ answers: Record<number, number>; questions: string[][]; tookMs: number }> {
  const junk = Array.from({ length: JUNK_KEYS }, () => mintKey('recruiter'))
  const hashes = new Set(junk.map(hashOf))
  const pool = new Pool(arena.url, { connections: CONNECTIONS })
  const answers: Record<number, number> = {}
  const startedMs = performance.now()
  const worker = async () => {
    for (let key = junk.pop(); key; key = junk.pop()) {
      const headers = { authorization: `Bearer ${key}` }
      const {
        statusCode,
        headers: sent,
        body,
      } = await pool.request({ path: '/api/v1/jobs', method: 'GET', headers })
      await body.dump()
      answers[statusCode] = (answers[statusCode] ?? 0) + 1
      if (statusCode === 503) expect(sent['retry-after']).toBe('1')
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  const tookMs = performance.now() - startedMs
  await pool.close()
  const questions = arena.world.questions.filter((asked) => asked.some((hash) => hashes.has(hash)))
  return { answers, questions, tookMs }
}

test('401: junk keys one after another are asked about 20 times a second too', async () => {
  arena.world.questions.length = 0
  const startedMs = performance.now()
  for (let call = 0; call < 20; call++) expect(await status(mintKey('candidate'))).toBe(401)
  expect(arena.world.questions.length).toBeLessThanOrEqual(
    2 + (performance.now() - startedMs) / STRANGERS_EVERY_MS,
  )
})

/** A new key, tried until it is let in: it may be put off, but never refused. */
async function letIn(): Promise<string> {
  const { apiKey } = await arena.accounts.mint()
  await eventually('a new key is let in', async () => {
    const now = await status(apiKey)
    expect([200, 503]).toContain(now)
    return now === 200
  })
  return apiKey
}

test.each([
  ['while the feed lives', false],
  ['while NATS is away', true],
])(
  '401 or 503: %s a flood of junk keys costs accounts 20 questions a second, and good keys go on',
  async (_when, isCut) => {
    const { id, apiKey } = await arena.accounts.mint()
    await eventually('the key is let in', async () => (await status(apiKey)) === 200)
    if (isCut) line.cut()
    const running = flood()
    const own: number[] = []
    for (let call = 0; call < 20; call++) own.push(await status(apiKey))
    expect(new Set(own)).toEqual(new Set([200]))
    await Promise.all([letIn(), letIn(), letIn()])
    await arena.accounts.revoke(id)
    await eventually('the revocation counts', async () => (await status(apiKey)) === 401)

    const { answers, questions, tookMs } = await running
    if (process.env.TEST_DELAYS) console.log(answers, questions.length, Math.round(tookMs))
    expect((answers[401] ?? 0) + (answers[503] ?? 0)).toBe(JUNK_KEYS)
    expect(questions.length).toBeLessThanOrEqual(2 + tookMs / STRANGERS_EVERY_MS)
    expect(Math.max(...questions.map((asked) => asked.length))).toBeLessThanOrEqual(MAX_KEYS_PER_LOOKUP)
    line.mend()
  },
)
