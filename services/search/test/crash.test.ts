import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { CALLER_HEADER, type Caller, signCaller } from '@jobboard/service/auth/caller'
import { TEST_CALLER_SECRET, testEnv } from '@jobboard/testkit/boot'
import { client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootSearch, type SearchService } from './support/setup.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

// A second replica on the same database; it reads what the killed process has committed.
let observer: SearchService
const started: ChildProcess[] = []
beforeAll(async () => {
  observer = await bootSearch()
  await observer.receiveProfile(1, { headline: 'Diver' })
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

/** Starts a process of the service that kills itself at the failpoint, with a recruiter client of employer 1. */
async function crashingProcess(failpoint: string) {
  const child = start({ FAILPOINTS: failpoint })
  child.stderr!.resume()
  for await (const line of createInterface({ input: child.stdout! })) {
    const { msg, port } = JSON.parse(line) as { msg: string; port?: number }
    if (msg !== 'ready') continue
    child.stdout!.resume()
    const caller: Caller = { kind: 'recruiter', employerId: 1, userId: null, keyId: 1, scopes: [] }
    const headers = { [CALLER_HEADER]: signCaller(TEST_CALLER_SECRET, caller) }
    return { exit: once(child, 'exit'), http: client(`http://127.0.0.1:${port}`, headers) }
  }
  throw new Error('the service exited before it was ready')
}

test('kill -9 between debit and commit of a search: nothing is debited, and a retry is debited once', async () => {
  await observer.grant(1, 'CvSearch', 1)
  const { exit, http } = await crashingProcess('search-after-debit')
  const key = { 'idempotency-key': 'crash' }
  await expect(http.post('/api/v1/candidates/search', { query: 'diver' }, key)).rejects.toThrow()
  expect((await exit)[1]).toBe('SIGKILL')
  const past = async () => (await observer.asRecruiter(1).get('/api/v1/candidates/searches')).body.items
  expect(await past()).toEqual([])
  const retried = await eventually('the transaction of the killed process to end', async () => {
    const response = await observer.asRecruiter(1).post('/api/v1/candidates/search', { query: 'diver' }, key)
    return response.status === 409 ? undefined : response
  })
  expect([retried.status, retried.headers.get('idempotency-replayed'), retried.body.total]).toEqual([
    200,
    null,
    1,
  ])
  expect(await observer.debits(1)).toBe(1)
  expect(await past()).toMatchObject([{ query: 'diver', cost: 1 }])
})

test('kill -9 between debit and commit of an unlock: no debit and no window, and the next read is debited once', async () => {
  await observer.grant(1, 'CvDownload', 1)
  const before = await observer.debits(1)
  const { exit, http } = await crashingProcess('unlock-after-debit')
  await expect(http.get('/api/v1/candidates/1')).rejects.toThrow()
  expect((await exit)[1]).toBe('SIGKILL')
  expect(await observer.debits(1)).toBe(before)
  expect(await observer.deps.db.sql`select 1 from unlock`).toEqual([])
  const again = await observer.asRecruiter(1).get('/api/v1/candidates/1')
  expect([again.status, again.headers.get('x-credits-cost')]).toEqual([200, '1'])
  expect(await observer.debits(1)).toBe(before + 1)
})

test('exit code 1: SEARCH_ENGINE=meilisearch without the address and the key of a server', async () => {
  const child = start({ SEARCH_ENGINE: 'meilisearch' })
  child.stdout!.resume()
  let stderr = ''
  child.stderr!.on('data', (text) => {
    stderr += text
  })
  expect((await once(child, 'exit'))[0]).toBe(1)
  for (const name of ['MEILI_URL', 'MEILI_MASTER_KEY']) {
    expect(stderr).toContain(`${name}: must be set with SEARCH_ENGINE=meilisearch`)
  }
})
