import { countryNumber } from '@jobboard/contracts/iso-codes'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FacetCounts } from '../../src/searches/search.ts'
import {
  type EngineDatabase,
  openEngineDatabase,
  openTestIndex,
  type TestCandidate,
} from '../support/engine-database.ts'
import { type FakeMeilisearch, startFakeMeilisearch } from '../support/fake-meilisearch/server.ts'
import { openMeilisearch, type TestMeilisearch } from '../support/meilisearch.ts'

const FAKE_KEY = 'facets'
let database: EngineDatabase
let server: TestMeilisearch
let fake: FakeMeilisearch
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

const NOW = new Date('2026-03-01T12:00:00.000Z')
const fields = fc.record({
  texts: fc.constantFrom<string[][]>(['cooper'], ['cooper barrel'], ['barrel']),
  country: fc.constantFrom('NO', 'SE', 'US', null),
  careerStatus: fc.constantFrom('OpenToOffers', 'ActivelyLooking', 'NotLooking', null),
  isSearchable: fc.nat(6).map((chance) => chance > 0),
  consentExpiresAt: fc.constantFrom(null, null, new Date(NOW.getTime() + 1), NOW),
})
const someOf = (seed: number, numRuns: number, firstId: number): TestCandidate[] =>
  fc.sample(fields, { seed, numRuns }).map((one, i) => ({ ...one, id: firstId + i }))

test('every engine counts exactly the matching candidates, also while the index is behind', async () => {
  const indexes = [
    await openTestIndex(database, server),
    await openTestIndex(database, { url: fake.url, key: FAKE_KEY }),
  ]
  const engines = [database.postgres, ...indexes.map(({ engine }) => engine)]
  const model = new Map<number, TestCandidate>()
  const save = async (candidates: TestCandidate[]) => {
    for (const one of candidates) model.set(one.id, one)
    await database.store(candidates)
  }
  const compare = async () => {
    for (const [query, word] of [
      ['cooper', 'cooper'],
      ['barrel', 'barrel'],
      ['nobody', 'nobody'],
    ] as const) {
      const expected = countAll([...model.values()].filter((one) => isFound(one, word)))
      const search = await database.prepare(query, {
        now: NOW,
        pageSize: 3,
        facets: ['country', 'careerStatus'],
      })
      for (const engine of engines) {
        const { total, counts } = await engine.search(search)
        expect([query, total, counts]).toEqual([query, expected.total, expected.counts])
        expect((await engine.search({ ...search, facets: ['country'] })).counts).toEqual({
          country: expected.counts.country,
        })
        expect((await engine.search({ ...search, facets: [] })).counts).toEqual({})
      }
    }
  }
  await save(someOf(1, 80, 1))
  const documents = await database.indexDocuments()
  for (const { client, uid } of indexes) await client.put(uid, documents)
  await compare()
  // Changed, hidden and new candidates that the index does not have.
  await save([...someOf(2, 20, 1), ...someOf(3, 10, 200)])
  for (const { pendingIds } of indexes)
    for (const id of [...Array(20).keys(), ...Array(10).keys()].map((n, i) => (i < 20 ? n + 1 : n + 200)))
      pendingIds.add(id)
  await compare()
  for (const { drop } of indexes) await drop()
})

function isFound({ texts, isSearchable, consentExpiresAt }: TestCandidate, word: string): boolean {
  return isSearchable! && (!consentExpiresAt || consentExpiresAt > NOW) && texts.join(' ').includes(word)
}

function countAll(candidates: TestCandidate[]): { total: number; counts: FacetCounts } {
  const count = (values: (string | null | undefined)[]) => {
    const counts: Record<string, number> = {}
    for (const value of values) if (value) counts[value] = (counts[value] ?? 0) + 1
    return counts
  }
  return {
    total: candidates.length,
    counts: {
      country: count(candidates.map(({ country }) => country && String(countryNumber(country)))),
      careerStatus: count(candidates.map(({ careerStatus }) => careerStatus)),
    },
  }
}
