import { openConnection } from '@jobboard/db/db'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { and, type Node } from '../src/ast.ts'
import { type SearchDocument, toSearchDocument } from '../src/document.ts'
import { evaluate } from '../src/evaluate.ts'
import { toPostgres } from '../src/to-postgres.ts'
import { wildcards } from '../src/wildcards.ts'
import { anyNode, anyTexts, numRuns } from './support/arbitrary.ts'

const url = process.env.DATABASE_URL
if (!url)
  console.warn('SKIPPED: PostgreSQL is not compared with the evaluator, because DATABASE_URL is not set')

const PROFILES = 200

describe.skipIf(!url)('PostgreSQL returns exactly what the evaluator finds (D-42)', () => {
  let db: Awaited<ReturnType<typeof openConnection>>
  const documents = fc.sample(anyTexts, { numRuns: PROFILES }).map(toSearchDocument)

  beforeAll(async () => {
    db = await openConnection(url!, 60_000)
    await db.query('create temporary table cv (id int primary key, v tsvector not null, body text not null)')
    await db.query('create temporary table cv_word (word text collate "C" primary key)')
    for (const [id, { terms, body }] of documents.entries()) {
      await db.query('insert into cv values ($1, array_to_tsvector($2::text[]), $3)', [id, terms, body])
      await db.query('insert into cv_word select unnest($1::text[]) on conflict do nothing', [terms])
    }
    await db.query('create index on cv using gin (v)')
    await db.query('analyze cv')
  })

  afterAll(() => db.end())

  test.each(['on', 'off'])('with sequential scans %s', async (scans) => {
    await db.query(`set enable_seqscan = ${scans}`)
    await fc.assert(
      fc.asyncProperty(anyNode, async (node) => {
        expect(await foundByPostgres(node)).toEqual(foundByEvaluator(node))
      }),
      { numRuns },
    )
  })

  test('a long profile: phrases after 300 repetitions of a word and 9,000 other words are found', async () => {
    const long = toSearchDocument([`${'and '.repeat(300)} r and d ${filler(9000)} at last`])
    await db.query('insert into cv values (-1, array_to_tsvector($1::text[]), $2)', [long.terms, long.body])
    for (const query of [phrase('r', 'and', 'd'), phrase('at', 'last')]) {
      expect(await foundByPostgres(query)).toContain(-1)
    }
    await db.query('delete from cv where id = -1')
  })

  async function foundByPostgres(node: Node): Promise<number[]> {
    const words = new Map<string, string[]>()
    for (const { pattern, regex } of wildcards(node)) {
      const { rows } = await db.query('select word from cv_word where word ~ $1', [regex])
      words.set(
        pattern,
        rows.map(({ word }) => word),
      )
    }
    const { strings, values } = toPostgres(node, words, { terms: 'v', body: 'body' })
    const condition = strings.reduce((text, string, i) => `${text}$${i}${string}`)
    const { rows } = await db.query(`select id from cv where ${condition} order by id`, values)
    return rows.map(({ id }) => id)
  }

  function foundByEvaluator(node: Node): number[] {
    return documents.flatMap(({ sections }: SearchDocument, id) => (evaluate(node, sections) ? [id] : []))
  }
})

function phrase(...words: string[]): Node {
  const last = { type: 'term', word: words.at(-1)!, at: 0 } as const
  return and([{ type: 'phrase', head: words.slice(0, -1), last, at: 0 }])
}

function filler(count: number): string {
  return Array.from({ length: count }, (_, i) => `w${i}`).join(' ')
}
