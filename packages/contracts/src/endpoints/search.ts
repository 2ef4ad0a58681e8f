import { z } from 'zod'
import { careerStatuses, languageLevels, profile } from '../candidate.ts'
import { numericCountry } from '../country.ts'
import { endpoint } from '../endpoint.ts'
import { DEFAULT_PAGE_SIZE, MAX_ID, MAX_PAGE_SIZE } from '../limits.ts'
import { pageOf } from '../page.ts'
import { id, pathId, wireTimestamp } from '../text.ts'

const access = { plane: 'public', service: 'search', keys: ['recruiter'], scopes: ['CvSearch'] } as const

/** A search result. The name is masked, and so are contact details inside free text (D-44). */
export const searchItem = z.object({
  candidateId: id(),
  name: z.string(),
  headline: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  skills: z.array(z.string()),
  yearsOfExperience: z.int(),
  careerStatus: z.enum(careerStatuses).nullable(),
  lastActiveAt: wireTimestamp(),
  isUnlocked: z.boolean(),
})

const orDefault = (max: number, defaultValue: number) =>
  z
    .int()
    .min(1)
    .max(max)
    .nullish()
    .transform((value) => value ?? defaultValue)

/** Spec §4.4, D-40..D-44 */
export const searchCandidates = endpoint({
  ...access,
  name: 'search-candidates',
  limit: 'search',
  cost: 'CvSearch',
  method: 'POST',
  path: '/api/v1/candidates/search',
  summary: 'Search candidates with a boolean query',
  body: z.object({
    query: z.string(),
    preferredCountryIds: z.array(numericCountry()).max(250).nullish(),
    activeWithinDays: z.int().min(1).max(36_500).nullish(),
    pageNumber: orDefault(MAX_ID, 1),
    pageSize: orDefault(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE),
  }),
  status: 200,
  response: pageOf(searchItem),
  errors: ['invalid_query'],
  hasDryRun: true,
})

/** Spec §4.4, D-45 */
export const getCandidate = endpoint({
  ...access,
  name: 'get-candidate',
  limit: 'candidates',
  cost: 'CvDownload',
  method: 'GET',
  path: '/api/v1/candidates/{id}',
  summary: 'Read a full profile with e-mail; unlocks it for 30 days',
  params: z.object({ id: pathId() }),
  status: 200,
  response: profile.extend({ lastActiveAt: wireTimestamp(), unlockedUntil: wireTimestamp() }),
  hasEtag: true,
  hasDryRun: true,
})

const month = z.string().nullable()

/** Spec §4.4, D-46: free */
export const previewCandidate = endpoint({
  ...access,
  name: 'preview-candidate',
  limit: 'candidates',
  method: 'GET',
  path: '/api/v1/candidates/{id}/preview',
  summary: 'Read an anonymous preview of a profile; free',
  params: z.object({ id: pathId() }),
  status: 200,
  response: searchItem.extend({
    languages: z.array(z.object({ language: z.string(), level: z.enum(languageLevels) })),
    employmentHistory: z.array(z.object({ title: z.string(), startMonth: month, endMonth: month })),
    education: z.array(z.object({ degree: z.string(), field: z.string(), endYear: z.int().nullable() })),
  }),
  hasEtag: true,
})
