import { z } from 'zod'
import { country } from '../country.ts'
import { endpoint } from '../endpoint.ts'
import { employmentTypes, remoteTypes } from '../job.ts'
import { jobPosting, jobPostingList } from '../job-posting.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../limits.ts'
import { openJob, openJobSummary } from '../open-job.ts'
import { integer } from '../page.ts'
import { line, pathId } from '../text.ts'

const access = { plane: 'public', service: 'jobs', keys: ['candidate'], limit: 'me', method: 'GET' } as const

/** P-127, P-128, P-147 */
export const listOpenJobs = endpoint({
  ...access,
  name: 'list-open-jobs',
  path: '/api/v1/me/jobs',
  summary: 'Find jobs that you can apply to, newest first',
  query: z.object({
    query: z.string().optional().meta({
      description:
        'Words to find in title, description and city, with AND, OR, NOT and parentheses as in CV search; no quoted phrases, no wildcards',
    }),
    country: country().optional(),
    city: line().optional().meta({ description: 'The whole name; case and accents do not matter' }),
    remoteType: z.enum(remoteTypes).optional(),
    employmentType: z.enum(employmentTypes).optional(),
    cursor: z.string().optional().meta({
      description: 'The `nextCursor` of the page before, with the same filters',
    }),
    limit: integer(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE),
  }),
  status: 200,
  response: z.object({
    items: z.array(openJobSummary),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'Pass it as `cursor` to read on; null on the last page' }),
  }),
  linkedData: jobPostingList,
  errors: ['invalid_query'],
})

/** P-129, P-130 */
export const getOpenJob = endpoint({
  ...access,
  name: 'get-open-job',
  path: '/api/v1/me/jobs/{id}',
  summary: 'Read one job that you can apply to, with its screening questions',
  params: z.object({ id: pathId() }),
  status: 200,
  response: openJob,
  linkedData: jobPosting,
  hasEtag: true,
})
