import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{packages,services,tools}/**/*.test.ts', 'e2e/**/*.test.ts'],
    globalSetup: ['tools/testkit/src/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 3,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
