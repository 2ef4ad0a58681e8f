import { z } from 'zod'
import { applicationCounts, applicationStatuses, objectOf } from '../applications/application.ts'
import { endpoint } from '../endpoint.ts'
import { jobStatus, jobStatuses } from '../jobs/job.ts'
import { creditKinds } from '../limits.ts'
import { pageOf, pageQuery, startOfText } from '../page.ts'
import { worldQuery } from '../sandbox/sandbox.ts'
import { idOf, line, patch, pathIdOf, wireTimestamp } from '../text.ts'

/** Statuses whose conversion is reported. */
const conversionStages = ['Interviewing', 'Offered', 'Hired'] as const

/** Number of jobs listed one by one, and number of stays in a status that a median is computed from. */
export const METRICS_NEWEST_JOBS = 50
export const METRICS_MEDIAN_STAYS = 1_000
/** Most reasons that are listed. */
export const METRICS_REJECTION_REASONS = 100

const jobMetrics = z.object({
  jobId: idOf('job'),
  title: z.string().describe('Title of the job.'),
  status: jobStatus,
  applications: applicationCounts.describe('Applications to this job.'),
})

const none = Object.fromEntries(applicationStatuses.map((status) => [status, 0]))
const countsExample = { total: 1, byStatus: { ...none, New: 1 } }

/** Spec §4.5: an employer's metrics, computed from events; a change is visible within about a second. */
export const employerMetrics = z
  .object({
    jobs: objectOf(jobStatuses, z.int(), (status) => `Jobs that are ${status}.`).describe(
      'Number of jobs by status.',
    ),
    applications: applicationCounts.describe('Applications to all jobs.'),
    conversion: objectOf(
      conversionStages,
      z.number().min(0).max(1).nullable(),
      (stage) => `Share that reached ${stage} or later, 0 to 1; null without applications.`,
    ).describe(
      'Share of all applications that have reached this status, or a later one in the order Interviewing, Interviewed, Offered, Hired; null without applications.',
    ),
    medianSecondsInStatus: objectOf(
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
    credits: objectOf(
      creditKinds,
      z.int().nullable(),
      (kind) => `${kind} credits left; null when the balance could not be read in time.`,
    ).describe('Credit balance; null when it could not be read in time.'),
    asOf: wireTimestamp().describe('When the metrics were read.'),
  })
  .meta({
    id: 'EmployerMetrics',
    description:
      'Counts over all jobs and applications of the employer. A change shows within about a second.',
    example: {
      jobs: { Draft: 0, Active: 1, Closed: 0, Expired: 0 },
      applications: countsExample,
      conversion: { Interviewing: 0, Offered: 0, Hired: 0 },
      medianSecondsInStatus: Object.fromEntries(applicationStatuses.map((status) => [status, null])),
      rejectionReasons: [{ code: 'no-licence', applications: 1 }],
      newestJobs: [{ jobId: 7, title: 'Baker', status: 'Active', applications: countsExample }],
      unlocksLast30Days: 1,
      credits: { JobPosting: 9, CvSearch: 41, CvDownload: 5 },
      asOf: '2026-03-01T13:00:00.000Z',
    },
  })
export type EmployerMetrics = z.output<typeof employerMetrics>

const portal = { service: 'accounts', keys: ['recruiter'], limit: 'employer' } as const
const employerParams = z.object({ employerId: pathIdOf('employer') })

const employerTexts = {
  name: 'Name of the employer, as candidates see it.',
  hasActiveContract:
    'Whether a contract is active; then a new key without the scope CvSearch is Active at once.',
  isTrustedPartner: 'Whether the employer is a trusted partner, whose new keys are all Active at once.',
} as const

export const employer = z
  .object({
    id: idOf('employer'),
    name: z.string().describe(employerTexts.name),
    hasActiveContract: z.boolean().describe(employerTexts.hasActiveContract),
    isTrustedPartner: z.boolean().describe(employerTexts.isTrustedPartner),
    createdAt: wireTimestamp().describe('When the employer was created.'),
    isSandbox: z.boolean().optional().describe('true for a sandbox; absent for a live employer.'),
  })
  .meta({
    id: 'Employer',
    description: 'An employer.',
    example: {
      id: 1,
      name: 'Utrecht Bakery',
      hasActiveContract: true,
      isTrustedPartner: false,
      createdAt: '2026-03-01T08:00:00.000Z',
    },
  })

export const getEmployerMetrics = endpoint('GET /api/v1/employer/metrics', {
  ...portal,
  name: 'get-employer-metrics',
  summary: 'Read the metrics of your employer',
  description: 'Counted from events: a change shows within about a second.',
  response: employerMetrics,
})

const flag = z.boolean().nullish().transform(Boolean)

export const createEmployer = endpoint('POST /admin/v1/employers', {
  service: 'accounts',
  name: 'create-employer',
  summary: 'Create an employer',
  body: z
    .object({
      name: line().min(1, 'must not be empty').describe(employerTexts.name),
      hasActiveContract: flag.describe(`${employerTexts.hasActiveContract} Default: false.`),
      isTrustedPartner: flag.describe(`${employerTexts.isTrustedPartner} Default: false.`),
    })
    .meta({
      description: 'A new employer.',
      example: { name: 'Utrecht Bakery', hasActiveContract: true },
    }),
  status: 201,
  response: employer,
})

export const getEmployer = endpoint('GET /admin/v1/employers/{employerId}', {
  service: 'accounts',
  name: 'get-employer',
  summary: 'Read an employer',
  params: employerParams,
  response: employer,
})

export const updateEmployer = endpoint('PUT /admin/v1/employers/{employerId}', {
  service: 'accounts',
  name: 'update-employer',
  summary: 'Change an employer',
  params: employerParams,
  body: z
    .object({
      name: patch(line().min(1, 'must not be empty')).describe(employerTexts.name),
      hasActiveContract: patch(z.boolean()).describe(employerTexts.hasActiveContract),
      isTrustedPartner: patch(z.boolean()).describe(employerTexts.isTrustedPartner),
    })
    .meta({
      description: 'Any subset of the fields. A field that is absent or null stays as it is.',
      example: { hasActiveContract: true },
    }),
  response: employer,
})

export const rebuildMetrics = endpoint('POST /admin/v1/metrics/rebuild', {
  service: 'accounts',
  name: 'rebuild-metrics',
  summary: 'Consume the events behind the employer metrics again',
  description:
    'Corrects missing and outdated counts of all employers; removes nothing. Reads the events of the last 14 days, and the present state of jobs, pipeline and search for what is older.',
  body: z.object({}).describe('An empty object.'),
  status: 202,
})

export const listEmployers = endpoint('GET /admin/v1/employers', {
  service: 'accounts',
  name: 'list-employers',
  summary: 'List employers, newest first',
  query: z.object({ q: startOfText().meta({ example: 'Utrecht' }), world: worldQuery, ...pageQuery }),
  response: pageOf(employer),
})
