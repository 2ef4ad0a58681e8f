import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freePort } from '../src/infra/free-port.ts'
import type { PostgresSource } from '../src/infra/postgres/find.ts'
import { findProgram } from '../src/infra/process/find-program.ts'
import { isAlive } from '../src/infra/process/stop-process.ts'
import { withFakeProgram } from './support/fake-program.ts'
import { env, queryValue, useOwnPostgres } from './support/own-postgres.ts'

const sources: PostgresSource[] = findProgram('postgres', env) ? ['path', 'npm'] : ['npm']
const isRoot = process.getuid?.() === 0
const own = useOwnPostgres()

describe.each(sources)('PostgreSQL from %s', (source) => {
  test('a stopped server has ended; the next start has its data', async () => {
    const first = await own.start({ from: [source] })
    await queryValue(first.url(), 'create table stored as select 42 as answer')
    await first.stop()
    expect(isAlive(first.pid!)).toBe(false)
    const second = await own.start({ from: [source], test: false })
    expect(await queryValue(second.url(), 'select answer from stored')).toBe(42)
    expect(own.lines).toEqual(Array(2).fill(`Starting PostgreSQL ${first.version} (${first.source})…`))
  })
})

test('two servers run beside each other; lower() handles letters beyond ASCII, and text sorts by code point', async () => {
  const [a, b] = await Promise.all([own.start(), own.start({ dir: join(own.dir, 'other') })])
  expect(a!.port).not.toBe(b!.port)
  expect(await Promise.all([queryValue(a!.url(), 'select 1'), queryValue(b!.url(), 'select 2')])).toEqual([
    1, 2,
  ])
  expect(await queryValue(a!.url(), `select lower('ÀÉÎ')`)).toBe('àéî')
  expect(
    await queryValue(a!.url(), `select string_agg(x, '' order by x) from unnest('{b,A,a,B}'::text[]) x`),
  ).toBe('ABab')
})

test('after SIGKILL of its owner the next start can use the folder and has the data', async () => {
  const owner = await own.startInChild()
  const { url } = JSON.parse(owner.report)
  await queryValue(url, 'create table stored as select 42 as answer')
  await owner.kill()
  const { url: again } = await own.start()
  expect(await queryValue(again(), 'select answer from stored')).toBe(42)
})

test('a server that outlives its killed owner is stopped by the next start', async () => {
  const owner = await own.startInChild(withFakeProgram(env, join(own.dir, 'bin'), 'setpriv', 'exit 1'))
  const { url, pid } = JSON.parse(owner.report)
  await queryValue(url, 'create table stored as select 42 as answer')
  await owner.kill()
  expect(await queryValue(url, 'select 1')).toBe(1)
  const next = await own.start()
  expect(isAlive(pid)).toBe(false)
  expect(own.lines[0]).toContain(`which an earlier start left running (process ${pid})`)
  expect(await queryValue(next.url(), 'select answer from stored')).toBe(42)
})

test('an initdb that was interrupted is repeated', async () => {
  mkdirSync(join(own.dir, 'pg', 'data.new', 'base'), { recursive: true })
  const { url } = await own.start()
  expect(await queryValue(url(), 'select 1')).toBe(1)
  expect(readdirSync(join(own.dir, 'pg'))).not.toContain('data.new')
})

test.runIf(isRoot).each([
  ['only root may enter', 0o700],
  ['every user may enter', 0o755],
])('root on a system that refuses namespaces, in a folder that %s', async (_who, mode) => {
  chmodSync(own.dir, mode)
  const refused = withFakeProgram(env, join(own.dir, 'bin'), 'unshare', 'exit 1')
  const first = await own.start({ env: refused })
  expect(statSync(join(own.dir, 'pg', 'data')).uid).not.toBe(0)
  await queryValue(first.url(), 'create table stored as select 42 as answer')
  await first.stop()
  const second = await own.start()
  expect(await queryValue(second.url(), 'select answer from stored')).toBe(42)
})

test('a given port that is taken: the error says so, and the folder is released', async () => {
  const port = await freePort()
  const taken = createServer().listen(port, '127.0.0.1')
  await once(taken, 'listening')
  await expect(own.start({ port })).rejects.toThrow(/did not start on port \d+[\s\S]*in use/)
  taken.close()
  expect((await own.start({ port })).port).toBe(port)
})
