import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './settings.ts'

const help = `npm test: every test, on a real Postgres and NATS that are started for it and thrown away.

  npm test -- services/jobs    only the tests below a folder
  npm test -- -t "402"         only the tests whose name has it
  DATABASE_URL=postgres://...  use this server (each test makes a schema of its own)
`

/** The counts of a Vitest run as its JSON report has them. */
interface Report {
  numPassedTests: number
  numFailedTests: number
  numFailedTestSuites: number
  numPendingTests: number
  numTodoTests: number
}

function main(): number {
  const dir = mkdtempSync(join(tmpdir(), 'jobboard-report-'))
  const file = join(dir, 'report.json')
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...reporters, ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  })
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report
    const failed = Math.max(report.numFailedTests, status === 0 ? 0 : 1)
    const skipped = report.numPendingTests + report.numTodoTests
    process.stdout.write(`${report.numPassedTests} passed, ${failed} failed, ${skipped} skipped\n`)
  } catch {
    process.stderr.write('The tests ended without a report.\n')
  }
  rmSync(dir, { recursive: true, force: true })
  return status ?? 1
}

if (process.argv.includes('--help')) process.stdout.write(help)
else process.exitCode = main()
