import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { CALLER_HEADER, type Caller, signCaller } from '@jobboard/service/auth/caller'
import { TEST_CALLER_SECRET, testEnv } from '@jobboard/testkit/boot'
import { client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootSearch, type Searching } from './support/setup.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

// The observer is a second replica on the same database: what it sees is what is left after the crash.
let observer: Searching
const started: ChildProcess[] = []
beforeAll(async () => {
  observer = await bootSearch()
  await observer.tell(1, { headline: 'Diver' })
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await observer.stop()
})

function start(env: Record<string, string>): ChildProcess {
  const all = testEnv(observer.databaseUrl, observer.natsUrl, { LOG_LEVEL: 'info', ...env })
  const child = spawn(process.execPath, [main], { env: { ...process.env, ...all }, stdio: 'pipe' })
  started.push(child)
  return child
}

/** The real process, armed to die at a named line, and a recruiter of employer 1 who calls it. */
async function victim(failpoint: string) {
  const child = start({ FAILPOINTS: failpoint })
  child.stderr!.resume()
  for await (const line of createInterface({ input: child.stdout! })) {
    const { msg, port } = JSON.parse(line) as { msg: string; port?: number }
    if (msg !== 'ready') continue
    child.stdout!.resume()
    const caller: Caller = { kind: 'recruiter', employerId: 1, userId: null, keyId: 1, scopes: [] }
    const headers = { [CALLER_HEADER]: signCaller(TEST_CALLER_SECRET, caller) }
    return { ended: once(child, 'exit'), http: client(`http://127.0.0.1:${port}`, headers) }
  }
  throw new Error('the service ended before it was ready')
}

test('kill -9 between debit and commit of a search: nothing is debited, and the repeat pays once', async () => {
  await observer.grant(1, 'CvSearch', 1)
  const { ended, http } = await victim('search-after-debit')
  const key = { 'idempotency-key': 'dies' }
  await expect(http.post('/api/v1/candidates/search', { query: 'diver' }, key)).rejects.toThrow()
  expect((await ended)[1]).toBe('SIGKILL')
  const again = await eventually('the dead request has let go', async () => {
    const answer = await observer.of(1).post('/api/v1/candidates/search', { query: 'diver' }, key)
    return answer.status === 409 ? undefined : answer
  })
  expect([again.status, again.headers.get('idempotency-replayed'), again.body.total]).toEqual([200, null, 1])
  expect(await observer.debits(1)).toBe(1)
})

test('kill -9 between debit and commit of an unlock: neither is there, and the next read pays once', async () => {
  await observer.grant(1, 'CvDownload', 1)
  const before = await observer.debits(1)
  const { ended, http } = await victim('unlock-after-debit')
  await expect(http.get('/api/v1/candidates/1')).rejects.toThrow()
  expect((await ended)[1]).toBe('SIGKILL')
  expect(await observer.debits(1)).toBe(before)
  expect(await observer.deps.db.sql`select 1 from unlock`).toEqual([])
  const again = await observer.of(1).get('/api/v1/candidates/1')
  expect([again.status, again.headers.get('x-credits-cost')]).toEqual([200, '1'])
  expect(await observer.debits(1)).toBe(before + 1)
})

test('an engine that does not exist is refused in one sentence, before a socket opens', async () => {
  const child = start({ SEARCH_ENGINE: 'meilisearch' })
  child.stdout!.resume()
  let said = ''
  child.stderr!.on('data', (text) => {
    said += text
  })
  expect((await once(child, 'exit'))[0]).toBe(1)
  expect(said).toContain('SEARCH_ENGINE: must be postgres: the engine meilisearch does not exist yet')
})
