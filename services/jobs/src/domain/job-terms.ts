import type { Input } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import type { listOpenJobs } from '@jobboard/contracts/jobs/open-jobs'
import { toSearchDocument } from '@jobboard/search-query/document'
import { encodeWord } from '@jobboard/search-query/encode'
import { tokenise } from '@jobboard/search-query/tokenise'
import type { Posting } from './job.ts'
import { blockLexemes } from './search-ranges.ts'

type Filters = Pick<Input<typeof listOpenJobs>['query'], 'country' | 'city' | 'remoteType' | 'employmentType'>

/** What finds a job: its words, and its filters as lexemes that start with `@`, which no word does. */
export function termsOf(job: Posting & { postedDate: Date }): string[] {
  const { country, city, remoteType, employmentType } = job
  const { terms } = toSearchDocument([job.title, city ?? '', job.description ?? ''])
  const filters = { country, remoteType, employmentType } as Filters
  return [...terms, ...filterLexemes(filters), ...cityLexeme(city ?? ''), ...blockLexemes(job.postedDate)]
}

/** The lexemes that a job must have to pass the filters. Throws invalid_request for a city without a word. */
export function requiredLexemes({ city, ...others }: Filters): string[] {
  if (city === undefined) return filterLexemes(others)
  const lexemes = cityLexeme(city)
  if (lexemes.length > 0) return [...filterLexemes(others), ...lexemes]
  const reason = 'must contain a letter or a digit'
  throw new ApiError('invalid_request', `city: ${reason}.`, { fields: [{ pointer: '#query/city', reason }] })
}

function filterLexemes({ country, remoteType, employmentType }: Omit<Filters, 'city'>): string[] {
  return [
    ...(country ? [`@country=${country}`] : []),
    ...(remoteType ? [`@remote=${remoteType}`] : []),
    ...(employmentType ? [`@type=${employmentType}`] : []),
  ]
}

// Of the words of the name, so that case and accents are equal here too.
function cityLexeme(city: string): string[] {
  const words = tokenise(city)
  return words.length > 0 ? [`@city=${words.map(encodeWord).join('/')}`] : []
}
