import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/testkit/src/longest-first.ts'

// Node stores compiled code here for the test workers and for the processes that tests start; `npm ci` keeps it.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('.jobboard/compile', import.meta.url))

// `*.long.test.ts` run with `npm run test:all`, and when one is named: kills of processes, floods, whole commands.
const runsLongTests =
  process.env.LONG_TESTS === 'true' || process.argv.some((argument) => argument.includes('.long'))
const exclude = [...configDefaults.exclude, ...(runsLongTests ? [] : ['**/*.long.test.ts'])]

// These measure or replace what belongs to a whole process.
const ownProcess = [
  'packages/service/src/clock/database-time.test.ts',
  'services/gateway/test/connections.long.test.ts',
]

const portal = 'services/portal/**/*.test.ts'

const settings = {
  // Generous: a machine with ten times the work is slow, and what fails by a limit of its own says more.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 90_000 } },
  // Node strips the types itself, as it does for the services.
  experimental: { viteModuleRunner: false, nodeLoader: false },
}

export default defineConfig({
  test: {
    globalSetup: ['tools/testkit/src/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...settings, name: 'own-process', include: ownProcess, exclude } },
      {
        test: {
          ...settings,
          name: 'shared-process',
          include: ['{packages,services,tools}/**/*.test.ts', 'e2e/**/*.test.ts'],
          exclude: [...exclude, ...ownProcess, portal],
          // A worker imports each module once for all of its files.
          isolate: false,
        },
      },
      // They share one system in a worker, beside which no other test runs; the name places them last.
      { test: { ...settings, name: 'shared-system', include: [portal], exclude, isolate: false } },
    ],
  },
})
