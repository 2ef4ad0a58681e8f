import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  DEFAULT_PAGE_SIZE,
  MAX_PAGE_SIZE,
  MAX_PAST_SEARCHES,
  PAST_SEARCH_DAYS,
  UNLOCK_WINDOW_DAYS,
} from '../limits.ts'
import { CURSOR, integer, nextCursor } from '../page.ts'
import { idOf, line, pathIdOf, wireTimestamp } from '../text.ts'

const access = {
  service: 'search',
  keys: ['recruiter'],
  scopes: ['CvSearch'],
  limit: 'candidates',
} as const

const by = z
  .object({
    userId: idOf('user').optional().describe('Id of the user; absent for a key without one.'),
    userName: z.string().optional().describe('Name of the user; absent while it cannot be read.'),
    keyId: idOf('key').optional().describe('Id of the API key; absent for a person in the portal.'),
    keyName: z.string().optional().describe('Name of the API key; absent while it cannot be read.'),
  })
  .meta({
    id: 'RecruiterActor',
    description:
      'Who made a call: a user, an API key or both. Empty for calls from before this was recorded.',
    example: { userId: 3, userName: 'Ines Vogt', keyId: 4, keyName: 'ATS' },
  })

const pageOfNewest = {
  cursor: z.string().optional().describe(CURSOR),
  limit: integer(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE).describe(`Items of a page, at most ${MAX_PAGE_SIZE}.`),
}
const badCursor = {
  when: 'A query parameter is unknown or invalid.',
  message: 'cursor: must be the nextCursor of a page of this list, unchanged.',
}

/** A candidate whom the employer unlocked. */
const unlockedCandidate = z
  .object({
    candidateId: idOf('candidate'),
    name: z
      .string()
      .describe('The name; as in search results, masked, when reading the profile is not free any more.'),
    headline: z
      .string()
      .nullable()
      .describe(
        'Headline, with contact details masked when reading is not free any more; null if it is not stated.',
      ),
    unlockedAt: wireTimestamp().describe('When you last paid for the profile.'),
    unlockedUntil: wireTimestamp().describe('Until then reading the profile is free.'),
    by: by.describe('Who paid for it.'),
  })
  .meta({
    id: 'UnlockedCandidate',
    description: 'A candidate whose profile you unlocked.',
    example: {
      candidateId: 12,
      name: 'Ada Lind',
      headline: 'Baker, ten years',
      unlockedAt: '2026-03-01T12:30:00.000Z',
      unlockedUntil: '2026-03-31T12:30:00.000Z',
      by: { userId: 3, userName: 'Ines Vogt', keyId: 4, keyName: 'ATS' },
    },
  })

export const listUnlockedCandidates = endpoint('GET /api/v1/candidates/unlocks', {
  ...access,
  name: 'list-unlocked-candidates',
  summary: 'List the candidates whom you unlocked, last paid first; free',
  description: `Each candidate once, with the last window of ${UNLOCK_WINDOW_DAYS} days. Candidates who are gone, hidden or without consent are left out. With \`q\` a page may have fewer items than \`limit\`, also none, before the last one: read on while \`nextCursor\` is not null.`,
  query: z.object({
    q: line()
      .min(1, 'must not be empty')
      .optional()
      .describe(
        'Only candidates in whose name or headline, as this list shows them, for each of these words a word begins with it; letter case and accents do not matter.',
      ),
    ...pageOfNewest,
  }),
  response: z
    .object({ items: z.array(unlockedCandidate).describe('The candidates of this page.'), nextCursor })
    .meta({ id: 'UnlockedCandidatePage', description: 'One page of unlocked candidates.' }),
  refusals: {
    invalid_request: {
      ...badCursor,
      when: 'A query parameter is unknown or invalid, or `q` has no letter and no digit.',
    },
  },
  example: { query: { q: 'ada bak', limit: 50 } },
})

/** A search of the employer. */
const pastSearch = z
  .object({
    id: idOf('search'),
    query: z.string().describe('The query as it was sent.'),
    preferredCountryIds: z
      .array(z.int())
      .describe('The countries of the search, ISO 3166-1 numeric, in order; empty: any.'),
    activeWithinDays: z.int().nullable().describe('The `activeWithinDays` of the search; null without one.'),
    total: z.int().describe('Number of candidates who matched the last time.'),
    cost: z.int().describe('CvSearch credits that its pages and repetitions have cost.'),
    searchedAt: wireTimestamp().describe('When it was last made.'),
    by: by.describe('Who made it last.'),
  })
  .meta({
    id: 'PastSearch',
    description:
      'A search that you paid for. All pages and repetitions of one query with the same filters are one.',
    example: {
      id: 6,
      query: '(baker OR "pastry chef") AND sourdough NOT intern*',
      preferredCountryIds: [528],
      activeWithinDays: 90,
      total: 1,
      cost: 1,
      searchedAt: '2026-03-01T12:00:00.000Z',
      by: { userId: 3, userName: 'Ines Vogt', keyId: 4, keyName: 'ATS' },
    },
  })

const searchPath = '/api/v1/candidates/searches/{id}'
const searchParams = z.object({ id: pathIdOf('search') })

export const listPastSearches = endpoint('GET /api/v1/candidates/searches', {
  ...access,
  name: 'list-past-searches',
  summary: 'List your searches of the last 90 days, last made first; free',
  description: `The newest ${MAX_PAST_SEARCHES} different searches of all keys and users of your employer, ${PAST_SEARCH_DAYS} days after they were last made at most. Send one again to \`POST /api/v1/candidates/search\` for its present result, which costs a credit.`,
  query: z.object(pageOfNewest),
  response: z
    .object({ items: z.array(pastSearch).describe('The searches of this page.'), nextCursor })
    .meta({ id: 'PastSearchPage', description: 'One page of past searches.' }),
  refusals: { invalid_request: badCursor },
  example: { query: { limit: 50 } },
})

export const getPastSearch = endpoint(`GET ${searchPath}`, {
  ...access,
  name: 'get-past-search',
  summary: 'Read one of your searches of the last 90 days; free',
  params: searchParams,
  response: pastSearch,
  hasEtag: true,
})

export const deletePastSearch = endpoint(`DELETE ${searchPath}`, {
  ...access,
  name: 'delete-past-search',
  summary: 'Remove one of your searches from the list; free',
  description: 'What it cost stays in the entries of your credits.',
  params: searchParams,
  status: 204,
})

export const deletePastSearches = endpoint('DELETE /api/v1/candidates/searches', {
  ...access,
  name: 'delete-past-searches',
  summary: 'Remove all your searches from the list; free',
  description: 'What they cost stays in the entries of your credits.',
  status: 204,
})
