import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { getJson, postJson } from '@jobboard/jobboard/demo/post-json'
import { currentTokeniser, versionedName } from '@jobboard/search/documents/document'
import { eventually } from '@jobboard/testkit/eventually'
import type pg from 'pg'
import { type Bench, type Benchmark, scaled } from './benchmark.ts'
import { type Figure, quantile, quantileFigures } from './figures.ts'
import { mapConcurrently } from './load.ts'
import { createEmployer } from './people.ts'
import { searchProfiles, WORDS } from './search-profiles.ts'

/** In the manner of recruiters: our own, written after the ones that sourcing guides publish. They cover lists of synonyms,
 * phrases of two to four words, exclusions, wildcards and single words, rare and common. */
const searchStrings = readFileSync(join(import.meta.dirname, 'search-strings.txt'), 'utf8')
  .trimEnd()
  .split('\n')
/** A key may search 30 times a minute. */
const EMPLOYERS = 80
const ROUNDS = scaled(8)
const PAGE_SIZE = 50
const SEARCH = '/api/v1/candidates/search'
const QUANTILES = [0.5, 0.95, 0.99]
const GOAL = { postgres: '<= 100 ms', meilisearch: '<= 25 ms' }
const INDEXED_WITHIN_MS = 2 * 3_600_000
const PROFILES = Number(process.env.BENCH_PROFILES ?? scaled(100_000))
/** The table of the present tokeniser version. */
const DOCUMENTS = versionedName('candidate_document', currentTokeniser.version)

interface Data {
  keys: string[]
  figures: Figure[]
}

export const search: Benchmark<Data> = {
  name: 'search',
  help: `CV search with 100 000 generated profiles through the gateway (more than ten minutes and 3 GB more; another number with BENCH_PROFILES=1000000, of other than 650 words with BENCH_PROFILE_WORDS=250; TEST_DATA_DIR
names a folder with jobs.jsonl and occupations.json; BENCH_DATA_DIR keeps profiles and index in a folder for the next run)`,
  async fill(bench) {
    const client = await bench.connect('search')
    const filled = await fillSearch(bench, client)
    bench.log(`Creating ${EMPLOYERS} employers…`)
    const employers = await mapConcurrently(EMPLOYERS, 4, () =>
      createEmployer(bench, { scopes: ['CvSearch'], keys: 1 }),
    )
    const figures = [...filled, ...(await sizes(bench, client))]
    return { keys: employers.flatMap(({ keys }) => keys), figures }
  },
  async measure({ stack, env, log }, { keys, figures }) {
    log(`Searching with ${searchStrings.length} strings, ${ROUNDS} times each…`)
    let calls = 0
    const searchOnce = async (query: string) => {
      const begin = performance.now()
      const key = keys[calls++ % keys.length]!
      const body = { query, pageSize: PAGE_SIZE }
      const { total } = await postJson<{ total: number }>(stack.baseUrl, key, SEARCH, body)
      return { total, tookMs: performance.now() - begin }
    }
    const searched = searchStrings.map((query) => ({ query, total: 0, times: [] as number[] }))
    // The first round does not count.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const one of searched) {
        const { total, tookMs } = await searchOnce(one.query)
        if (round > 0) one.times.push(tookMs)
        one.total = total
      }
    }
    log('The slowest strings: median, matches')
    const medians = searched.map((one) => ({ ...one, median: quantile(one.times, 0.5) }))
    for (const { query, total, median } of medians.toSorted((a, b) => b.median - a.median).slice(0, 15))
      log(`${median.toFixed(1)} ms  ${total}  ${query}`)
    const engine = env('search').SEARCH_ENGINE === 'meilisearch' ? 'meilisearch' : 'postgres'
    const times = searched.flatMap((one) => one.times)
    const found = quantileFigures(`${engine}: search`, times, QUANTILES, { p95: GOAL[engine] })
    return { figures: [...figures, ...found] }
  },
}

/** Imports the profiles, and waits until every one can be found. Nothing when an earlier run has filled the data folder. */
async function fillSearch(bench: Bench, client: pg.Client): Promise<Figure[]> {
  const count = async () =>
    (await client.query(`select count(*)::int as count from ${DOCUMENTS}`)).rows[0].count
  if ((await count()) === PROFILES) return []
  const { url } = bench.stack.plans.find(({ name }) => name === 'search')!
  const begin = performance.now()
  await importCandidates(bench, searchProfiles(PROFILES, process.env.TEST_DATA_DIR), PROFILES)
  bench.log(`Indexing ${PROFILES} profiles of ${WORDS} words…`)
  const isIndexed = async () => {
    if ((await count()) < PROFILES) return false
    const metrics = await (await fetch(`${url}/metrics`)).text()
    return !/^search_index_pending\S* [1-9]/m.test(metrics) && !/^search_index_live\S* 0$/m.test(metrics)
  }
  await eventually('the profiles are indexed', isIndexed, INDEXED_WITHIN_MS, 200)
  await client.query(`vacuum (analyze)`)
  const perSecond = (PROFILES * 1_000) / (performance.now() - begin)
  return [{ what: 'profiles imported and indexed', value: perSecond, unit: '/s' }]
}

/** Size of the table of documents and of its indexes, and of the database of Meilisearch. */
async function sizes({ env }: Bench, client: pg.Client): Promise<Figure[]> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `select '${DOCUMENTS}' as name, pg_table_size('${DOCUMENTS}') as bytes
    union all
    select indexrelid::regclass::text, pg_relation_size(indexrelid) from pg_index
    where indrelid = '${DOCUMENTS}'::regclass`,
  )
  const { SEARCH_ENGINE, MEILI_URL, MEILI_MASTER_KEY } = env('search')
  if (SEARCH_ENGINE === 'meilisearch') {
    const stats = await getJson<{ databaseSize: number }>(MEILI_URL!, MEILI_MASTER_KEY!, '/stats')
    rows.push({ name: 'meilisearch', bytes: String(stats.databaseSize) })
  }
  return rows.map(({ name, bytes }) => {
    return { what: `${name}, a profile`, value: Number(bytes) / PROFILES / 1_000, unit: 'KB' }
  })
}

/** Imports lines of candidates in one request through the gateway. Throws unless all are imported or were before. */
async function importCandidates(
  { stack, settings, log }: Bench,
  lines: Iterable<string>,
  count: number,
): Promise<void> {
  log(`Importing ${count} candidates…`)
  const response = await fetch(`${stack.adminUrl}/admin/v1/candidates/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${settings.adminToken}`, 'content-type': 'application/x-ndjson' },
    body: Readable.from(lines, { objectMode: false }),
    duplex: 'half',
  } as unknown as RequestInit)
  const text = await response.text()
  const { imported, skipped } = JSON.parse(text) as { imported: number; skipped: number }
  if (response.status !== 200 || imported + skipped !== count)
    throw new Error(`the import failed: ${response.status} ${text.slice(0, 1_000)}`)
}
