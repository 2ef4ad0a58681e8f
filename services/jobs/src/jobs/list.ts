import type { Input } from '@jobboard/contracts/endpoint'
import type { listJobs } from '@jobboard/contracts/jobs/endpoints'
import { MAX_ID } from '@jobboard/contracts/limits'
import { cursorAfter, invalid, readCursor } from '@jobboard/contracts/page'
import { foldedWords } from '@jobboard/search-query/folded-words'
import { encodeWord } from '@jobboard/search-query/tokenise'
import type { JobSummary, Posting } from './job.ts'

type Query = Input<typeof listJobs>['query']
export type JobSort = NonNullable<Query['sort']>

/** The place of a job in a list: what the list is sorted by, and the id. Of a date it is the time in milliseconds; null is none. */
export interface JobPlace {
  key: number | string | null
  id: number
}

/** A job of a list with what it is sorted by beside its fields: the title as it is compared, and the number of its applications. */
export interface ListedJob extends JobSummary {
  titleKey: string
  applications: number
}

const MAX_KEY_CHARACTERS = 100

/** What a job is found and sorted by: its words, each with the employer before it, so that a search reads no other employer's, and
 * the title without case and marks. */
export function wordsOf(
  { title, reference, city }: Pick<Posting, 'title' | 'reference' | 'city'>,
  employerId: number,
) {
  const words = [title, reference, city].flatMap((text) => foldedWords(text ?? ''))
  return {
    lexemes: [...new Set(words)].map((word) => `${employerId}/${encodeWord(word)}`),
    titleKey: [...foldedWords(title).join(' ')].slice(0, MAX_KEY_CHARACTERS).join(''),
  }
}

/** Lexemes as text to cast to tsvector: they contain neither quotes nor backslashes. */
export const vectorOf = (lexemes: readonly string[]): string =>
  lexemes.map((lexeme) => `'${lexeme}'`).join(' ')

/** The condition that for each word of `q` a word of a job of the employer begins with it, as text to cast to tsquery.
 * Throws invalid_request for a text without a word. */
export function wordCondition(q: string, employerId: number): string {
  const words = foldedWords(q)
  if (words.length === 0) throw invalid('q', 'must contain a letter or a digit')
  // Encoded words contain neither quotes nor backslashes.
  return words.map((word) => `'${employerId}/${encodeWord(word)}':*`).join(' & ')
}

/** The place after a job, as an opaque token that is safe in a URL. */
export function placeAfter(job: ListedJob, sort: JobSort): string {
  if (sort === '-createdAt') return cursorAfter({ at: job.createdAt, id: job.id })
  const keys = {
    '-postedDate': job.postedDate?.getTime() ?? null,
    expiryDate: job.expiryDate?.getTime() ?? null,
    title: job.titleKey,
    '-applications': job.applications,
  }
  return Buffer.from(JSON.stringify([sort, keys[sort], job.id])).toString('base64url')
}

/** The place that a cursor stands for. Throws invalid_request for another sort's cursor, and with a page. */
export function readPlace(cursor: string, sort: JobSort, page: number): JobPlace {
  if (sort === '-createdAt') {
    const { at, id } = readCursor(cursor, page)
    return { key: at.getTime(), id }
  }
  if (page > 1) throw invalid('page', 'must be absent or 1 with cursor')
  const [of, key, id] = parsed(cursor)
  if (of !== sort || !isKey[sort](key) || !isNumber(id, MAX_ID))
    throw invalid('cursor', `must be the nextCursor of a page of this list sorted by ${sort}, unchanged`)
  return { key: key as JobPlace['key'], id: id as number }
}

const MAX_TIME_MS = 253_402_300_799_999
const isNumber = (value: unknown, max: number) =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max
const isTime = (value: unknown) => value === null || isNumber(value, MAX_TIME_MS)
const isKey = {
  '-postedDate': isTime,
  expiryDate: isTime,
  title: (value: unknown) =>
    typeof value === 'string' &&
    value.length <= 2 * MAX_KEY_CHARACTERS &&
    value.isWellFormed() &&
    !/\p{Cc}/u.test(value),
  '-applications': (value: unknown) => isNumber(value, MAX_ID),
}

function parsed(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
