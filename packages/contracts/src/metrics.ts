import { z } from 'zod'
import { applicationStatuses } from './application.ts'
import { jobStatuses } from './job.ts'
import { creditKinds } from './limits.ts'
import { id, wireTimestamp } from './text.ts'

/** Stages of the way to a hire whose share is told. */
const conversionStages = ['Interviewing', 'Offered', 'Hired'] as const

/** How many jobs are told one by one, and from how many stays a median is taken. */
export const METRICS_NEWEST_JOBS = 50
export const METRICS_MEDIAN_STAYS = 1_000

const each = <const N extends string, V extends z.ZodType>(names: readonly N[], value: V) =>
  z.object(Object.fromEntries(names.map((name) => [name, value])) as Record<N, V>)

const applicationCounts = z.object({ total: z.int(), byStatus: each(applicationStatuses, z.int()) })

/** Spec §4.5: an employer's numbers, counted from events: a change shows within about a second. */
export const employerMetrics = z.object({
  jobs: each(jobStatuses, z.int()),
  applications: applicationCounts,
  conversion: each(conversionStages, z.number().min(0).max(1).nullable()).meta({
    description:
      'Share of all applications that were ever in this status or further on the way to Hired (Interviewed lies between Interviewing and Offered); null without applications.',
  }),
  medianSecondsInStatus: each(applicationStatuses, z.int().nullable()).meta({
    description: `Median of the ${METRICS_MEDIAN_STAYS} stays in this status that ended last, in seconds; null when none has ended.`,
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
    description: 'Credits left; null when they could not be read in time.',
  }),
  asOf: wireTimestamp(),
})
export type EmployerMetrics = z.output<typeof employerMetrics>
