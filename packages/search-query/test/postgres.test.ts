import { openConnection } from '@jobboard/db/connections'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { and, type Node } from '../src/ast.ts'
import { documentOf, type SearchDocument, toSearchDocument } from '../src/document.ts'
import { evaluate } from '../src/evaluate.ts'
import { limits } from '../src/limits.ts'
import { type Columns, toPostgres } from '../src/to-postgres.ts'
import { wildcards } from '../src/wildcards.ts'
import { anyNode, anyTexts, numRuns } from './support/arbitrary.ts'
import { lexemesOf } from './support/lexemes.ts'

const url = process.env.DATABASE_URL
if (!url)
  console.warn('SKIPPED: PostgreSQL is not compared with the evaluator, because DATABASE_URL is not set')

const PROFILES = 200

const byWords: Columns = { terms: 'v', body: 'body' }
const byLinks: Columns = { ...byWords, lexemes: 'lexemes' }

describe.skipIf(!url)('PostgreSQL returns exactly what the evaluator finds (D-42)', () => {
  let db: Awaited<ReturnType<typeof openConnection>>
  const documents = fc.sample(anyTexts, { numRuns: PROFILES }).map(toSearchDocument)

  beforeAll(async () => {
    db = await openConnection(url!, 60_000)
    await db.query(
      'create temporary table cv (id int primary key, v tsvector not null, body text not null, lexemes tsvector not null)',
    )
    await db.query('create temporary table cv_word (word text collate "C" primary key)')
    for (const [id, document] of documents.entries()) {
      await insert(id, document)
      await db.query('insert into cv_word select unnest($1::text[]) on conflict do nothing', [document.terms])
    }
    await db.query('create index on cv using gin (v)')
    await db.query('create index on cv using gin (lexemes)')
    await db.query('analyze cv')
  })

  afterAll(() => db.end())

  test.each([
    ['words', 'on', byWords],
    ['words', 'off', byWords],
    ['words and links', 'on', byLinks],
    ['words and links', 'off', byLinks],
  ])('by an index of %s, with sequential scans %s', async (_, scans, columns) => {
    await db.query(`set enable_seqscan = ${scans}`)
    await fc.assert(
      fc.asyncProperty(anyNode, async (node) => {
        expect(await foundByPostgres(node, columns)).toEqual(foundByEvaluator(node))
      }),
      { numRuns },
    )
  })

  test('a long profile: phrases after 300 repetitions of a word and 9,000 other words are found', async () => {
    const long = toSearchDocument([`${'and '.repeat(300)} r and d ${filler(9000)} at last`])
    await insert(-1, long)
    for (const query of [phrase('r', 'and', 'd'), phrase('at', 'last')]) {
      expect(await foundByPostgres(query, byWords)).toContain(-1)
      expect(await foundByPostgres(query, byLinks)).toContain(-1)
    }
    await db.query('delete from cv where id = -1')
  })

  test('the longest possible document: words and links fit one tsvector, and its last link is found', async () => {
    const word = (i: number) => `${String(i).padStart(5, '0')}`.padEnd(limits.wordBytes, 'x')
    const long = documentOf([Array.from({ length: limits.documentWords }, (_, i) => word(i))])
    await insert(-1, long)
    const query = phrase(word(limits.documentWords - 2), word(limits.documentWords - 1))
    expect(await foundByPostgres(query, byLinks)).toEqual([-1])
    expect(await foundByPostgres(phrase(word(1), word(3)), byLinks)).toEqual([])
    await db.query('delete from cv where id = -1')
  })

  async function insert(id: number, document: SearchDocument): Promise<void> {
    await db.query(
      'insert into cv values ($1, array_to_tsvector($2::text[]), $3, array_to_tsvector($4::text[]))',
      [id, document.terms, document.body, lexemesOf(document)],
    )
  }

  async function foundByPostgres(node: Node, columns: Columns): Promise<number[]> {
    const words = new Map<string, string[]>()
    for (const { pattern, regex } of wildcards(node)) {
      const { rows } = await db.query('select word from cv_word where word ~ $1', [regex])
      words.set(
        pattern,
        rows.map(({ word }) => word),
      )
    }
    const ids: number[] = []
    for (const { strings, values } of toPostgres(node, words, columns)) {
      const condition = strings.reduce((text, string, i) => `${text}$${i}${string}`)
      const { rows } = await db.query(`select id from cv where ${condition}`, values)
      ids.push(...rows.map(({ id }) => id))
    }
    return ids.toSorted((a, b) => a - b)
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
