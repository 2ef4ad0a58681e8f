import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/** Environment variable with the file that the reporter writes. */
export const COUNTS_FILE = 'JOBBOARD_TEST_COUNTS'

/** Results of one test file. */
export interface FileCounts {
  /** Absolute path. */
  file: string
  passed: number
  /** Failed tests, and failed describe blocks and the file itself: one each for a hook or an import that failed. */
  failed: number
  skipped: number
}

/** Vitest reporter that writes the counts of each file as JSON.
 * @public Vitest loads it by the path of this file. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env[COUNTS_FILE]
    if (file) writeFileSync(file, JSON.stringify(modules.map(countResults)))
  }
}

function countResults(module: TestModule): FileCounts {
  const states = [...module.children.allTests()].map((test) => test.result().state)
  const count = (state: string) => states.filter((one) => one === state).length
  const broken = [module, ...module.children.allSuites()].filter((one) => one.errors().length > 0).length
  return {
    file: module.moduleId,
    passed: count('passed'),
    // A file whose process crashed has neither a failed test nor an error.
    failed: Math.max(count('failed') + broken, module.ok() ? 0 : 1),
    skipped: count('skipped') + count('pending'),
  }
}
