import { z } from 'zod'
import { country } from '../country.ts'
import { endpoint } from '../endpoint.ts'
import { pathIdOf } from '../ids.ts'
import { employmentType, remoteType } from '../job.ts'
import { jobPosting, jobPostingList } from '../job-posting.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../limits.ts'
import { openJob, openJobSummary } from '../open-job.ts'
import { cursorTexts, integer } from '../page.ts'
import { line } from '../text.ts'

const access = { plane: 'public', service: 'jobs', keys: ['candidate'], limit: 'me', method: 'GET' } as const

/** Active jobs for every candidate key, no scope, by a boolean query; schema.org on request. */
export const listOpenJobs = endpoint({
  ...access,
  name: 'list-open-jobs',
  path: '/api/v1/me/jobs',
  summary: 'Find jobs that you can apply to, newest first',
  description:
    'Active jobs of all employers. A job is listed within 2 seconds after it was published or changed, and no longer from the moment it is closed or expires.',
  query: z.object({
    query: z
      .string()
      .optional()
      .describe(
        'Words to find in title, description and city, with AND, OR, NOT and parentheses as in CV search; no quoted phrases, no wildcards. Absent: all jobs.',
      ),
    country: country()
      .optional()
      .describe('Only jobs in this country, ISO 3166-1 alpha-2 in upper case, such as `NO`.'),
    city: line()
      .optional()
      .describe('Only jobs in this city: its whole name; letter case and accents do not matter.'),
    remoteType: remoteType.optional().describe('Only jobs with this place of work.'),
    employmentType: employmentType.optional().describe('Only jobs of this kind.'),
    cursor: z.string().optional().describe(`${cursorTexts.cursor} Send the same filters with it.`),
    limit: integer(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE).describe(`Jobs of a page, at most ${MAX_PAGE_SIZE}.`),
  }),
  status: 200,
  response: z
    .object({
      items: z.array(openJobSummary).describe('The jobs of this page, newest first.'),
      nextCursor: z.string().nullable().describe(cursorTexts.nextCursor),
    })
    .describe('One page of Active jobs.'),
  linkedData: jobPostingList,
  refusals: {
    invalid_query: {
      when: '`query` cannot be parsed, or has quotation marks or wildcards; `message` has the position.',
      message: 'query: Write whole words: the search for jobs has no wildcards (position 4).',
    },
  },
})

/** 404 unless the job is Active; a schema.org JobPosting on request. */
export const getOpenJob = endpoint({
  ...access,
  name: 'get-open-job',
  path: '/api/v1/me/jobs/{id}',
  summary: 'Read one job that you can apply to, with its screening questions',
  description:
    'A Draft, Closed or Expired job is 404 like one that does not exist. With `Accept: application/ld+json` the response is a schema.org `JobPosting`.',
  params: z.object({ id: pathIdOf('job') }),
  status: 200,
  response: openJob,
  linkedData: jobPosting,
  hasEtag: true,
})
