import { type ApplicationStatus, applicationStatuses } from '@jobboard/contracts/application'
import { type JobStatus, jobStatuses } from '@jobboard/contracts/job'
import type { EmployerMetrics } from '@jobboard/contracts/metrics'
import { stageOf } from './stage.ts'

/** What the copies hold of an employer; a status that nothing is in may be absent. */
export interface Counted {
  jobs: Partial<Record<JobStatus, number>>
  applications: Partial<Record<ApplicationStatus, number>>
  /** Applications by the furthest stage that they reached. */
  stages: Record<string, number>
  newestJobs: {
    jobId: number
    title: string
    status: JobStatus
    applications: Partial<Record<ApplicationStatus, number>>
  }[]
  unlocks: number
  medianSeconds: Partial<Record<ApplicationStatus, number>>
}

/** The numbers of an employer as the wire has them (Spec §4.5). */
export function toMetrics(counted: Counted, credits: EmployerMetrics['credits'], now: Date): EmployerMetrics {
  const applications = toCounts(counted.applications)
  const reached = (stage: number) => {
    const counts = Object.entries(counted.stages).filter(([furthest]) => Number(furthest) >= stage)
    return applications.total === 0 ? null : sum(counts.map(([, count]) => count)) / applications.total
  }
  return {
    jobs: fill(jobStatuses, counted.jobs, 0),
    applications,
    conversion: {
      Interviewing: reached(stageOf('Interviewing')),
      Offered: reached(stageOf('Offered')),
      Hired: reached(stageOf('Hired')),
    },
    medianSecondsInStatus: fill(applicationStatuses, counted.medianSeconds, null),
    newestJobs: counted.newestJobs.map((job) => ({ ...job, applications: toCounts(job.applications) })),
    unlocksLast30Days: counted.unlocks,
    credits,
    asOf: now.toISOString(),
  }
}

function toCounts(counts: Partial<Record<ApplicationStatus, number>>): EmployerMetrics['applications'] {
  return { total: sum(Object.values(counts)), byStatus: fill(applicationStatuses, counts, 0) }
}

function fill<N extends string, E>(names: readonly N[], known: Partial<Record<N, number>>, empty: E) {
  return Object.fromEntries(names.map((name) => [name, known[name] ?? empty])) as Record<N, number | E>
}

function sum(counts: number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
