import { z } from 'zod'
import { endpoint, exampleOf } from '../endpoint.ts'
import { country } from '../iso-codes.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../limits.ts'
import { CURSOR, integer, nextCursor } from '../page.ts'
import { idOf, line, pathIdOf, wireTimestamp } from '../text.ts'
import { applyMethod, employmentType, remoteType, salaryFields, screeningQuestion } from './job.ts'

const example = {
  id: 7,
  title: 'Baker',
  employerName: 'Utrecht Bakery',
  city: 'Utrecht',
  country: 'NL',
  employmentType: 'FullTime',
  remoteType: 'OnSite',
  salaryMin: 3000,
  salaryMax: 3600,
  salaryCurrency: 'EUR',
  salaryPeriod: 'Month',
  postedAt: '2026-03-01T09:05:00.000Z',
  expiresAt: '2026-04-01T00:00:00.000Z',
}
const description = 'Bread before sunrise, home by noon.'

const openJobFields = z.object({
  id: idOf('job'),
  title: z.string().describe('Title of the job.'),
  employerName: z.string().describe('Name of the employer.'),
  city: z.string().describe('City of the place of work.'),
  country: z.string().describe('Country of the place of work, ISO 3166-1 alpha-2.'),
  employmentType,
  remoteType,
  ...salaryFields,
  postedAt: wireTimestamp().describe('When the job was published.'),
  expiresAt: wireTimestamp().describe(
    'From then on nobody can apply; the employer may close the job before.',
  ),
})

/** An Active job in the list of a candidate: what candidates may see of it. */
export const openJobSummary = openJobFields
  .extend({ summary: z.string().describe('The beginning of the description, at most 300 characters.') })
  .meta({
    id: 'OpenJobSummary',
    description: 'An Active job in a list, as candidates see it.',
    example: { ...example, summary: description },
  })

/** An Active job as a candidate reads it before applying. */
export const openJob = openJobFields
  .extend({
    description: z.string().describe('The full text of the posting; plain text.'),
    applyMethod,
    applyUrl: z
      .string()
      .nullable()
      .describe('Page to apply at, with `applyMethod` ExternalApply; null otherwise.'),
    screeningQuestions: z
      .array(screeningQuestion)
      .describe('The questions to answer in `screeningAnswers` of an apply; empty if there are none.'),
  })
  .meta({
    id: 'OpenJob',
    description: 'An Active job as a candidate reads it before applying.',
    example: {
      ...example,
      description,
      applyMethod: 'PlatformApply',
      applyUrl: null,
      screeningQuestions: exampleOf(z.array(screeningQuestion)),
    },
  })

/** Media type of `linkedData`. */
export const LINKED_DATA_TYPE = 'application/ld+json'

const typed = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ '@type': z.literal(type).describe('Type of the schema.org object.'), ...shape })

const countryCode = z.string().describe('ISO 3166-1 alpha-2.')
const countryObject = typed('Country', { name: countryCode })

/** Where the work is done. */
export const place = typed('Place', {
  address: typed('PostalAddress', {
    addressLocality: z.string().describe('City of the place of work.'),
    addressCountry: countryCode,
  }).describe('Address of the place of work.'),
}).meta({ id: 'JobPostingPlace', description: 'Place of work.' })

const context = { '@context': z.literal('https://schema.org').describe('Vocabulary of the object.') }

/** schema.org `JobPosting` in JSON-LD, with the properties that Google for Jobs requires or recommends. */
export const jobPosting = typed('JobPosting', {
  ...context,
  identifier: typed('PropertyValue', {
    name: z.string().describe('Name of the employer.'),
    value: z.string().describe('Id of the job, as text.'),
  }).describe('Id of the job at this employer.'),
  title: z.string().describe('Title of the job; plain text, not HTML.'),
  description: z
    .string()
    .describe('HTML: paragraphs and line breaks; every other character that is special in HTML is escaped.'),
  datePosted: wireTimestamp().describe('When the job was published.'),
  validThrough: wireTimestamp().describe('The `expiryDate` of the job.'),
  employmentType: z
    .enum(['FULL_TIME', 'PART_TIME', 'CONTRACTOR', 'TEMPORARY', 'INTERN', 'VOLUNTEER', 'OTHER'])
    .describe('Kind of employment as schema.org names it; OTHER for an apprenticeship.'),
  hiringOrganization: typed('Organization', {
    name: z.string().describe('Name of the employer.'),
  }).describe('The employer.'),
  baseSalary: typed('MonetaryAmount', {
    currency: z.string().describe('ISO 4217.'),
    value: typed('QuantitativeValue', {
      value: z.number().optional().describe('The salary, where lowest and highest are the same.'),
      minValue: z.number().optional().describe('Lowest salary.'),
      maxValue: z.number().optional().describe('Highest salary.'),
      unitText: z.enum(['HOUR', 'DAY', 'MONTH', 'YEAR']).describe('What the salary is paid for.'),
    }).describe('The amount.'),
  })
    .optional()
    .describe('The salary; absent if the job states none.'),
  jobLocation: place.optional().describe('Place of work; absent for a fully remote job.'),
  jobLocationType: z.literal('TELECOMMUTE').optional().describe('Present for a fully remote job only.'),
  applicantLocationRequirements: countryObject
    .optional()
    .describe('Country in which applicants may live; present for a fully remote job only.'),
  directApply: z.boolean().describe('True if candidates apply on this platform.'),
}).meta({
  id: 'JobPosting',
  description:
    'The job as a schema.org `JobPosting` in JSON-LD. It can stand in a `script` element as it is: `<`, `>` and `&` are written as escapes.',
})
export type JobPosting = z.output<typeof jobPosting>

/** schema.org `ItemList` of one page of jobs; `Link: <...>; rel="next"` names the next page. The description of
 * an item is the beginning of the job's. */
export const jobPostingList = typed('ItemList', {
  ...context,
  itemListElement: z
    .array(
      typed('ListItem', {
        position: z.int().min(1).describe('Place on this page, from 1.'),
        item: jobPosting
          .omit({ '@context': true })
          .describe('The job, with the beginning of its description.'),
      }),
    )
    .describe('The jobs of this page.'),
}).describe('One page of jobs as a schema.org `ItemList`; the header `Link` names the next page.')
export type JobPostingList = z.output<typeof jobPostingList>

const access = { service: 'jobs', keys: ['candidate'], limit: 'me' } as const

export const listOpenJobs = endpoint('GET /api/v1/me/jobs', {
  ...access,
  name: 'list-open-jobs',
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
    cursor: z.string().optional().describe(`${CURSOR} Send the same filters with it.`),
    limit: integer(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE).describe(`Jobs of a page, at most ${MAX_PAGE_SIZE}.`),
  }),
  response: z
    .object({
      items: z.array(openJobSummary).describe('The jobs of this page, newest first.'),
      nextCursor,
    })
    .meta({ id: 'OpenJobPage', description: 'One page of Active jobs.' }),
  linkedData: jobPostingList,
  refusals: {
    invalid_query: {
      when: '`query` cannot be parsed, or has quotation marks or wildcards; `message` has the position.',
      message: 'query: Write whole words: the search for jobs has no wildcards (position 4).',
    },
  },
  example: { query: { query: 'baker AND NOT pastry', country: 'NL', city: 'Utrecht', limit: 50 } },
})

export const getOpenJob = endpoint('GET /api/v1/me/jobs/{id}', {
  ...access,
  name: 'get-open-job',
  summary: 'Read one job that you can apply to, with its screening questions',
  description:
    'A Draft, Closed or Expired job is 404 like one that does not exist. With `Accept: application/ld+json` the response is a schema.org `JobPosting`.',
  params: z.object({ id: pathIdOf('job') }),
  response: openJob,
  linkedData: jobPosting,
  hasEtag: true,
})
