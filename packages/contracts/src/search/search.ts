import { z } from 'zod'
import { shownApplications } from '../applications/shown.ts'
import { profile, profileExample } from '../candidates/profile.ts'
import { careerStatus, educationTexts, employmentTexts, spokenLanguage } from '../candidates/profile-parts.ts'
import { dryRunOf } from '../credits/credit.ts'
import { endpoint, exampleOf } from '../endpoint.ts'
import { numericCountry } from '../iso-codes.ts'
import {
  DEFAULT_PAGE_SIZE,
  MAX_ID,
  MAX_NEAREST_WORDS,
  MAX_PAGE_SIZE,
  MAX_SUGGESTIONS,
  UNLOCK_WINDOW_DAYS,
} from '../limits.ts'
import { pageOf } from '../page.ts'
import { idOf, pathIdOf, wireTimestamp } from '../text.ts'

/** The fields by which search results can be counted. */
export const facetName = z.enum(['country', 'careerStatus']).meta({
  id: 'CandidateFacet',
  description: 'A field of the candidates by which search results can be counted.',
})
export type FacetName = z.output<typeof facetName>

const counted = <T extends z.ZodType>(value: T, meaning: string) =>
  z
    .array(
      z
        .object({
          value: value.describe(`${meaning}; null: not stated.`),
          count: z.int().min(1).describe('Number of matching candidates with this value.'),
        })
        .describe('A value and the number of matching candidates that have it.'),
    )
    .describe('Highest count first, then by value with null last. The counts add up to `total`.')

/** The matching candidates of all pages, counted by field. */
export const candidateFacets = z
  .object({
    country: counted(z.string().nullable(), 'Country, ISO 3166-1 alpha-2').optional(),
    careerStatus: counted(careerStatus.nullable(), 'Career status').optional(),
  })
  .meta({
    id: 'CandidateFacets',
    description: 'The matching candidates of all pages, counted by each requested field.',
    example: {
      country: [{ value: 'NL', count: 1 }],
      careerStatus: [{ value: 'OpenToOffers', count: 1 }],
    },
  })
export type CandidateFacets = z.output<typeof candidateFacets>

/** The sections of a profile that CV search reads, by their field names. */
export const profileSection = z
  .enum(['headline', 'skills', 'summary', 'languages', 'employmentHistory', 'education'])
  .meta({ id: 'ProfileSection', description: 'A section of a profile that CV search reads.' })

/** Where a term of a query stands in a profile. */
export const queryMatch = z
  .object({
    term: z
      .string()
      .describe(
        'A term of your query: a word, a "quoted phrase" or a wildcard, without case and diacritics. Never the word that a wildcard matched.',
      ),
    sections: z
      .array(profileSection)
      .min(1)
      .describe(
        'The sections of the profile that contain it, of what rows and previews show: never `summary`, and of positions and education no employer, description or school.',
      ),
  })
  .meta({
    id: 'QueryMatch',
    description: 'A term of the query and the sections of the profile that contain it.',
  })
export type QueryMatch = z.output<typeof queryMatch>

const access = { service: 'search', keys: ['recruiter'], scopes: ['CvSearch'] } as const

/** A search result. The name is masked, and so are contact details inside free text (D-44). */
const itemFields = z.object({
  candidateId: idOf('candidate').describe('Id of the candidate; read the full profile with it.'),
  name: z.string().describe('The first letter of each part of the name, followed by `***`.'),
  headline: z
    .string()
    .nullable()
    .describe('Headline, with contact details masked; null if it is not stated.'),
  city: z.string().nullable().describe('City; null if it is not stated.'),
  country: z.string().nullable().describe('Country, ISO 3166-1 alpha-2; null if it is not stated.'),
  skills: z.array(z.string()).describe('Skills, with contact details masked.'),
  yearsOfExperience: z
    .int()
    .describe('Whole years in which at least one position was held, up to now; overlaps count once.'),
  careerStatus: careerStatus
    .nullable()
    .describe('Whether the candidate looks for work; null if it is not stated.'),
  lastActiveAt: wireTimestamp().describe(
    'When the candidate last made a call, changed the profile or applied.',
  ),
  isUnlocked: z
    .boolean()
    .describe(
      `True while reading the full profile is free: within ${UNLOCK_WINDOW_DAYS} days after you unlocked it.`,
    ),
  applications: shownApplications.optional(),
})

const itemExample = {
  candidateId: 12,
  name: 'A*** L***',
  headline: 'Baker, ten years',
  city: 'Utrecht',
  country: 'NL',
  skills: ['Sourdough', 'Pastry'],
  yearsOfExperience: 10,
  careerStatus: 'OpenToOffers',
  lastActiveAt: '2026-03-01T10:00:00.000Z',
  isUnlocked: false,
  applications: [],
}

export const searchItem = itemFields
  .extend({
    matches: z
      .array(queryMatch)
      .optional()
      .describe(
        'Only with `matches: true`: the terms of the query outside of NOT that the profile contains, in the order of the query. Terms inside masked contact details and names are left out.',
      ),
  })
  .meta({
    id: 'CandidateSummary',
    description: 'A candidate in a search result, without contact details.',
    example: {
      ...itemExample,
      matches: [
        { term: 'baker', sections: ['headline', 'employmentHistory'] },
        { term: 'sourdough', sections: ['skills'] },
      ],
    },
  })

/** A term of a query that no profile has. */
const suggestion = z
  .object({
    term: z.string().describe('A word of your query, without case and diacritics, that no profile has.'),
    position: z
      .int()
      .describe('0-based position of the word, or of the phrase that contains it, in `query`.'),
    nearest: z
      .array(z.string())
      .max(MAX_NEAREST_WORDS)
      .describe(
        'The words of profiles that are spelt most like it, the nearest first; empty if none is near.',
      ),
  })
  .meta({
    id: 'QuerySuggestion',
    description: 'A word of a query that occurs nowhere, and the nearest words that do.',
    example: { term: 'sourdugh', position: 10, nearest: ['sourdough'] },
  })

const hidden = {
  when: 'The candidate does not exist, is hidden from CV search, or has no valid consent; nothing is debited.',
}

const pageNumber = z.int().min(1).max(MAX_ID).nullish()
const orDefault = (max: number, defaultValue: number) =>
  z
    .int()
    .min(1)
    .max(max)
    .nullish()
    .transform((value) => value ?? defaultValue)

export const searchCandidates = endpoint('POST /api/v1/candidates/search', {
  ...access,
  name: 'search-candidates',
  limit: 'search',
  cost: 'CvSearch',
  summary: 'Search candidates with a boolean query',
  description: [
    'Finds candidates whose profile matches: headline, summary, skills, languages, positions and education. Names and contact data are not searched. Those who were active last come first.',
    '',
    'Each 200 costs one CvSearch credit, for any page and also without hits; a refusal costs nothing. See [the query language](/docs/guides/search-language).',
  ].join('\n'),
  body: z
    .object({
      query: z
        .string()
        .describe(
          'Words and "quoted phrases" with AND, OR, NOT, parentheses and the wildcards `*` and `?`. At most 2000 characters and 100 terms.',
        ),
      preferredCountryIds: z
        .array(numericCountry())
        .max(250)
        .nullish()
        .describe(
          'Only candidates in one of these countries, ISO 3166-1 numeric, such as 578 for Norway. Absent, null or empty: any country.',
        ),
      activeWithinDays: z
        .int()
        .min(1)
        .max(36_500)
        .nullish()
        .describe('Only candidates who were active within this number of days. Absent or null: no filter.'),
      pageNumber: pageNumber.describe('Number of the page, from 1 (default).'),
      page: pageNumber.describe('The same as `pageNumber`. With both, they must be equal.'),
      pageSize: orDefault(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE).describe(
        `Candidates of a page, at most ${MAX_PAGE_SIZE}; default ${DEFAULT_PAGE_SIZE}.`,
      ),
      facets: z
        .array(facetName)
        .max(facetName.options.length)
        .nullish()
        .describe(
          'Fields by which to count the matching candidates of all pages. Absent, null or empty: no `facets` in the response.',
        ),
      matches: z
        .boolean()
        .nullish()
        .describe(
          'Whether each candidate lists which terms of the query matched in which sections of the profile. Default false.',
        ),
    })
    .refine(({ page, pageNumber }) => (page ?? pageNumber) === (pageNumber ?? page), {
      path: ['page'],
      message: 'must be equal to pageNumber, which is the same; send one of them',
    })
    .transform(({ page, pageNumber, ...search }) => ({ ...search, pageNumber: pageNumber ?? page ?? 1 }))
    .meta({
      id: 'CandidateSearch',
      description: 'What to search for.',
      example: {
        query: '(baker OR "pastry chef") AND sourdough NOT intern*',
        preferredCountryIds: [528],
        activeWithinDays: 90,
        pageNumber: 1,
        pageSize: 20,
        facets: ['country', 'careerStatus'],
        matches: true,
      },
    }),
  response: pageOf(searchItem)
    .extend({
      facets: candidateFacets.optional().describe('Only with `facets` in the request.'),
      suggestions: z
        .array(suggestion)
        .max(MAX_SUGGESTIONS)
        .optional()
        .describe(
          `Only with \`total\` 0: the first ${MAX_SUGGESTIONS} words of the query outside of NOT that occur in no profile; wildcards are left out. It costs nothing more, and is absent when it cannot be found in time.`,
        ),
    })
    .meta({
      id: 'CandidatePage',
      description: 'One page of the matching candidates.',
      example: {
        total: 1,
        page: 1,
        pageSize: 20,
        items: exampleOf(z.array(searchItem)),
        facets: exampleOf(candidateFacets),
      },
    }),
  headers: ['X-Query-Normalized'],
  refusals: {
    invalid_query: {
      when: '`query` is empty, cannot be parsed, is too long, or would match an empty profile; `message` has the position.',
      message: "query: Write a term after 'AND', or quote it to find the word (position 6).",
    },
  },
  hasDryRun: true,
  example: { dryRun: dryRunOf('CvSearch', 42) },
})

export const getCandidate = endpoint('GET /api/v1/candidates/{id}', {
  ...access,
  name: 'get-candidate',
  limit: 'candidates',
  cost: 'CvDownload',
  summary: 'Read a full profile with e-mail; unlocks it for 30 days',
  description: `The first read costs one CvDownload credit and unlocks the profile: reading it again is free for ${UNLOCK_WINDOW_DAYS} days. Free reads do not extend that time. 304 only while the profile is unlocked.`,
  params: z.object({ id: pathIdOf('candidate') }),
  response: profile
    .extend({
      lastActiveAt: wireTimestamp().describe('When the candidate was last active.'),
      unlockedUntil: wireTimestamp().describe('Until then reading this profile is free.'),
    })
    .meta({
      id: 'UnlockedProfile',
      description: 'The full profile of an unlocked candidate.',
      example: {
        ...profileExample,
        lastActiveAt: '2026-03-01T10:00:00.000Z',
        unlockedUntil: '2026-03-31T12:30:00.000Z',
      },
    }),
  refusals: { not_found: hidden },
  hasEtag: true,
  hasDryRun: true,
  example: { dryRun: { ...dryRunOf('CvDownload', 6), applications: [] } },
})

const heldMonth = (text: string) => z.string().nullable().describe(text)

const preview = itemFields
  .extend({
    languages: z.array(spokenLanguage).describe('Languages that the candidate speaks.'),
    employmentHistory: z
      .array(
        z.object({
          title: z.string().describe(employmentTexts.title),
          startMonth: heldMonth(`${employmentTexts.startMonth} Null if it is not stated.`),
          endMonth: heldMonth(employmentTexts.endMonth),
        }),
      )
      .describe('Positions held, without names of employers.'),
    education: z
      .array(
        z.object({
          degree: z.string().describe(educationTexts.degree),
          field: z.string().describe(educationTexts.field),
          endYear: z.int().nullable().describe(`${educationTexts.endYear} Null if it is not stated.`),
        }),
      )
      .describe('Courses of study, without names of schools.'),
  })
  .meta({
    id: 'CandidatePreview',
    description: 'An anonymous preview of a profile.',
    example: {
      ...itemExample,
      languages: profileExample.languages,
      employmentHistory: [{ title: 'Baker', startMonth: '2016-03', endMonth: null }],
      education: [{ degree: 'Diploma', field: 'Baking', endYear: 2015 }],
    },
  })

export const previewCandidate = endpoint('GET /api/v1/candidates/{id}/preview', {
  ...access,
  name: 'preview-candidate',
  limit: 'candidates',
  summary: 'Read an anonymous preview of a profile; free',
  description:
    'The search result with the history, without names of employers and schools and without free text.',
  params: z.object({ id: pathIdOf('candidate') }),
  response: preview,
  refusals: { not_found: hidden },
  hasEtag: true,
})
