import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkImports } from './check.ts'

/** The breaches in a checkout with three packages, where pipeline declares this. */
async function breaches(declared: object): Promise<string[]> {
  const dir = mkdtempSync(join(tmpdir(), 'jobboard-declared-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const files = {
    'tsconfig.json': '{"compilerOptions":{"module":"nodenext","allowImportingTsExtensions":true}}',
    'services/pipeline/package.json': JSON.stringify({ name: '@jobboard/pipeline', ...declared }),
    'services/pipeline/src/a.ts': "import '../../../packages/db/src/c.ts'",
    'services/pipeline/test/a.test.ts': "import '../../jobs/src/b.ts'",
    'services/jobs/package.json': '{ "name": "@jobboard/jobs" }',
    'services/jobs/src/b.ts': "import '@jobboard/unknown/x'",
    'packages/db/package.json': '{ "name": "@jobboard/db" }',
    'packages/db/src/c.ts': '',
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, file)), { recursive: true })
    writeFileSync(join(dir, file), text)
  }
  const found = (await checkImports(dir, ['.'])).breaches
  return found.filter((line) => line.startsWith('imports-are-declared')).sort()
}

const unknown = expect.stringMatching(/jobs\/src\/b.ts -> @jobboard\/unknown, .* lacks in dependencies/)
const db = expect.stringMatching(/pipeline\/src\/a.ts -> @jobboard\/db, .* lacks in dependencies/)
const jobs = expect.stringMatching(/test\/a.test.ts -> @jobboard\/jobs, .* lacks in devDependencies/)

test('imports-are-declared: an import of a package that package.json does not declare', async () => {
  expect(await breaches({})).toEqual([unknown, db, jobs])
  const version = { '@jobboard/jobs': '*', '@jobboard/db': '*' }
  expect(await breaches({ dependencies: version })).toEqual([unknown])
  // What a service runs does not come from its devDependencies.
  expect(await breaches({ devDependencies: version })).toEqual([unknown, db])
})
