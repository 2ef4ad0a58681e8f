import type { Tx } from '@jobboard/db/sql'
import { parse } from '@jobboard/search-query/parse'
import { explaining } from '@jobboard/testkit/explain'
import { expect, test } from 'vitest'
import { findPage, withSearchTimeout } from '../src/searches/store.ts'
import { startSearch } from './support/setup.ts'

const searchService = await startSearch()
const { sql } = searchService.deps.db
await sql`
  insert into candidate (id, version, is_searchable, last_active_at, country_number, profile)
  select i, 1, true, now() - i * interval '1 minute', 578, '{}' from generate_series(1, 2000) as i`
await sql`
  insert into candidate_document_3 (candidate_id, tokeniser_version, terms, body)
  select i, 3, array_to_tsvector(array['human', 'resources', 'w' || i % 100]), '|/human/resources/w' || i % 100 || '/|'
  from generate_series(1, 2000) as i`
await sql`vacuum (analyze) candidate, candidate_document_3`

async function planOf(query: string): Promise<string> {
  const [plan] = await searchService.deps.db.tx((sql) =>
    withSearchTimeout(sql, 4_000, async () => {
      const { sql: explain, plans } = explaining(sql as Tx)
      const wanted = {
        sandboxId: undefined,
        countryNumbers: null,
        activeSince: null,
        now: new Date(),
        page: 1,
        pageSize: 20,
      }
      await findPage(explain, 3, { query: parse(query), words: new Map(), ...wanted })
      return plans
    }),
  )
  return plan!
}

test.each([
  'w7',
  '"human resources"',
  '("human resources" OR w7) NOT "resources w8"',
  'w8 OR "human resources w7"',
])('%s: the index of words and links decides; no body is read', async (query) => {
  const plan = await planOf(query)
  expect(plan).toContain('Bitmap Index Scan on candidate_document_3_search_lexemes')
  expect(plan).not.toContain('SubPlan')
  expect(plan).not.toContain('Filter: (search_lexemes')
})

test('a phrase of five words: the index narrows by its links, and bodies decide', async () => {
  const plan = await planOf('"human resources w7 w8 w9"')
  expect(plan).toContain('Bitmap Index Scan on candidate_document_3_search_lexemes')
  expect(plan).toContain(
    `Index Cond: (search_lexemes(body) @@ '''human/resources'' & ''resources/w7'' & ''w7/w8''`,
  )
  expect(plan).toContain('SubPlan')
})

test('a phrase of five words under OR: only bodies of the rows that need it are read, no lexemes computed', async () => {
  const plan = await planOf('w7 OR w8 OR "human resources w9 w10 w11"')
  expect(plan.match(/Bitmap Index Scan on candidate_document_3_search_lexemes/g)).toHaveLength(2)
  expect(plan).toContain('SubPlan')
  expect(plan).not.toContain('Filter: (search_lexemes')
})
