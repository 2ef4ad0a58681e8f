import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { checkImports } from './imports.ts'

/** A tree with these files; each imports what it lists. */
function plant(files: Record<string, string[]>): string {
  const dir = mkdtempSync(join(tmpdir(), 'jobboard-imports-'))
  writeFileSync(
    join(dir, 'tsconfig.json'),
    '{"compilerOptions":{"module":"nodenext","allowImportingTsExtensions":true}}',
  )
  for (const [file, imports] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, file)), { recursive: true })
    writeFileSync(
      join(dir, file),
      imports.map((target, i) => `import * as m${i} from '${target}'\nm${i}\n`).join(''),
    )
  }
  return dir
}

const breachOf = async (files: Record<string, string[]>) => {
  const { modules, breaches } = await checkImports(plant(files), ['.'])
  expect(modules).toBe(Object.keys(files).length)
  return breaches.map((line) => line.split(':')[0])
}

test.each([
  [
    'services-are-strangers',
    { 'services/jobs/src/a.ts': ['../../search/src/b.ts'], 'services/search/src/b.ts': [] },
  ],
  [
    'doors-apart',
    { 'services/jobs/src/routes/a.ts': ['../events/b.ts'], 'services/jobs/src/events/b.ts': [] },
  ],
  ['actions-apart', { 'services/jobs/src/actions/a.ts': ['./b.ts'], 'services/jobs/src/actions/b.ts': [] }],
  [
    'store-at-the-bottom',
    { 'services/jobs/src/store/a.ts': ['../actions/b.ts'], 'services/jobs/src/actions/b.ts': [] },
  ],
  [
    'domain-is-pure',
    { 'services/jobs/src/domain/a.ts': ['../store/b.ts'], 'services/jobs/src/store/b.ts': [] },
  ],
  [
    'gateway-has-no-database',
    { 'services/gateway/src/a.ts': ['../../../packages/db/src/b.ts'], 'packages/db/src/b.ts': [] },
  ],
  [
    'packages-know-no-service',
    { 'packages/db/src/a.ts': ['../../../services/jobs/src/b.ts'], 'services/jobs/src/b.ts': [] },
  ],
  [
    'contracts-stand-alone',
    { 'packages/contracts/src/a.ts': ['../../db/src/b.ts'], 'packages/db/src/b.ts': [] },
  ],
  ['no-cycles', { 'packages/db/src/a.ts': ['./b.ts'], 'packages/db/src/b.ts': ['./a.ts'] }],
  ['names-that-say-nothing', { 'packages/db/src/a.ts': ['./utils/b.ts'], 'packages/db/src/utils/b.ts': [] }],
])('a planted breach of %s is found', async (rule, files) => {
  expect(await breachOf(files as unknown as Record<string, string[]>)).toContain(rule)
})

test('a service that imports its own store and a package is in order', async () => {
  const files = {
    'services/jobs/src/routes/a.ts': ['../store/b.ts', '../../../../packages/db/src/c.ts'],
    'services/jobs/src/store/b.ts': [],
    'packages/db/src/c.ts': [],
  }
  expect(await breachOf(files)).toEqual([])
})
