import { z } from 'zod'
import { wireTimestamp } from './text.ts'

/** Media type of `linkedData`. */
export const LINKED_DATA_TYPE = 'application/ld+json'

const typed = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ '@type': z.literal(type), ...shape })

const country = typed('Country', { name: z.string().meta({ description: 'ISO 3166-1 alpha-2' }) })

const context = { '@context': z.literal('https://schema.org') }

/** schema.org `JobPosting` in JSON-LD, with the properties that Google for Jobs requires or recommends (P-130). */
export const jobPosting = typed('JobPosting', {
  ...context,
  identifier: typed('PropertyValue', { name: z.string(), value: z.string() }),
  title: z.string(),
  description: z
    .string()
    .meta({ description: 'HTML: paragraphs and line breaks, all other characters escaped' }),
  datePosted: wireTimestamp(),
  validThrough: wireTimestamp(),
  employmentType: z.enum([
    'FULL_TIME',
    'PART_TIME',
    'CONTRACTOR',
    'TEMPORARY',
    'INTERN',
    'VOLUNTEER',
    'OTHER',
  ]),
  hiringOrganization: typed('Organization', { name: z.string() }),
  jobLocation: typed('Place', {
    address: typed('PostalAddress', { addressLocality: z.string(), addressCountry: z.string() }),
  }).optional(),
  jobLocationType: z.literal('TELECOMMUTE').optional(),
  applicantLocationRequirements: country.optional(),
  directApply: z.boolean(),
})
export type JobPosting = z.output<typeof jobPosting>

/** schema.org `ItemList` of one page of jobs; `Link: <...>; rel="next"` names the next page (P-147). The description of
 * an item is the beginning of the job's. */
export const jobPostingList = typed('ItemList', {
  ...context,
  itemListElement: z.array(
    typed('ListItem', {
      position: z.int().min(1).meta({ description: 'On this page' }),
      item: jobPosting.omit({ '@context': true }),
    }),
  ),
})
export type JobPostingList = z.output<typeof jobPostingList>
