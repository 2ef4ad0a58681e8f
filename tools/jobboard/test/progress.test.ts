import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { eventually } from '@jobboard/testkit/eventually'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FakeAdminApi, startFakeAdminApi } from './support/fake-admin-api.ts'
import { runJobboard, startJobboard } from './support/run-jobboard.ts'

let api: FakeAdminApi
let env: Record<string, string>
beforeEach(async () => {
  api = await startFakeAdminApi()
  env = { ADMIN_URL: api.url, ADMIN_TOKEN: 'a-token' }
})
afterEach(() => api.stop())

/** Responds to the reads of one replay with these numbers of remaining events, the last one for ever. */
function replayWith(...remaining: number[]): void {
  api.respond = ({ method }) => {
    if (method === 'POST') return { status: 202, body: { replayId: 5 } }
    const left = remaining.length > 1 ? remaining.shift()! : remaining[0]!
    const finishedAt = left === 0 ? '2030-01-31T12:00:01.000Z' : null
    return {
      status: 200,
      body: { replayId: 5, service: 'jobs', finishedAt, published: 10 - left, remaining: left },
    }
  }
}

const REPLAY = ['outbox', 'replay', '--service', 'jobs', '--since', '2030-01-31T12:00:00Z']

test('0: outbox replay shows progress on stderr and ends with one line on stdout', async () => {
  replayWith(10, 4, 0)
  const run = await runJobboard(REPLAY, env)
  expect(run).toEqual({
    code: 0,
    stdout: 'replay 5 of jobs finished: 10 events published\n',
    stderr: 'replay 5 of jobs: 0 published, 10 remaining\nreplay 5 of jobs: 6 published, 4 remaining\n',
  })
  expect(api.requests[0]).toEqual({
    method: 'POST',
    path: '/admin/v1/events/replay',
    token: 'Bearer a-token',
    body: { service: 'jobs', since: '2030-01-31T12:00:00Z' },
  })
  expect(api.requests[1]!.path).toBe('/admin/v1/events/replay/5')
})

test('0: resync shows progress; --id follows one that runs, without starting another', async () => {
  const reads = [
    { done: 3, total: 9, finishedAt: null },
    { done: 9, total: 9, finishedAt: '2030-01-31T12:00:01.000Z' },
  ]
  api.respond = ({ method }) =>
    method === 'POST'
      ? { status: 202, body: { resyncId: 7 } }
      : {
          status: 200,
          body: { resyncId: 7, service: 'jobs', ...(reads.length > 1 ? reads.shift() : reads[0]) },
        }
  const run = await runJobboard(['resync', 'jobs'], env)
  expect(run).toEqual({
    code: 0,
    stdout: 'resync 7 of jobs finished: 9 objects published\n',
    stderr: 'resync 7 of jobs: 3 of 9 objects published\n',
  })
  api.requests.length = 0
  expect((await runJobboard(['resync', '--id', '7'], env)).code).toBe(0)
  expect(api.requests.map(({ method }) => method)).toEqual(['GET'])
})

test('0: reindex shows progress; --id follows one that runs, without starting another', async () => {
  const reads = [
    { done: 3, finishedAt: null },
    { done: 9, finishedAt: '2030-01-31T12:00:01.000Z' },
  ]
  api.respond = ({ method }) =>
    method === 'POST'
      ? { status: 202, body: { reindexId: 7 } }
      : {
          status: 200,
          body: {
            reindexId: 7,
            engine: 'meilisearch',
            total: 9,
            ...(reads.length > 1 ? reads.shift() : reads[0]),
          },
        }
  expect(await runJobboard(['reindex'], env)).toEqual({
    code: 0,
    stdout: 'reindex 7 (meilisearch) finished: 9 candidates indexed\n',
    stderr: 'reindex 7 (meilisearch): 3 of 9 candidates indexed\n',
  })
  expect(api.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /admin/v1/search/reindex',
    'GET /admin/v1/search/reindex/7',
    'GET /admin/v1/search/reindex/7',
  ])
  api.requests.length = 0
  expect((await runJobboard(['reindex', '--id', '7'], env)).code).toBe(0)
  expect(api.requests.map(({ method }) => method)).toEqual(['GET'])
})

test('130: Ctrl-C ends the command only, and it says how to look again', async () => {
  replayWith(4)
  const { child, ended } = startJobboard(REPLAY, env)
  await eventually('the first read', async () => api.requests.length > 1)
  child.kill('SIGINT')
  const run = await ended
  expect(run.code).toBe(130)
  expect(run.stderr).toContain('The work continues. Look again: npm run jobboard -- outbox replay --id 5\n')
  expect(api.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('1: a refusal is printed with its reason; a change is never repeated; the token is never printed', async () => {
  api.respond = () => ({
    status: 503,
    body: { code: 'unavailable', message: 'The jobs service cannot be reached.' },
  })
  const down = await runJobboard(REPLAY, env)
  expect(down).toMatchObject({ code: 1, stdout: '' })
  expect(down.stderr).toContain('The jobs service cannot be reached.')
  expect(api.requests).toHaveLength(1)
  api.respond = () => ({ status: 401, body: {} })
  const refused = await runJobboard(['dead-letters', 'list'], env)
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('the admin token is not accepted (401)')
  expect(down.stderr + refused.stderr).not.toContain('a-token')
})

test('the address and the token of npm start are the default', async () => {
  const dir = await mkdtemp(`${tmpdir()}/jobboard-demo-`)
  await writeFile(`${dir}/demo.json`, JSON.stringify({ adminUrl: api.url, adminToken: 'from-demo' }))
  await runJobboard(['dead-letters', 'show', 'jobs-1'], { DATA_DIR: dir })
  expect(api.requests[0]).toMatchObject({
    path: '/admin/v1/events/dead-letters/jobs-1',
    token: 'Bearer from-demo',
  })
  await rm(dir, { recursive: true })
})

/** Responds to the reads of erasure 3 of candidate 12: only search has not confirmed, until `missing` reads are done. */
function erasureWith(missing: number): void {
  let reads = 0
  api.respond = ({ method }) => {
    if (method === 'DELETE') return { status: 202, body: { erasureId: 3 } }
    const confirmedAt = '2030-01-31T12:00:01.000Z'
    const isComplete = reads++ >= missing
    const services = [
      { service: 'candidate', confirmedAt },
      { service: 'search', confirmedAt: isComplete ? confirmedAt : null },
    ]
    const completedAt = isComplete ? confirmedAt : null
    const requestedAt = '2030-01-31T12:00:00.000Z'
    return { status: 200, body: { erasureId: 3, candidateId: 12, requestedAt, completedAt, services } }
  }
}

test('0: erase names the services that have not confirmed, until all have', async () => {
  erasureWith(1)
  expect(await runJobboard(['erase', '12', '--confirm'], env)).toEqual({
    code: 0,
    stdout: 'erasure 3 of candidate 12 completed at 2030-01-31T12:00:01.000Z\n',
    stderr: 'erasure 3 of candidate 12: not confirmed by search\n',
  })
  expect(api.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'DELETE /admin/v1/candidates/12',
    'GET /admin/v1/erasures/3',
    'GET /admin/v1/erasures/3',
  ])
})

test('erasure: 1 while a service has not confirmed, 0 when all have', async () => {
  erasureWith(1)
  const waiting = await runJobboard(['erasure', '3'], env)
  expect(waiting.code).toBe(1)
  expect(waiting.stdout).toMatch(/candidate +12\n[\s\S]*search +not confirmed\ncompleted at +not complete\n$/)
  const complete = await runJobboard(['erasure', '3'], env)
  expect(complete.code).toBe(0)
  expect(complete.stdout).toContain('search        2030-01-31T12:00:01.000Z\n')
  expect(api.requests.map(({ method }) => method)).toEqual(['GET', 'GET'])
})

test('1: erase and erasure of what does not exist', async () => {
  for (const args of [
    ['erase', '12', '--confirm'],
    ['erasure', '3'],
  ]) {
    const run = await runJobboard(args, env)
    expect([run.code, run.stdout]).toEqual([1, ''])
    expect(run.stderr).toContain('There is no such object here. (404)')
  }
})
