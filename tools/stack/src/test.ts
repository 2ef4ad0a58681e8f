import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { COUNTS_FILE, type Counts } from './count-reporter.ts'
import { root } from './settings.ts'

const help = `npm test: all tests, on a real Postgres and NATS that are started for them and deleted afterwards.
The last line counts the tests; a file that cannot run counts as one failure.

  npm test -- services/jobs    only the tests in a folder
  npm test -- -t "402"         only the tests whose name contains it
  DATABASE_URL=postgres://...  use this server (each test file creates its own schemas)
  NATS_URL=nats://...          use this server except in tests that start their own
  TEST_DATA_DIR=/folder        import its jobs.jsonl in the test of the whole system, too
`

function main(args: string[]): number {
  const dir = mkdtempSync(join(tmpdir(), 'jobboard-counts-'))
  const file = join(dir, 'counts.json')
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['default', fileURLToPath(import.meta.resolve('./count-reporter.ts'))]
  const flags = reporters.map((reporter) => `--reporter=${reporter}`)
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...flags, ...args], {
    cwd: root,
    env: { ...process.env, [COUNTS_FILE]: file },
    stdio: 'inherit',
  })
  const { passed, failed, skipped } = readCounts(file)
  // A run can also fail outside of all files, such as in the global setup.
  const failures = status === 0 ? failed : Math.max(failed, 1)
  process.stdout.write(`${passed} passed, ${failures} failed, ${skipped} skipped\n`)
  rmSync(dir, { recursive: true, force: true })
  return status ?? 1
}

function readCounts(file: string): Counts {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Counts
  } catch {
    process.stderr.write('The tests ended before they could be counted.\n')
    return { passed: 0, failed: 0, skipped: 0 }
  }
}

if (process.argv.includes('--help')) process.stdout.write(help)
else process.exitCode = main(process.argv.slice(2))
