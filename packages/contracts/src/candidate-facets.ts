import { z } from 'zod'
import { careerStatus } from './profile-parts.ts'

/** The fields by which search results can be counted. */
export const facetName = z
  .enum(['country', 'careerStatus'])
  .describe('A field of the candidates by which search results can be counted.')
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
  .describe('The matching candidates of all pages, counted by each requested field.')
export type CandidateFacets = z.output<typeof candidateFacets>
