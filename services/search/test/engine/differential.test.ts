import type { FacetName } from '@jobboard/contracts/search/search'
import { evaluate } from '@jobboard/search-query/evaluate'
import { parse } from '@jobboard/search-query/parse'
import { randomRuns } from '@jobboard/testkit/random-runs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Found, Search } from '../../src/searches/search.ts'
import {
  type EngineDatabase,
  openEngineDatabase,
  openTestIndex,
  sectionsOf,
  type TestCandidate,
} from '../support/engine-database.ts'
import { type FakeMeilisearch, startFakeMeilisearch } from '../support/fake-meilisearch/server.ts'
import { openMeilisearch, type TestMeilisearch } from '../support/meilisearch.ts'
import { RECRUITER_QUERIES } from '../support/recruiter-queries.ts'

/** Pairs of a corpus and a query. */
const PAIRS = Number(process.env.QUERY_RUNS ?? randomRuns(250))
const QUERIES_PER_CORPUS = 50
const CANDIDATES = 60
const HOUR_MS = 3_600_000
const NOW = new Date('2026-03-01T12:00:00.000Z')
const COUNTRY_NUMBERS = { NO: 578, SE: 752, US: 840 } as const

const words =
  'c c++ c# .net net java javascript woman women machine learning of state the r d ci cd москва résumé'.split(
    ' ',
  )
// Of scripts without blanks, with invisible characters, with elided articles: pairs of a text and a query of a part of it.
const written = [
  ['高级软件工程师', '工程师'],
  ['工程软件工', '软件工*'],
  ['ソフトウェアエンジニア', 'ｴﾝｼﾞﾆｱ'],
  ['เป็นวิศวกรที่ทำ', 'วิศวกร'],
  ['ទីក្រុង', 'ក្រុង'],
  ['Java工程师3年', '"java 工程"'],
  ["d'ingénieur", 'ingénieur'],
  ['dell’ufficio', "dell'ufficio"],
  ['ma\u00adchine learn\u200bing', '"machine\u2060 learning"'],
] as const
// Few words, so that the pairs of a long phrase often occur apart.
const fewWords = 'of state the art'.split(' ')
const recruiterWords = RECRUITER_QUERIES.flatMap((query) => query.match(/[\w.+#/-]{2,}/g) ?? [])
const anyWord = fc.oneof(
  { arbitrary: fc.constantFrom(...words), weight: 3 },
  { arbitrary: fc.constantFrom(...fewWords), weight: 3 },
  { arbitrary: fc.constantFrom(...recruiterWords), weight: 2 },
)
const writtenText = fc.constantFrom(...written).map(([text]) => text)
// Few letters, so that the pairs of a long phrase often occur apart.
const letters = fc
  .array(fc.constantFrom(...'工程师'), { minLength: 2, maxLength: 9 })
  .map((some) => some.join(''))
const anyText = fc.oneof(
  fc.array(fc.oneof(writtenText, letters, anyWord), { maxLength: 8 }).map((some) => some.join(' ')),
  fc.array(anyWord, { maxLength: 8 }).map((some) => some.join(' ')),
  fc.array(fc.constantFrom(...fewWords), { minLength: 4, maxLength: 12 }).map((some) => some.join(' ')),
  // Parts of a recruiter's query, so that its phrases occur.
  fc.constantFrom(...RECRUITER_QUERIES).map((query) => query.replace(/\b(AND|OR|NOT)\b|[()"*]/g, ' ')),
)
const anyCandidate = fc.record({
  texts: fc.array(anyText, { maxLength: 6 }),
  country: fc.constantFrom('NO', 'SE', 'US', null),
  careerStatus: fc.constantFrom('OpenToOffers', 'ActivelyLooking', null),
  // Many are equal, so that the id decides the order.
  lastActiveAt: fc.nat(20).map((hours) => new Date(NOW.getTime() - hours * HOUR_MS)),
  consentExpiresAt: fc.constantFrom(null, null, null, new Date(NOW.getTime() + 1), NOW),
  isSearchable: fc.nat(6).map((chance) => chance > 0),
})

const leaf = fc.oneof(
  fc.constantFrom(...written).map(([, query]) => query),
  letters,
  { arbitrary: anyWord.filter((word) => !/^(?:near|and|or|not)$/i.test(word)), weight: 4 },
  fc.constantFrom('java*', 'wom?n', 'le*ing', 'mo*', 'ja?a*', 'résu*', 'zz*', 'st*'),
  fc.array(anyWord, { minLength: 2, maxLength: 3 }).map((some) => `"${some.join(' ')}"`),
  fc.array(fc.constantFrom(...fewWords), { minLength: 2, maxLength: 6 }).map((some) => `"${some.join(' ')}"`),
  fc
    .tuple(
      fc.array(fc.constantFrom(...fewWords), { minLength: 1, maxLength: 3 }),
      fc.constantFrom('st*', 'a?t', 'java*', 'zz*'),
    )
    .map(([head, last]) => `"${head.join(' ')} ${last}"`),
)
const anyQuery: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'node' },
    leaf,
    fc
      .tuple(tie('node'), fc.constantFrom(' AND ', ' OR ', ' ', ' NOT '), tie('node'))
      .map(([a, operator, b]) => `(${a}${operator}${b})`),
    tie('node').map((node) => `NOT (${node})`),
  ),
})).node
const validQuery = anyQuery.filter((text) => isValid(text))

const anyFilters = fc.record({
  countryNumbers: fc.constantFrom<(number[] | null)[]>(null, null, [578], [752, 840], [40]),
  activeSince: fc.constantFrom<(Date | null)[]>(null, null, new Date(NOW.getTime() - 8 * HOUR_MS)),
  pageSize: fc.constantFrom(1, 7, 20, 100),
  facets: fc.constantFrom<FacetName[][]>([], ['country'], ['country', 'careerStatus']),
})

let database: EngineDatabase
let server: TestMeilisearch
let fake: FakeMeilisearch
const FAKE_KEY = 'differential'
beforeAll(async () => {
  database = await openEngineDatabase()
  server = await openMeilisearch()
  fake = await startFakeMeilisearch(FAKE_KEY, 0)
})
afterAll(async () => {
  await database.stop()
  await server.stop()
  await fake.stop()
})

describe('both engines, the one of a sandbox and the evaluator find the same candidates, in the same order, on every page (D-42)', () => {
  const compared = { searches: 0, withHits: 0, longPhrases: 0 }
  const corpora = Math.ceil(PAIRS / QUERIES_PER_CORPUS)

  test.each(Array.from({ length: corpora }, (_, seed) => seed))(
    'random queries on corpus %i',
    async (seed) => {
      const queries = fc.sample(fc.tuple(validQuery, anyFilters), { seed, numRuns: QUERIES_PER_CORPUS })
      await compareAll(seed, queries)
    },
  )

  test('recruiters’ strings', async () => {
    const filters = fc.sample(anyFilters, { seed: 7, numRuns: RECRUITER_QUERIES.length })
    await compareAll(
      1_000,
      RECRUITER_QUERIES.map((query, i) => [query, filters[i]!] as const),
    )
  })

  test('a fifth of the searches has hits, and some have phrases of more than two words', () => {
    console.info(`Meilisearch ${server.version}: ${JSON.stringify(compared)}`)
    expect(compared.withHits).toBeGreaterThan(compared.searches / 5)
    expect(compared.longPhrases).toBeGreaterThan(0)
  })

  async function compareAll(seed: number, queries: (readonly [string, Filters])[]): Promise<void> {
    await database.db.sql`truncate candidate, cv_word_3, sandbox_candidate cascade`
    const indexes = [
      await openTestIndex(database, server),
      await openTestIndex(database, { url: fake.url, key: FAKE_KEY }),
    ]
    const model = new Map<number, TestCandidate>()
    const stored = fc
      .sample(anyCandidate, { seed, numRuns: CANDIDATES })
      .map((one, i) => ({ ...one, id: i + 1 }))
    for (const one of stored) model.set(one.id, one)
    await database.store(stored)
    const documents = await database.indexDocuments()
    for (const { client, uid } of indexes) await client.put(uid, documents)
    const engines = [database.postgres, database.sandbox, ...indexes.map(({ engine }) => engine)]
    const half = queries.length / 2
    for (const query of queries.slice(0, half)) await compare(engines, model, query)
    // From here on the index is behind: changed, hidden, erased and new candidates are pending.
    const changed = fc
      .sample(anyCandidate, { seed: -seed - 1, numRuns: 12 })
      .map((one, i) => ({ ...one, id: 5 * i + 8 }))
    // The last activity of a candidate never moves back.
    for (const one of changed) {
      const before = model.get(one.id)?.lastActiveAt ?? one.lastActiveAt
      if (before > one.lastActiveAt) one.lastActiveAt = before
      model.set(one.id, one)
    }
    await database.store(changed)
    await database.erase([3, 4])
    for (const id of [3, 4]) model.delete(id)
    for (const { pendingIds } of indexes)
      for (const id of [3, 4, ...changed.map(({ id }) => id)]) pendingIds.add(id)
    for (const query of queries.slice(half)) await compare(engines, model, query)
    for (const { drop } of indexes) await drop()
  }

  async function compare(
    engines: Engine[],
    model: Map<number, TestCandidate>,
    [text, filters]: readonly [string, Filters],
  ) {
    const expected = evaluated(model, text, filters)
    const pages = Math.ceil(expected.length / filters.pageSize)
    // The first three pages, the last one and one past it.
    for (const page of new Set([1, 2, 3, pages, pages + 1].filter((one) => one > 0 && one <= pages + 1))) {
      const search = await database.prepare(text, { now: NOW, ...filters, page })
      const ids = expected.slice((page - 1) * filters.pageSize, page * filters.pageSize)
      let counts: Found['counts'] | undefined
      for (const [i, engine] of engines.entries()) {
        const found = await engine.search(search)
        counts ??= found.counts
        expect({ i, text, page, ...found }).toEqual({ i, text, page, total: expected.length, ids, counts })
      }
    }
    compared.searches++
    compared.withHits += Number(expected.length > 0)
    compared.longPhrases += Number(/"\S+ \S+ \S+/.test(text))
  }
})

type Filters = Pick<Search, 'countryNumbers' | 'activeSince' | 'pageSize' | 'facets'>

function evaluated(
  model: Map<number, TestCandidate>,
  text: string,
  { countryNumbers, activeSince }: Filters,
): number[] {
  const node = parse(text)
  return [...model.values()]
    .filter((candidate) => {
      const { isSearchable, consentExpiresAt, country, lastActiveAt } = candidate
      if (!isSearchable || (consentExpiresAt && consentExpiresAt <= NOW)) return false
      const number = COUNTRY_NUMBERS[country as keyof typeof COUNTRY_NUMBERS]
      if (countryNumbers && !countryNumbers.includes(number)) return false
      if (activeSince && lastActiveAt! < activeSince) return false
      return evaluate(node, sectionsOf(candidate))
    })
    .sort((a, b) => b.lastActiveAt!.getTime() - a.lastActiveAt!.getTime() || b.id - a.id)
    .map(({ id }) => id)
}

function isValid(text: string): boolean {
  try {
    parse(text)
    return true
  } catch {
    return false
  }
}
