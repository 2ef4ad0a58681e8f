import { type ApplicationStatus, applicationStatuses } from '@jobboard/contracts/applications/application'
import type { EmployerMetrics } from '@jobboard/contracts/employers/employers'
import { type JobStatus, jobStatuses } from '@jobboard/contracts/jobs/job'

const stages: Partial<Record<ApplicationStatus, number>> = {
  Interviewing: 1,
  Interviewed: 1,
  Offered: 2,
  Hired: 3,
}

/** The hiring stage of a status: 0 before the interview or ended, 1 Interviewing, 2 Offered, 3 Hired. */
export function stageOf(status: ApplicationStatus): number {
  return stages[status] ?? 0
}

/** The counts of one employer; a status without jobs or applications may be missing. */
export interface EmployerCounts {
  jobs: Partial<Record<JobStatus, number>>
  applications: Partial<Record<ApplicationStatus, number>>
  /** Applications by the furthest stage that they ever reached. */
  stages: Record<string, number>
  newestJobs: {
    jobId: number
    title: string
    status: JobStatus
    applications: Partial<Record<ApplicationStatus, number>>
  }[]
  unlocks: number
  /** Rejected applications by the code of their reason, most frequent first; null is without one. */
  rejections: { code: string | null; applications: number }[]
  medianSeconds: Partial<Record<ApplicationStatus, number>>
}

/** Share of all applications that ever reached each stage or a later one; null without applications (Spec
 * §4.5). */
function conversionOf({
  applications,
  stages,
}: Pick<EmployerCounts, 'applications' | 'stages'>): EmployerMetrics['conversion'] {
  const total = sum(Object.values(applications))
  const shareOf = (stage: number) => {
    const reached = Object.entries(stages).filter(([furthest]) => Number(furthest) >= stage)
    return total === 0 ? null : sum(reached.map(([, count]) => count)) / total
  }
  return {
    Interviewing: shareOf(stageOf('Interviewing')),
    Offered: shareOf(stageOf('Offered')),
    Hired: shareOf(stageOf('Hired')),
  }
}

/** The sum of some counts. */
function sum(counts: number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

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
