import { z } from 'zod'
import { applicationStatuses } from './application.ts'
import { idOf } from './ids.ts'
import { jobStatus, jobStatuses } from './job.ts'
import { creditKinds } from './limits.ts'
import { wireTimestamp } from './text.ts'

/** Statuses whose conversion is reported. */
const conversionStages = ['Interviewing', 'Offered', 'Hired'] as const

/** Number of jobs listed one by one, and number of stays in a status that a median is computed from. */
export const METRICS_NEWEST_JOBS = 50
export const METRICS_MEDIAN_STAYS = 1_000
/** Most reasons that are listed. */
export const METRICS_REJECTION_REASONS = 100

const each = <const N extends string, V extends z.ZodType>(
  names: readonly N[],
  value: V,
  text: (name: N) => string,
) => z.object(Object.fromEntries(names.map((name) => [name, value.describe(text(name))])) as Record<N, V>)

/** Numbers of applications: all, and of each status. */
export const applicationCounts = z.object({
  total: z.int().describe('Number of applications.'),
  byStatus: each(applicationStatuses, z.int(), (status) => `Applications that are ${status} now.`).describe(
    'Number of applications by their present status.',
  ),
})

const jobMetrics = z.object({
  jobId: idOf('job'),
  title: z.string().describe('Title of the job.'),
  status: jobStatus,
  applications: applicationCounts.describe('Applications to this job.'),
})

/** Spec §4.5: an employer's metrics, computed from events; a change is visible within about a second. */
export const employerMetrics = z
  .object({
    jobs: each(jobStatuses, z.int(), (status) => `Jobs that are ${status}.`).describe(
      'Number of jobs by status.',
    ),
    applications: applicationCounts.describe('Applications to all jobs.'),
    conversion: each(
      conversionStages,
      z.number().min(0).max(1).nullable(),
      (stage) => `Share that reached ${stage} or later, 0 to 1; null without applications.`,
    ).describe(
      'Share of all applications that have reached this status, or a later one in the order Interviewing, Interviewed, Offered, Hired; null without applications.',
    ),
    medianSecondsInStatus: each(
      applicationStatuses,
      z.int().nullable(),
      (status) => `Median seconds in ${status}; null when no stay has ended.`,
    ).describe(
      `Median duration, in seconds, of the ${METRICS_MEDIAN_STAYS} most recently ended stays in this status; null when none has ended.`,
    ),
    rejectionReasons: z
      .array(
        z.object({
          code: z.string().nullable().describe('Code of the reason; null for those without one.'),
          applications: z.int().describe('Applications that are Rejected now for this reason.'),
        }),
      )
      .optional()
      .describe(
        `Number of Rejected applications by their reason, most frequent first, at most ${METRICS_REJECTION_REASONS} reasons. Reasons that have left your list are counted too.`,
      ),
    newestJobs: z.array(jobMetrics).describe(`The ${METRICS_NEWEST_JOBS} newest jobs, newest first.`),
    unlocksLast30Days: z.int().describe('Profiles unlocked for a CvDownload credit in the last 30 days.'),
    credits: each(
      creditKinds,
      z.int().nullable(),
      (kind) => `${kind} credits left; null when the balance could not be read in time.`,
    ).describe('Credit balance; null when it could not be read in time.'),
    asOf: wireTimestamp().describe('When the metrics were read.'),
  })
  .describe('Counts over all jobs and applications of the employer. A change shows within about a second.')
export type EmployerMetrics = z.output<typeof employerMetrics>
