import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Measured: 15 s and more. Vitest itself has durations only from the second run of a checkout on.
const LONGEST = [
  'e2e/erasure-crash.test.ts',
  'e2e/faults/faults.test.ts',
  'services/webhook/test/crash.test.ts',
  'tools/jobboard/test/commands.test.ts',
  'tools/stack/test/start-command.test.ts',
  'packages/events/test/leadership.test.ts',
  'e2e/tracing.test.ts',
  'services/accounts/test/resync.test.ts',
  'tools/jobboard/test/backup-restore.test.ts',
  'tools/jobboard/test/doctor.test.ts',
  'packages/sdk/test/package.test.ts',
  'services/gateway/test/limit-faults.test.ts',
  'services/pipeline/test/history.test.ts',
  'services/pipeline/test/llm.test.ts',
  'tools/jobboard/test/listen.test.ts',
  'e2e/whole-system.test.ts',
  'services/accounts/test/metrics.test.ts',
  'tools/jobboard/test/import-candidates.test.ts',
  'tools/jobboard/test/init.test.ts',
  'tools/stack/test/postgres.test.ts',
  'packages/events/test/crash.test.ts',
  'tools/stack/test/bootstrap.test.ts',
  'tools/stack/test/test-command.test.ts',
  'services/webhook/test/receiver-rules.test.ts',
  'services/gateway/test/identify.test.ts',
  'services/accounts/test/crash.test.ts',
  'services/pipeline/test/crash.test.ts',
  'services/webhook/test/retry.test.ts',
  'services/gateway/test/shared-limit.test.ts',
]

/** Vitest sequencer that starts the longest files first, so that no worker ends long after the others. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`))
      return index < 0 ? LONGEST.length : index
    }
    // Files of one project stay together: a worker is reused only for the next file of its project.
    const project = ({ project }: TestSpecification) => project.name
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => project(a).localeCompare(project(b)) || place(a) - place(b))
  }
}
