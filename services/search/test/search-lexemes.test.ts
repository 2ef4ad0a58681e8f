import { openConnection } from '@jobboard/db/connections'
import { documentOf, toSearchDocument } from '@jobboard/search-query/document'
import { limits } from '@jobboard/search-query/limits'
import { linkLexeme } from '@jobboard/search-query/tsquery'
import { randomRuns } from '@jobboard/testkit/random-runs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lexemesOf } from '../../../packages/search-query/test/support/lexemes.ts'
import { bootSearch, type SearchService } from './support/setup.ts'

let searchService: SearchService
let db: Awaited<ReturnType<typeof openConnection>>
beforeAll(async () => {
  searchService = await bootSearch()
  db = await openConnection(searchService.databaseUrl, 60_000)
})
afterAll(async () => {
  await db.end()
  await searchService.stop()
})

async function lexemesInSql(body: string): Promise<string[]> {
  const { rows } = await db.query('select tsvector_to_array(search_lexemes($1)) as lexemes', [body])
  return rows[0].lexemes.toSorted()
}

const word = fc.oneof(
  fc.constantFrom('a', 'of', 'the', 'java', 'c++', '.net', 'москва', '日本語'),
  fc.string({ unit: 'grapheme', maxLength: 90 }),
  fc.integer({ min: 15, max: 90 }).map((length) => 'x'.repeat(length)),
)
const textsOf = (anyWord: fc.Arbitrary<string>, maxLength: number) =>
  fc.array(
    fc.array(anyWord, { maxLength }).map((words) => words.join(' ')),
    { maxLength: 4 },
  )
// Few words, so that most runs occur more than once.
const texts = fc.oneof(textsOf(word, 12), textsOf(fc.constantFrom('of', 'the', 'java', 'c++', 'москва'), 20))

test('search_lexemes: the words of a document and the lexemes of its links and ambiguous runs', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (some) => {
      const document = toSearchDocument(some)
      expect(await lexemesInSql(document.body)).toEqual(lexemesOf(document).toSorted())
    }),
    { numRuns: randomRuns(400) },
  )
})

const longWord = (i: number) => String(i).padEnd(limits.wordBytes, 'x')

test('the longest document: words and links fit one tsvector', async () => {
  const words = Array.from({ length: limits.documentWords }, (_, i) => longWord(i))
  const lexemes = await lexemesInSql(documentOf([words]).body)
  expect(lexemes).toHaveLength(2 * limits.documentWords - 1)
  expect(lexemes).toContain(linkLexeme(words.slice(-2)))
})

test.each([2, 3, 4, 8])(
  'the longest document: each word %i times, in another order, fits one tsvector',
  async (times) => {
    const count = Math.floor(limits.documentWords / times)
    const rows = Array.from({ length: times }, (_, row) =>
      Array.from({ length: count }, (_, i) => longWord((i * (2 * row + 1)) % count)),
    )
    const lexemes = await lexemesInSql(documentOf([rows.flat()]).body)
    expect(lexemes.length).toBeGreaterThan(limits.documentWords)
  },
)

test('the longest document: pairs of words in another order fit one tsvector', async () => {
  const pairs = limits.documentWords / 8
  const rows = Array.from({ length: 4 }, (_, row) =>
    Array.from({ length: pairs }, (_, i) => (i * (2 * row + 1)) % pairs).flatMap((i) => [
      longWord(2 * i),
      longWord(2 * i + 1),
    ]),
  )
  const lexemes = await lexemesInSql(documentOf([rows.flat()]).body)
  expect(lexemes.length).toBeGreaterThan(limits.documentWords)
})
