import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { COUNTS_FILE, type FileCounts } from './count-reporter.ts'
import { root } from './settings.ts'

const help = `npm test: all tests, on a real Postgres and NATS that are started for them and deleted afterwards.
The last line counts the tests; a file that cannot run counts as one failure.
With CI=true up to 10 files that failed are run once more, one after the other; they are named.

  npm test -- services/jobs    only the tests in a folder
  npm test -- -t "402"         only the tests whose name contains it
  DATABASE_URL=postgres://...  use this server (tests create databases and delete them)
  NATS_URL=nats://...          use this server except in tests that start their own
  TEST_DATA_DIR=/folder        import its jobs.jsonl in the test of the whole system, too
`

// More than this many failed files are not the noise of a busy machine.
const MOST_REPEATED_FILES = 10

function main(args: string[]): number {
  const first = runVitest(args)
  const failed = first.files.filter((one) => one.failed > 0).map(({ file }) => file)
  if (!process.env.CI || failed.length === 0 || failed.length > MOST_REPEATED_FILES) return report(first)
  process.stdout.write(`\nFailed beside others, run once more alone:\n${failed.join('\n')}\n`)
  const second = runVitest([...args, '--maxWorkers=1', ...failed])
  const others = first.files.filter((one) => one.failed === 0)
  return report({ ...second, files: [...others, ...second.files] })
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
    env: { ...process.env, [COUNTS_FILE]: countsFile },
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
