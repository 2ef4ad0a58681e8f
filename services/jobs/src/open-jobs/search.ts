import { createHash } from 'node:crypto'
import type { Input } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import type { listOpenJobs } from '@jobboard/contracts/jobs/open-jobs'
import { invalid, type ListPosition } from '@jobboard/contracts/page'
import { and, isChain, type Leaf, type Node, not, or } from '@jobboard/search-query/ast'
import { toSearchDocument } from '@jobboard/search-query/document'
import { InvalidQuery } from '@jobboard/search-query/limits'
import { parse } from '@jobboard/search-query/parse'
import { encodeWord, tokenise } from '@jobboard/search-query/tokenise'
import { normalisePunctuation } from '@jobboard/search-query/tokenise-query'
import { tsquery } from '@jobboard/search-query/tsquery'
import type { Posting } from '../jobs/job.ts'

type Filters = Pick<Input<typeof listOpenJobs>['query'], 'country' | 'city' | 'remoteType' | 'employmentType'>

/** What finds a job: its words, and its filters as lexemes that start with `@`, which no word does. */
export function termsOf(job: Posting & { postedDate: Date }): string[] {
  return [...sandboxTermsOf(job), ...blockLexemes(job.postedDate)]
}

/** The same of a job of a sandbox, without the time: its few jobs are searched one by one. */
export function sandboxTermsOf(job: Posting): string[] {
  const { country, city, remoteType, employmentType } = job
  const { terms } = toSearchDocument([job.title, city ?? '', job.description ?? ''])
  const filters = { country, remoteType, employmentType } as Filters
  return [...terms, ...filterLexemes(filters), ...cityLexeme(city ?? '')]
}

/** The lexemes that a job must have to pass the filters. Throws invalid_request for a city without a word. */
export function requiredLexemes({ city, ...others }: Filters): string[] {
  if (city === undefined) return filterLexemes(others)
  const lexemes = cityLexeme(city)
  if (lexemes.length === 0) throw invalid('city', 'must contain a letter or a digit')
  return [...filterLexemes(others), ...lexemes]
}

function filterLexemes({ country, remoteType, employmentType }: Omit<Filters, 'city'>): string[] {
  return [
    ...(country ? [`@country=${country}`] : []),
    ...(remoteType ? [`@remote=${remoteType}`] : []),
    ...(employmentType ? [`@type=${employmentType}`] : []),
  ]
}

/** A lexeme of Postgres has at most 2 046 bytes. */
const MAX_CITY_BYTES = 2_000

// Of the words of the name, so that case and accents are equal here too.
function cityLexeme(city: string): string[] {
  const words = tokenise(city)
  if (words.length === 0) return []
  const name = words.map(encodeWord).join('/')
  const isLong = Buffer.byteLength(name) > MAX_CITY_BYTES
  return [`@city=${isLong ? createHash('sha256').update(name).digest('base64url') : name}`]
}

const HOUR_MS = 3_600_000
/** Lengths of the blocks of time in which jobs are searched, shortest first. */
const BLOCKS_MS = [2 * HOUR_MS, 24 * HOUR_MS, 16 * 24 * HOUR_MS]

/** A part of the list, newest first: the jobs after a place and, unless it is the last range, from a time on. */
export interface SearchRange {
  after: ListPosition
  from: Date | null
  /** Each job of the range has one of these; empty in the last range. */
  lexemes: string[]
}

/** The lexemes of the blocks in which a job was published, one of each length. */
export function blockLexemes(postedAt: Date): string[] {
  return BLOCKS_MS.map((lengthMs, level) => blockLexeme(level, Math.floor(postedAt.getTime() / lengthMs)))
}

/** The ranges that together are all after a place: two blocks of each length, then the rest. A common word fills a page
 * from the first range, and a word that reaches the last is rare: no statement sorts more than some thousand jobs. */
export function searchRanges(start: ListPosition): SearchRange[] {
  let after = start
  const ranges = BLOCKS_MS.map((lengthMs, level) => {
    const block = Math.floor((after.at.getTime() - 1) / lengthMs)
    const from = new Date((block - 1) * lengthMs)
    // A place on the border of a block has jobs of the same time after it.
    const blocks = [block + 1, block, block - 1].filter((one) => one * lengthMs <= after.at.getTime())
    const range = { after, from, lexemes: blocks.map((one) => blockLexeme(level, one)) }
    // No job has id 0: all that were published before.
    after = { at: from, id: 0 }
    return range
  })
  return [...ranges, { after, from: null, lexemes: [] }]
}

function blockLexeme(level: number, block: number): string {
  return `@block${level}=${block}`
}

/** The boolean language of CV search without phrases and wildcards, as text to cast to tsquery.
 * Throws invalid_query. */
export function wordQuery(query: string): string {
  try {
    return String(tsquery(onlyWords(parse(query), normalisePunctuation(query)), new Map(), 'lexeme'))
  } catch (error) {
    throw error instanceof InvalidQuery ? new ApiError('invalid_query', `query: ${error.message}`) : error
  }
}

function onlyWords(node: Node, query: string): Node {
  if (isChain(node)) {
    const of = node.of.map((part) => onlyWords(part, query))
    return node.type === 'and' ? and(of) : or(of)
  }
  return node.type === 'not' ? not(onlyWords(node.of, query), node.at) : words(node, query)
}

// `Node.js` without quotes is two words of one phrase: here both must occur, at any place.
function words(leaf: Leaf, query: string): Node {
  if (leaf.type === 'term') return leaf
  if (leaf.type !== 'phrase' || leaf.last.type !== 'term') {
    throw new InvalidQuery('Write whole words: the search for jobs has no wildcards', leaf.at)
  }
  if (query[leaf.at] === '"') {
    throw new InvalidQuery(
      'Remove the quotation marks: the search for jobs finds words, not phrases',
      leaf.at,
    )
  }
  return and([...leaf.head.map((word) => ({ type: 'term', word, at: leaf.at }) as const), leaf.last])
}
