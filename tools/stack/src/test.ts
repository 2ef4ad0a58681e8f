import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { COUNTS_FILE, type FileCounts } from './count-reporter.ts'
import { root } from './settings.ts'

const help = `npm test: a test of every mechanism, on a real Postgres and NATS that are started for them and deleted afterwards.
The last line counts the tests; a file that cannot run counts as one failure.

  npm run test:all                also the long ones, *.long.test.ts: kills, floods, whole commands
  npm run do -- test:again 10     10 runs in a row beside two processes that use a CPU each
  npm test -- services/jobs       only the tests in a folder
  npm test -- -t "402"            only the tests whose name contains it
  DATABASE_URL=postgres://...     use this server (tests create databases and delete them)
  NATS_URL=nats://...             use this server except in tests that start their own
  CHROMIUM_PATH=/path             use this browser; without one, a run of all tests installs Debian's as root
  TEST_DATA_DIR=/folder           import its jobs.jsonl in the test of the whole system, too
`

function main(args: string[]): number {
  if (args.includes('--all')) process.env.LONG_TESTS = 'true'
  return report(runVitest(args.filter((argument) => argument !== '--all')))
}

interface Run {
  status: number
  files: FileCounts[]
}

function runVitest(args: string[]): Run {
  const dir = mkdtempSync(join(tmpdir(), 'jobboard-counts-'))
  const countsFile = join(dir, 'counts.json')
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['default', fileURLToPath(import.meta.resolve('./count-reporter.ts'))]
  const flags = reporters.map((reporter) => `--reporter=${reporter}`)
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...flags, ...args], {
    cwd: root,
    // A run of all tests installs the browser that some of them need; one of a few does not.
    env: { ...process.env, [COUNTS_FILE]: countsFile, INSTALL_BROWSER: String(args.length === 0) },
    stdio: 'inherit',
  })
  const files = readCounts(countsFile)
  rmSync(dir, { recursive: true, force: true })
  return { status: status ?? 1, files }
}

function readCounts(file: string): FileCounts[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as FileCounts[]
  } catch {
    process.stderr.write('The tests ended before they could be counted.\n')
    return []
  }
}

/** Prints the last line; returns the exit code. */
function report({ status, files }: Run): number {
  const sum = (kind: 'passed' | 'failed' | 'skipped') => files.reduce((total, one) => total + one[kind], 0)
  // A run can also fail outside of all files, such as in the global setup.
  const failures = status === 0 ? sum('failed') : Math.max(sum('failed'), 1)
  process.stdout.write(`${sum('passed')} passed, ${failures} failed, ${sum('skipped')} skipped\n`)
  return status
}

if (process.argv.includes('--help')) process.stdout.write(help)
else process.exitCode = main(process.argv.slice(2))
