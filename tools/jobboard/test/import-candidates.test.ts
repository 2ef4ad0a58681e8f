import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runJobboard, startJobboard } from './support/run-jobboard.ts'

let system: Network
let dir: string
let env: Record<string, string>
beforeAll(async () => {
  system = await network({ only: ['candidate'] })
  dir = await mkdtemp(`${tmpdir()}/jobboard-import-`)
  env = { ADMIN_URL: system.gateway.adminUrl, ADMIN_TOKEN: system.adminToken }
})
afterAll(async () => {
  await system?.stop()
  await rm(dir, { recursive: true })
})
beforeEach(async () => {
  await system.services.candidate.deps.db.sql`truncate candidate, erasure cascade`
})

const FILE = 'candidates.ndjson'
const importFile = (...args: string[]) => runJobboard(['import', 'candidates', FILE, ...args], env, dir)
const form = (name: string) => ({ firstName: 'Ada', lastName: 'Lind', email: `${name}@example.test` })
const write = (...lines: unknown[]) =>
  writeFile(
    `${dir}/${FILE}`,
    lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
  )
const emails = async () =>
  (
    await system.services.candidate.deps.db.sql<{ email: string }>`select email from candidate order by id`
  ).map(({ email }) => email)

test('0: every line is imported; the same command again skips them', async () => {
  await write(form('a'), '', form('b'))
  expect(await importFile()).toMatchObject({ code: 0, stdout: '2 imported, 0 skipped, 0 rejected\n' })
  expect(await importFile()).toMatchObject({ code: 0, stdout: '0 imported, 2 skipped, 0 rejected\n' })
  expect(await emails()).toEqual(['a@example.test', 'b@example.test'])
})

test('1: rejected lines are listed by their number in the file, also with --from-line', async () => {
  await write(
    form('a'),
    '{',
    { ...form('b'), country: 'Norway' },
    form('c'),
    'x'.repeat(3_000_000),
    form('d'),
  )
  const rejected = [
    'Rejected:',
    '  line 2: The line is not valid JSON; send one object per line. (invalid_request)',
    '  line 3: country: must be an ISO 3166-1 alpha-2 country code, such as US. (invalid_request)',
    '  line 5: The line is longer than 1 MiB; shorten its texts. (payload_too_large)',
  ]
  const first = await importFile('--from-line', '4')
  expect(first).toMatchObject({
    code: 1,
    stdout: `Rejected:\n${rejected[3]}\n2 imported, 0 skipped, 1 rejected\n`,
  })
  const second = await importFile()
  expect(second.stdout).toBe(`${rejected.join('\n')}\n1 imported, 2 skipped, 3 rejected\n`)
})

test('1: a line with an unknown field is rejected with the nearest one; --ignore-unknown imports it (P-602)', async () => {
  await write({ ...form('a'), fristName: 'x' }, form('r&d'), {
    ...form('c'),
    languages: [{ language: 'Thai', levle: 1 }],
  })
  const run = await importFile()
  expect(run.code).toBe(1)
  expect(run.stdout).toBe(
    [
      'Rejected:',
      '  line 1: unknown field fristName: did you mean firstName? (invalid_request)',
      '  line 3: unknown field languages.0.levle: did you mean level? (invalid_request)',
      'Rename the unknown fields, or run the same command again with --ignore-unknown to import without them.',
      '1 imported, 0 skipped, 2 rejected',
      '',
    ].join('\n'),
  )
  expect(await importFile('--ignore-unknown')).toMatchObject({
    code: 0,
    stdout: '2 imported, 1 skipped, 0 rejected\n',
  })
})

test('1: the line of an erased person is rejected; 0: with --include-erased it is imported (P-146)', async () => {
  await write(form('a'), form('b'))
  await importFile()
  const { id } = (await system.admin.get('/admin/v1/candidates?q=b@')).body.items[0]
  expect((await system.admin.delete(`/admin/v1/candidates/${id}`)).status).toBe(202)
  const { code, stdout } = await importFile()
  expect(code).toBe(1)
  expect(stdout).toMatch(/^Rejected:\n {2}line 2: .* \(erased\)\n0 imported, 1 skipped, 1 rejected\n$/)
  expect(await importFile('--include-erased')).toMatchObject({
    code: 0,
    stdout: '1 imported, 1 skipped, 0 rejected\n',
  })
})

test('a killed import, and one ended by Ctrl-C with 130: the same command again imports the rest once', async () => {
  await write(...Array.from({ length: 9_000 }, (_, index) => form(`a${index}`)))
  // Sends the signal while the import waits for a lock that this transaction holds.
  const interrupt = (signal: NodeJS.Signals) =>
    system.services.candidate.deps.db.tx(async (sql) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' candidate import', 0))`
      const { child, ended } = startJobboard(['import', 'candidates', FILE], env, dir)
      await eventually('an import that waits', async () => {
        const waiting = await sql`
          select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`
        return waiting.length > 0
      })
      child.kill(signal)
      return { ended }
    })
  const interrupted = await (await interrupt('SIGINT')).ended
  expect(interrupted.code).toBe(130)
  expect(interrupted.stderr).toContain('Run the same command again')
  expect((await emails()).length).toBeLessThan(9_000)
  await (await interrupt('SIGKILL')).ended
  expect((await emails()).length).toBeLessThan(9_000)
  expect((await importFile()).code).toBe(0)
  const all = await emails()
  expect([all.length, new Set(all).size]).toEqual([9_000, 9_000])
})

test('1: a file that does not exist; 2: a wrong command line', async () => {
  const missing = await runJobboard(['import', 'candidates', 'none.ndjson'], env, dir)
  expect(missing.code).toBe(1)
  expect(missing.stderr).toContain('none.ndjson')
  for (const [args, reason] of [
    [['import', 'candidates'], 'takes one FILE'],
    [['import', 'candidates', 'x', '--from-line', '0'], '--from-line'],
  ] as const) {
    const run = await runJobboard(args, env)
    expect([run.code, run.stdout]).toEqual([2, ''])
    expect(run.stderr).toContain(reason)
  }
})
