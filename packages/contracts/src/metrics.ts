import { z } from 'zod'
import { applicationStatuses } from './application.ts'
import { jobStatuses } from './job.ts'
import { creditKinds } from './limits.ts'
import { id, wireTimestamp } from './text.ts'

/** Statuses whose conversion is reported. */
const conversionStages = ['Interviewing', 'Offered', 'Hired'] as const

/** Number of jobs listed one by one, and number of stays in a status that a median is computed from. */
export const METRICS_NEWEST_JOBS = 50
export const METRICS_MEDIAN_STAYS = 1_000

const each = <const N extends string, V extends z.ZodType>(names: readonly N[], value: V) =>
  z.object(Object.fromEntries(names.map((name) => [name, value])) as Record<N, V>)

const applicationCounts = z.object({ total: z.int(), byStatus: each(applicationStatuses, z.int()) })

/** Spec §4.5: an employer's metrics, computed from events; a change is visible within about a second. */
export const employerMetrics = z.object({
  jobs: each(jobStatuses, z.int()),
  applications: applicationCounts,
  conversion: each(conversionStages, z.number().min(0).max(1).nullable()).meta({
    description:
      'Share of all applications that have reached this status, or a later one in the order Interviewing, Interviewed, Offered, Hired; null without applications.',
  }),
  medianSecondsInStatus: each(applicationStatuses, z.int().nullable()).meta({
    description: `Median duration, in seconds, of the ${METRICS_MEDIAN_STAYS} most recently ended stays in this status; null when none has ended.`,
  }),
  newestJobs: z
    .array(
      z.object({
        jobId: id(),
        title: z.string(),
        status: z.enum(jobStatuses),
        applications: applicationCounts,
      }),
    )
    .meta({
      description: `The ${METRICS_NEWEST_JOBS} newest jobs, newest first.`,
    }),
  unlocksLast30Days: z.int(),
  credits: each(creditKinds, z.int().nullable()).meta({
    description: 'Credit balance; null when it could not be read in time.',
  }),
  asOf: wireTimestamp(),
})
export type EmployerMetrics = z.output<typeof employerMetrics>
