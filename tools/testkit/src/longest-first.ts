import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Whole stacks, which take a minute and more; before all other long files.
const LONGEST_LONG = [
  'e2e/readers.long.test.ts',
  'e2e/faults/faults.long.test.ts',
  'tools/stack/test/start-command.long.test.ts',
]

// Measured: 4 s of CPU time and more. Vitest itself has durations only from the second run of a checkout on.
const LONGEST = [
  'e2e/whole-system.test.ts',
  'services/portal/test/roles/roles.test.ts',
  'packages/sdk/test/python-client.test.ts',
  'tools/jobboard/test/seed.test.ts',
  'services/accounts/test/metrics.test.ts',
  'services/pipeline/test/crash.test.ts',
  'services/pipeline/test/llm.test.ts',
  'services/gateway/test/repeat.test.ts',
  'services/search/test/reindex.test.ts',
  'services/candidate/test/outage.test.ts',
  'tools/client-packages/test/packages.test.ts',
  'e2e/any-input.test.ts',
  'tools/jobboard/test/listen.test.ts',
  'services/gateway/test/drain.test.ts',
  'packages/events/test/full-stream.test.ts',
  'services/portal/test/html/style-guide.test.ts',
  'services/jobs/test/me-jobs-pages.test.ts',
  'services/gateway/test/shared-limit.test.ts',
  'e2e/erasure-crash.test.ts',
]

/** Vitest sequencer that starts the longest files first, so that no worker ends long after the others. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const isNamed = (file: string) => moduleId.endsWith(`/${file}`)
      if (moduleId.endsWith('.long.test.ts')) return LONGEST_LONG.some(isNamed) ? -2 : -1
      const index = LONGEST.findIndex(isNamed)
      return index < 0 ? LONGEST.length : index
    }
    // Files of one project stay together: a worker is reused only for the next file of its project.
    const project = ({ project }: TestSpecification) => project.name
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => project(a).localeCompare(project(b)) || place(a) - place(b))
  }
}
