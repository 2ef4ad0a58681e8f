import { z } from 'zod'
import { wireTimestamp } from './text.ts'

/** Media type of `linkedData`. */
export const LINKED_DATA_TYPE = 'application/ld+json'

const typed = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ '@type': z.literal(type).describe('Type of the schema.org object.'), ...shape })

const countryCode = z.string().describe('ISO 3166-1 alpha-2.')
const country = typed('Country', { name: countryCode })

/** Where the work is done. */
export const place = typed('Place', {
  address: typed('PostalAddress', {
    addressLocality: z.string().describe('City of the place of work.'),
    addressCountry: countryCode,
  }).describe('Address of the place of work.'),
}).describe('Place of work.')

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
  applicantLocationRequirements: country
    .optional()
    .describe('Country in which applicants may live; present for a fully remote job only.'),
  directApply: z.boolean().describe('True if candidates apply on this platform.'),
}).describe(
  'The job as a schema.org `JobPosting` in JSON-LD. It can stand in a `script` element as it is: `<`, `>` and `&` are written as escapes.',
)
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
