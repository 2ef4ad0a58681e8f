import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from '../src/settings.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'test-command-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

/** Runs the test command on these files, and returns its exit code and its last line. */
function run(files: Record<string, string>): { status: number | null; lastLine: string | undefined } {
  for (const [name, code] of Object.entries(files)) writeFileSync(join(dir, name), code)
  const command = join(root, 'tools', 'stack', 'src', 'test.ts')
  const { VITEST: _, ...env }: NodeJS.ProcessEnv = { ...process.env, CI: 'true' }
  const { status, stdout } = spawnSync(process.execPath, [command, '--root', dir, '--globals'], {
    env,
    encoding: 'utf8',
  })
  return { status, lastLine: stdout.trimEnd().split('\n').at(-1) }
}

test('the last line counts tests', () => {
  const code = `test('a', () => {}); test('b', () => {}); test.skip('c', () => {}); test.todo('d')`
  expect(run({ 'a.test.js': code })).toEqual({ status: 0, lastLine: '2 passed, 0 failed, 2 skipped' })
})

test('a file that does not load, and one whose beforeAll fails, count as one failure each', () => {
  const files = {
    'passes.test.js': `test('a', () => {})`,
    'does-not-load.test.js': `throw new Error('at import')`,
    'hook.test.js': `beforeAll(() => { throw new Error('in a hook') }); test('a', () => {}); test('b', () => {})`,
    'after.test.js': `afterAll(() => { throw new Error('in a hook') }); test('a', () => {})`,
    'empty.test.js': '',
  }
  expect(run(files)).toEqual({ status: 1, lastLine: '2 passed, 4 failed, 2 skipped' })
})

test('a failed test is not counted again for its file or its describe block; a failed hook beside it is', () => {
  const code = `
    describe('one', () => { test('a', () => { throw new Error('a') }); test('b', () => { throw new Error('b') }) })
    describe('two', () => { beforeAll(() => { throw new Error('hook') }); test('c', () => {}) })`
  expect(run({ 'a.test.js': code })).toEqual({ status: 1, lastLine: '0 passed, 3 failed, 1 skipped' })
})

test('a file whose process crashes counts as one failure, its unfinished test as skipped', () => {
  const files = {
    'crash.test.js': `test('a', () => process.kill(process.pid, 'SIGKILL'))`,
    'a.test.js': `test('a', () => {})`,
  }
  expect(run(files)).toEqual({ status: 1, lastLine: '1 passed, 1 failed, 1 skipped' })
})

test('a run that fails before any file counts as one failure', () => {
  const files = {
    'a.test.js': `test('a', () => {})`,
    'setup.js': `export default () => { throw new Error('no database') }`,
    'vitest.config.js': `export default { test: { globalSetup: ['./setup.js'] } }`,
  }
  expect(run(files)).toEqual({ status: 1, lastLine: '0 passed, 1 failed, 0 skipped' })
})

test('a file that failed does not run a second time', () => {
  const code = `import { existsSync, writeFileSync } from 'node:fs'
    const marker = new URL('ran', import.meta.url)
    test('a', () => { if (!existsSync(marker)) { writeFileSync(marker, ''); throw new Error('a') } })`
  expect(run({ 'second-time.test.js': code })).toEqual({
    status: 1,
    lastLine: '0 passed, 1 failed, 0 skipped',
  })
})
