import type { ApplicationStatus } from '@jobboard/contracts/applications/application'
import type { EmployerMetrics } from '@jobboard/contracts/employers/employers'
import type { JobStatus } from '@jobboard/contracts/jobs/job'
import { stageOf } from './stage.ts'

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
export function conversionOf({
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
export function sum(counts: number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
