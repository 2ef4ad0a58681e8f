import { openConnection } from '@jobboard/db/db'
import { toSearchDocument } from '@jobboard/search-query/document'
import { encodeWord } from '@jobboard/search-query/encode'
import { limits } from '@jobboard/search-query/limits'
import { pairLexeme } from '@jobboard/search-query/pair'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

async function lexemesOf(body: string): Promise<string[]> {
  const { rows } = await db.query('select tsvector_to_array(document_lexemes($1)) as lexemes', [body])
  return rows[0].lexemes.toSorted()
}

const word = fc.oneof(
  fc.constantFrom('a', 'java', 'c++', '.net', 'москва', '日本語'),
  fc.string({ unit: 'grapheme', maxLength: 90 }),
  fc.integer({ min: 15, max: 90 }).map((length) => 'x'.repeat(length)),
)
const texts = fc.array(
  fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')),
  { maxLength: 4 },
)

test('document_lexemes: the words of a document and pairLexeme of all neighbours in one section', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (some) => {
      const { terms, body, sections } = toSearchDocument(some)
      const encoded = sections.map((words) => words.map(encodeWord))
      const pairs = encoded.flatMap((words) => words.slice(1).map((next, i) => pairLexeme(words[i]!, next)))
      expect(await lexemesOf(body)).toEqual([...new Set([...terms, ...pairs])].toSorted())
    }),
    { numRuns: 200 },
  )
})

test('the longest document: words and pairs fit one tsvector', async () => {
  const words = Array.from({ length: limits.documentWords }, (_, i) =>
    String(i).padEnd(limits.wordBytes, 'x'),
  )
  const lexemes = await lexemesOf(toSearchDocument([words.join(' ')]).body)
  expect(lexemes).toHaveLength(2 * limits.documentWords - 1)
  expect(lexemes).toContain(pairLexeme(words.at(-2)!, words.at(-1)!))
})
