import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { testOf } from './mutant.ts'

/** What a run of tests came to, per entry of `Mutant.tests`. */
export interface TestRun {
  /** Entries of which a test failed. */
  failed: string[]
  /** Entries of which no test failed, and at least one passed. */
  passed: string[]
  /** Entries without a test that ran: the file could not be read, no title fits, or all of its tests were skipped. */
  notRun: string[]
  /** The run was ended because it took longer than its limit. */
  isTimedOut: boolean
}

/** The report of Vitest's reporter `json`, as far as it is read here. */
interface Report {
  testResults: { name: string; assertionResults: { status: string; fullName: string; title: string }[] }[]
}

const STOP_GRACE_MS = 10_000
const stopped = new AbortController()
process.once('SIGINT', () => stopped.abort()).once('SIGTERM', () => stopped.abort())

/** True after SIGINT or SIGTERM: the run of tests is ended, and no other begins. */
export function isStopped(): boolean {
  return stopped.signal.aborted
}

/** Runs entries of tests in a copy of the repository, with their output in the file `log`. */
export async function runTests(
  root: string,
  entries: readonly string[],
  { log, limitMs }: { log: string; limitMs: number },
): Promise<TestRun> {
  const dir = mkdtempSync(join(tmpdir(), 'jobboard-mutant-report-'))
  try {
    const isTimedOut = await runVitest(root, entries, { log, limitMs, reportFile: join(dir, 'report.json') })
    return { ...countOf(root, entries, readReport(join(dir, 'report.json'))), isTimedOut }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

async function runVitest(
  root: string,
  entries: readonly string[],
  { log, limitMs, reportFile }: { log: string; limitMs: number; reportFile: string },
): Promise<boolean> {
  const tests = entries.map(testOf)
  const files = [...new Set(tests.map(({ file }) => file))]
  const titles = tests.map(({ title }) => title)
  const isNamed = titles.every((title) => title !== undefined)
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const args = [
    vitest,
    'run',
    ...files,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportFile}`,
  ]
  if (isNamed) args.push('-t', [...new Set(titles)].map((title) => escaped(title)).join('|'))
  const output = openSync(log, 'a')
  const child = spawn(process.execPath, args, {
    cwd: root,
    // A group of its own: what a test has started ends with it.
    detached: true,
    stdio: ['ignore', output, output],
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache') },
  })
  let isTimedOut = false
  let killing: NodeJS.Timeout | undefined
  const end = () => {
    signal(child.pid!, 'SIGTERM')
    killing = setTimeout(() => signal(child.pid!, 'SIGKILL'), STOP_GRACE_MS)
  }
  const limit = setTimeout(() => {
    isTimedOut = true
    end()
  }, limitMs)
  stopped.signal.addEventListener('abort', end, { once: true })
  if (isStopped()) end()
  await once(child, 'exit')
  stopped.signal.removeEventListener('abort', end)
  clearTimeout(limit)
  clearTimeout(killing)
  signal(child.pid!, 'SIGKILL')
  closeSync(output)
  return isTimedOut
}

/** Sends a signal to the group of a process; nothing when the group has ended. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name)
  } catch {}
}

function escaped(text = ''): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

function readReport(file: string): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return { testResults: [] }
  }
}

function countOf(
  root: string,
  entries: readonly string[],
  { testResults }: Report,
): Omit<TestRun, 'isTimedOut'> {
  const results = Map.groupBy(entries, (entry) => {
    const { file, title } = testOf(entry)
    const tests = testResults
      .filter(({ name }) => relative(root, name) === file)
      .flatMap(({ assertionResults }) => assertionResults)
      .filter((test) => title === undefined || test.fullName.includes(title))
    if (tests.some(({ status }) => status === 'failed')) return 'failed'
    return tests.some(({ status }) => status === 'passed') ? 'passed' : 'notRun'
  })
  const of = (result: 'failed' | 'passed' | 'notRun') => results.get(result) ?? []
  return { failed: of('failed'), passed: of('passed'), notRun: of('notRun') }
}
