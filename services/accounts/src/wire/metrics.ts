import { type ApplicationStatus, applicationStatuses } from '@jobboard/contracts/applications/application'
import type { EmployerMetrics } from '@jobboard/contracts/employers/employers'
import { jobStatuses } from '@jobboard/contracts/jobs/job'
import { conversionOf, type EmployerCounts, sum } from '../domain/metrics.ts'

/** The metrics of an employer (Spec §4.5); every status is present, with 0 or null where there is nothing to
 * count. */
export function toMetrics(
  counts: EmployerCounts,
  credits: EmployerMetrics['credits'],
  now: Date,
): EmployerMetrics {
  return {
    jobs: withEvery(jobStatuses, counts.jobs, 0),
    applications: toApplicationCounts(counts.applications),
    conversion: conversionOf(counts),
    medianSecondsInStatus: withEvery(applicationStatuses, counts.medianSeconds, null),
    rejectionReasons: counts.rejections,
    newestJobs: counts.newestJobs.map((job) => ({
      ...job,
      applications: toApplicationCounts(job.applications),
    })),
    unlocksLast30Days: counts.unlocks,
    credits,
    asOf: now.toISOString(),
  }
}

function toApplicationCounts(
  counts: Partial<Record<ApplicationStatus, number>>,
): EmployerMetrics['applications'] {
  return { total: sum(Object.values(counts)), byStatus: withEvery(applicationStatuses, counts, 0) }
}

function withEvery<Name extends string, Missing>(
  names: readonly Name[],
  values: Partial<Record<Name, number>>,
  missing: Missing,
) {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? missing])) as Record<
    Name,
    number | Missing
  >
}
