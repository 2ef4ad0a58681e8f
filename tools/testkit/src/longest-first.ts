import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Measured: 12 s and more. Vitest itself has durations only from the second run of a checkout on.
const LONGEST = [
  'services/gateway/test/repeat.test.ts',
  'services/gateway/test/identify.test.ts',
  'e2e/whole-system.test.ts',
  'services/candidate/test/outage.test.ts',
  'services/accounts/test/metrics.test.ts',
  'services/accounts/test/crash.test.ts',
  'e2e/erasure-crash.test.ts',
  'services/gateway/test/shared-limit.test.ts',
  'services/search/test/reindex.test.ts',
  'services/pipeline/test/llm.test.ts',
  'services/pipeline/test/receive-application.test.ts',
  'services/gateway/test/hostile-nats.test.ts',
  'services/gateway/test/docs.test.ts',
  'e2e/any-input.test.ts',
  'services/jobs/test/me-jobs-pages.test.ts',
]

/** Vitest sequencer that starts the longest files first, so that no worker ends long after the others. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      if (moduleId.endsWith('.long.test.ts')) return -1
      const index = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`))
      return index < 0 ? LONGEST.length : index
    }
    // Files of one project stay together: a worker is reused only for the next file of its project.
    const project = ({ project }: TestSpecification) => project.name
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => project(a).localeCompare(project(b)) || place(a) - place(b))
  }
}
