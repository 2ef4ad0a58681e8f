import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { escaped, ROOT, testOf } from './mutants.ts'

/** What a run came to, per entry of `Mutant.tests`: a test failed; none failed and one passed; none ran. */
export type TestRun = Record<'failed' | 'passed' | 'notRun', string[]> & { isTimedOut: boolean }

/** The report of Vitest's reporter `json`, as far as it is read here. */
interface Report {
  testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[]
}

const STOP_GRACE_MS = 10_000
const stopped = new AbortController()
process.once('SIGINT', () => stopped.abort()).once('SIGTERM', () => stopped.abort())

/** True after SIGINT or SIGTERM: the run of tests is ended, and no other begins. */
export function isStopped(): boolean {
  return stopped.signal.aborted
}

/** Copies what Git knows or would add, with uncommitted changes, to a new folder. Its `node_modules` has links: to the
 * libraries of the tree, and to the packages of the copy. */
export function copyTree(): string {
  const copy = fs.mkdtempSync(join(tmpdir(), 'jobboard-mutants-'))
  const options = { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 } as const
  const listed = execFileSync('git', ['ls-files', '-zco', '--exclude-standard', '--deduplicate'], options)
  for (const file of listed.split('\0').filter(Boolean)) {
    if (!fs.existsSync(join(ROOT, file))) continue
    fs.cpSync(join(ROOT, file), join(copy, file), { recursive: true, verbatimSymlinks: true })
  }
  const [from, to] = [join(ROOT, 'node_modules'), join(copy, 'node_modules')]
  fs.mkdirSync(join(to, '@jobboard'), { recursive: true })
  for (const name of fs.readdirSync(from)) {
    const isLibrary = name === '.bin' || (!name.startsWith('.') && name !== '@jobboard')
    if (isLibrary) fs.symlinkSync(join(from, name), join(to, name))
  }
  for (const name of fs.readdirSync(join(from, '@jobboard'))) {
    // Relative, such as ../../packages/db: in the copy it leads to the copy.
    fs.symlinkSync(fs.readlinkSync(join(from, '@jobboard', name)), join(to, '@jobboard', name))
  }
  return copy
}

/** Runs entries of tests in a copy of the repository, with their output in the file `log`. */
export async function runTests(
  root: string,
  entries: readonly string[],
  { log, limitMs }: { log: string; limitMs: number },
): Promise<TestRun> {
  const reportFile = join(root, 'node_modules', '.mutant-report.json')
  fs.rmSync(reportFile, { force: true })
  const isTimedOut = await runVitest(root, entries, { log, limitMs, reportFile })
  const { testResults } = readReport(reportFile)
  const results = Map.groupBy(entries, (entry) => {
    const { file, title = '' } = testOf(entry)
    const statuses = testResults
      .filter(({ name }) => relative(root, name) === file)
      .flatMap(({ assertionResults }) => assertionResults)
      .flatMap(({ fullName, status }) => (fullName.includes(title) ? [status] : []))
    return statuses.includes('failed') ? 'failed' : statuses.includes('passed') ? 'passed' : 'notRun'
  })
  const of = (result: 'failed' | 'passed' | 'notRun') => results.get(result) ?? []
  return { failed: of('failed'), passed: of('passed'), notRun: of('notRun'), isTimedOut }
}

async function runVitest(
  root: string,
  entries: readonly string[],
  { log, limitMs, reportFile }: { log: string; limitMs: number; reportFile: string },
): Promise<boolean> {
  const tests = entries.map(testOf)
  const titles = [...new Set(tests.map(({ title }) => title))]
  const named = titles.includes(undefined) ? [] : ['-t', titles.map((title) => escaped(title!)).join('|')]
  const files = [...new Set(tests.map(({ file }) => file))]
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const output = fs.openSync(log, 'a')
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...files, ...reporters, ...named]
  const child = spawn(process.execPath, args, {
    cwd: root,
    // A group of its own: what a test has started ends with it.
    detached: true,
    stdio: ['ignore', output, output],
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache') },
  })
  let killing: NodeJS.Timeout | undefined
  const end = () => {
    signalGroup(child.pid!, 'SIGTERM')
    killing = setTimeout(() => signalGroup(child.pid!, 'SIGKILL'), STOP_GRACE_MS)
  }
  let isTimedOut = false
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
  signalGroup(child.pid!, 'SIGKILL')
  fs.closeSync(output)
  return isTimedOut
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // The group has ended.
  }
}

function readReport(file: string): Report {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Report
  } catch {
    return { testResults: [] }
  }
}
