import { openConnection } from '@jobboard/db/db'
import { toSearchDocument } from '@jobboard/search-query/document'
import { limits } from '@jobboard/search-query/limits'
import { linkLexeme } from '@jobboard/search-query/link-lexeme'
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
  const { rows } = await db.query('select tsvector_to_array(document_lexemes($1)) as lexemes', [body])
  return rows[0].lexemes.toSorted()
}

const word = fc.oneof(
  fc.constantFrom('a', 'of', 'the', 'java', 'c++', '.net', 'москва', '日本語'),
  fc.string({ unit: 'grapheme', maxLength: 90 }),
  fc.integer({ min: 15, max: 90 }).map((length) => 'x'.repeat(length)),
)
const texts = fc.array(
  fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')),
  { maxLength: 4 },
)

test('document_lexemes: the words of a document and linkLexeme of all links', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (some) => {
      const document = toSearchDocument(some)
      expect(await lexemesInSql(document.body)).toEqual(lexemesOf(document).toSorted())
    }),
    { numRuns: 200 },
  )
})

test('the longest document: words and links fit one tsvector', async () => {
  const words = Array.from({ length: limits.documentWords }, (_, i) =>
    String(i).padEnd(limits.wordBytes, 'x'),
  )
  const lexemes = await lexemesInSql(toSearchDocument([words.join(' ')]).body)
  expect(lexemes).toHaveLength(2 * limits.documentWords - 1)
  expect(lexemes).toContain(linkLexeme(words.slice(-2)))
})
