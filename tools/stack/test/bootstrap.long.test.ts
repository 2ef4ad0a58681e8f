import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root as checkout } from '../src/settings.ts'
import { withFakeProgram } from './support/fake-program.ts'

test('a long install reports the time, the packages fetched and the host that cannot be reached', () => {
  const root = mkdtempSync(join(tmpdir(), 'bootstrap '))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const stack = join(root, 'tools', 'stack')
  for (const name of ['bootstrap.mjs', 'bootstrap']) {
    cpSync(join(checkout, 'tools', 'stack', name), join(stack, name), { recursive: true })
  }
  mkdirSync(join(stack, 'src'))
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: {} }))
  const slow = `exec >&2
    echo "npm http fetch GET 200 https://registry.npmjs.org/zod/-/zod-4.6.7.tgz 34ms (cache miss)"
    echo "npm http fetch GET https://registry.npmjs.org/vite attempt 1 failed with ECONNREFUSED"
    sleep 6; exit 1`
  const env = withFakeProgram(process.env, join(root, 'slow'), 'npm', slow)
  const { stderr } = spawnSync(process.execPath, [join(stack, 'bootstrap.mjs'), 'start'], {
    env,
    encoding: 'utf8',
  })
  expect(stderr).toMatch(
    /\nInstalling the dependencies… 5 s, packages fetched: 1; cannot reach registry\.npmjs\.org \(ECONNREFUSED\), npm tries again\n/,
  )
})
