import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { Salary } from '@jobboard/contracts/jobs/job'
import type { getOpenJob, JobPosting, JobPostingList, listOpenJobs } from '@jobboard/contracts/jobs/open-jobs'
import { withLineFeeds } from '@jobboard/contracts/text'
import type { ItemList, JobPosting as SchemaOrgJobPosting, WithContext } from 'schema-dts'
import { type Job, type Posting, toSalary } from '../jobs/job.ts'

/** An Active job as a list of candidates reads it. `employerName` is null until a copy of it is stored. */
export interface OpenJobSummary extends Salary {
  id: number
  employerId: number
  employerName: string | null
  title: string
  city: string
  country: string
  employmentType: NonNullable<Posting['employmentType']>
  remoteType: NonNullable<Posting['remoteType']>
  applyMethod: NonNullable<Posting['applyMethod']>
  /** The first 1,000 characters of the description. */
  beginning: string
  postedAt: Date
  expiresAt: Date
}

/** An Active job with all that a candidate may see of it. */
export interface OpenJob extends Omit<OpenJobSummary, 'beginning'> {
  description: string
  applyUrl: string | null
  screeningQuestions: Job['screeningQuestions']
}

const SUMMARY_CHARACTERS = 300

type Named<J> = J & { employerName: string }

/** A job in the list of a candidate. */
export function toOpenJobSummary(
  job: Named<OpenJobSummary>,
): ResponseBody<typeof listOpenJobs>['items'][number] {
  return {
    ...sharedFields(job),
    summary: summaryOf(job.beginning),
  }
}

/** A job as a candidate reads it before applying. */
export function toOpenJob(job: Named<OpenJob>): ResponseBody<typeof getOpenJob> {
  return {
    ...sharedFields(job),
    description: job.description,
    applyMethod: job.applyMethod,
    applyUrl: job.applyMethod === 'ExternalApply' ? job.applyUrl : null,
    screeningQuestions: job.screeningQuestions,
  }
}

function sharedFields(job: Named<OpenJob | OpenJobSummary>) {
  return {
    id: job.id,
    title: job.title,
    employerName: job.employerName,
    city: job.city,
    country: job.country,
    employmentType: job.employmentType,
    remoteType: job.remoteType,
    ...toSalary(job),
    postedAt: job.postedAt.toISOString(),
    expiresAt: job.expiresAt.toISOString(),
  }
}

/** At most 300 characters of the beginning of a description, on one line. */
// Of characters, not code units: half of an emoji is not valid text.
export function summaryOf(beginning: string): string {
  const characters = [...beginning.replace(/\s+/g, ' ').trim()]
  if (characters.length <= SUMMARY_CHARACTERS) return characters.join('')
  return `${characters
    .slice(0, SUMMARY_CHARACTERS - 1)
    .join('')
    .trimEnd()}…`
}

const context = { '@context': 'https://schema.org' } as const

// Google for Jobs has no value for an apprenticeship.
const employmentTypes = {
  FullTime: 'FULL_TIME',
  PartTime: 'PART_TIME',
  Contract: 'CONTRACTOR',
  Temporary: 'TEMPORARY',
  Internship: 'INTERN',
  Apprenticeship: 'OTHER',
  Volunteer: 'VOLUNTEER',
} as const

const units = { Hour: 'HOUR', Day: 'DAY', Month: 'MONTH', Year: 'YEAR' } as const

/** The job as schema.org JSON-LD. */
export function toJobPosting(job: Named<OpenJob>): JobPosting {
  return { ...context, ...posting(job) } satisfies WithContext<Exclude<SchemaOrgJobPosting, string>>
}

/** One page of jobs as a schema.org ItemList. */
export function toJobPostingList(jobs: Named<OpenJobSummary>[]): JobPostingList {
  const itemListElement = jobs.map((job, index) => ({
    '@type': 'ListItem' as const,
    position: index + 1,
    item: posting({ ...job, description: summaryOf(job.beginning) }),
  }))
  return { ...context, '@type': 'ItemList', itemListElement } satisfies WithContext<Exclude<ItemList, string>>
}

function posting(job: Named<Omit<OpenJobSummary, 'beginning'> & Pick<OpenJob, 'description'>>) {
  return {
    '@type': 'JobPosting',
    identifier: { '@type': 'PropertyValue', name: job.employerName, value: String(job.id) },
    title: job.title,
    description: toHtml(job.description),
    datePosted: job.postedAt.toISOString(),
    validThrough: job.expiresAt.toISOString(),
    employmentType: employmentTypes[job.employmentType],
    hiringOrganization: { '@type': 'Organization', name: job.employerName },
    ...salaryOf(job),
    ...placeOf(job),
    directApply: job.applyMethod === 'PlatformApply',
  } as const
}

function salaryOf({ salaryMin, salaryMax, salaryCurrency, salaryPeriod }: Salary) {
  if ((salaryMin === null && salaryMax === null) || salaryCurrency === null || salaryPeriod === null)
    return {}
  const amounts =
    salaryMin === salaryMax
      ? { value: salaryMax! }
      : {
          ...(salaryMin !== null && { minValue: salaryMin }),
          ...(salaryMax !== null && { maxValue: salaryMax }),
        }
  const value = { '@type': 'QuantitativeValue', ...amounts, unitText: units[salaryPeriod] } as const
  return { baseSalary: { '@type': 'MonetaryAmount', currency: salaryCurrency, value } } as const
}

// TELECOMMUTE is for jobs without a place of work; Google then requires where applicants may live.
function placeOf({ remoteType, city, country }: Pick<OpenJob, 'remoteType' | 'city' | 'country'>) {
  if (remoteType === 'FullyRemote') {
    return {
      jobLocationType: 'TELECOMMUTE',
      applicantLocationRequirements: { '@type': 'Country', name: country },
    } as const
  }
  const address = { '@type': 'PostalAddress', addressLocality: city, addressCountry: country } as const
  return { jobLocation: { '@type': 'Place', address } } as const
}

/** Plain text as HTML: an empty line ends a paragraph; nothing of the text is markup. */
function toHtml(text: string): string {
  const escaped = withLineFeeds(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
  const paragraphs = escaped.split(/(?:\n[\t ]*){2,}/).filter((paragraph) => paragraph.trim() !== '')
  return paragraphs.map((paragraph) => `<p>${paragraph.trim().replaceAll('\n', '<br>')}</p>`).join('')
}
