import { limits } from '@jobboard/search-query/limits'
import { printFilter, toMeilisearch } from '@jobboard/search-query/to-meilisearch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type EngineDatabase,
  openEngineDatabase,
  openTestIndex,
  type TestIndex,
} from '../support/engine-database.ts'
import { openMeilisearch, type TestMeilisearch } from '../support/meilisearch.ts'

let database: EngineDatabase
let server: TestMeilisearch
let index: TestIndex

/** The first two letters of the words of wildcard `i`. */
const start = (i: number) => `${'bcdfghjklm'[Math.floor(i / 10)]}${'bcdfghjklm'[i % 10]}`

beforeAll(async () => {
  database = await openEngineDatabase()
  server = await openMeilisearch()
  index = await openTestIndex(database, server)
  await database.store([
    { id: 1, texts: ['v w x y z bb1', 'knot'] },
    { id: 2, texts: ['v w x y', 'w x y z bb1', 'knot'] },
    { id: 3, texts: ['v w x y z mm400', 'knot'] },
    { id: 4, texts: ['knot'] },
    // The longest links that can be stored: six words of 76 bytes.
    { id: 5, texts: [`v ${'q'.repeat(76)} w`, `${Array(6).fill('м'.repeat(40)).join(' ')}`] },
  ])
  await index.client.put(index.uid, await database.indexDocuments())
  // As many words as each wildcard may match, as long as words can be.
  for (let i = 0; i < limits.terms; i++) {
    await database.db.sql`
      insert into cv_word_3 select rpad(${start(i)}::text || number, ${limits.wordBytes}::int, 'x')
      from generate_series(1, ${limits.wordsPerWildcard - 2}::int) as number on conflict do nothing`
  }
})
afterAll(async () => {
  await database.stop()
  await server.stop()
})

/** Both engines find the same, and somebody. */
async function expectEqual(query: string): Promise<void> {
  expect(query.length).toBeLessThanOrEqual(limits.queryCharacters)
  const search = await database.prepare(query)
  const { certain, possible } = toMeilisearch(search.query, search.words)
  const found = await index.engine.search(search)
  const bytes = [certain, possible].map((one) => (typeof one === 'boolean' ? 0 : printFilter(one).length))
  console.info(`Meilisearch ${server.version}: ${query.slice(0, 30)}… ${bytes} bytes of filter`)
  expect(found.total).toBeGreaterThan(0)
  expect(found).toEqual(await database.postgres.search(search))
}

const terms = (term: (start: string) => string, operator: string, count: number = limits.terms) =>
  Array.from({ length: count }, (_, i) => term(start(i))).join(operator)

test('100 wildcards of 500 words', async () => {
  await expectEqual(terms((word) => `${word}*`, ' OR '))
})

test('as many phrases of six words that end in a wildcard of 500 words as fit the query', async () => {
  await expectEqual(terms((word) => `"v w x y z ${word}*"`, ' OR ', 95))
  await expectEqual(`knot ${terms((word) => `-"w x y z ${word}*"`, ' ', 99)}`)
  await expectEqual(`knot -(${terms((word) => `"y z ${word}*"`, ' OR ', 99)})`)
})

test('the deepest nesting, with a phrase of several links inside', async () => {
  const open = Array.from({ length: limits.depth }, (_, i) => (i % 2 === 0 ? '(knot ' : '(q OR ')).join('')
  await expectEqual(`${open}"x y z"${')'.repeat(limits.depth)}`)
  const levels = Math.floor(limits.depth / 2)
  await expectEqual(`${'knot -('.repeat(levels)}knot "x y z"${')'.repeat(levels)}`)
  await expectEqual(`${'knot -('.repeat(levels)}(q OR "x y z")${')'.repeat(levels)}`)
})

test('the longest words and links', async () => {
  await expectEqual(`"v ${'q'.repeat(76)} w"`)
  await expectEqual(`"${Array(6).fill('м'.repeat(40)).join(' ')}"`)
})
