import { z } from 'zod'

/** The sections of a profile that CV search reads, by their field names. */
export const profileSection = z
  .enum(['headline', 'skills', 'summary', 'languages', 'employmentHistory', 'education'])
  .describe('A section of a profile that CV search reads.')

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
  .describe('A term of the query and the sections of the profile that contain it.')
export type QueryMatch = z.output<typeof queryMatch>
