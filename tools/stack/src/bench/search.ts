import { openDb } from '@jobboard/db/db'
import { currentTokeniser } from '@jobboard/search/domain/tokeniser'
import { findPage } from '@jobboard/search/store/found'
import { withSearchTimeout } from '@jobboard/search/store/search-timeout'
import { tablesOf } from '@jobboard/search/store/tokeniser'
import { expandWildcards } from '@jobboard/search/store/vocabulary'
import { parse } from '@jobboard/search-query/parse'
import pg from 'pg'
import type { Log } from '../infra/log.ts'
import { postJson } from '../post-json.ts'
import type { Settings } from '../settings.ts'
import type { Stack } from '../stack.ts'
import { type Figure, quantile } from './figures.ts'
import { createRecruiterKeys } from './recruiter-keys.ts'
import { fillSearch, PROFILES } from './search-fill.ts'
import { searchStrings } from './search-strings.ts'
import { readSearchTexts } from './search-texts.ts'

// A key may search 30 times a minute.
const EMPLOYERS = 80
const ROUNDS = 8
const PAGE_SIZE = 50
const TIMEOUT_MS = 4_000

/** CV search with BENCH_PROFILES profiles: recruiters' strings through the gateway, each beside the statement of the
 * engine alone. The stack must be new. */
export async function benchSearch(stack: Stack, settings: Settings, log: Log): Promise<Figure[]> {
  const url = stack.plans.find(({ name }) => name === 'search')!.plan.env.DATABASE_URL!
  const texts = readSearchTexts(process.env.TEST_DATA_DIR)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    log(`Filling the search database with ${PROFILES} profiles of ${texts.source}…`)
    const filled = await fillSearch(client, texts, log)
    log(`Creating ${EMPLOYERS} employers…`)
    const keys = await createSearchKeys(stack, settings)
    log(`Searching with ${searchStrings.length} strings, ${ROUNDS} times each…`)
    const figures = await measureSearches(stack.baseUrl, url, keys, log)
    return [
      { what: 'documents stored', value: PROFILES / filled.storedSeconds, unit: '/s' },
      { what: 'documents stored and indexed', value: PROFILES / filled.seconds, unit: '/s' },
      ...(await sizes(client)),
      ...figures,
    ]
  } finally {
    await client.end()
  }
}

async function createSearchKeys(stack: Stack, settings: Settings): Promise<string[]> {
  const keys = await createRecruiterKeys(stack, settings, EMPLOYERS, () => 1, 'CvSearch')
  for (const employerId of keys.keys()) {
    const grant = { kind: 'CvSearch', amount: 1_000 }
    await postJson(stack.adminUrl, settings.adminToken, `/admin/v1/employers/${employerId}/credits`, grant)
  }
  return [...keys.values()].flat()
}

/** Each string through the gateway and by the statement alone, the order of the two reversed every other time. The first
 * round does not count. Throws when the totals differ. */
async function measureSearches(
  baseUrl: string,
  databaseUrl: string,
  keys: string[],
  log: Log,
): Promise<Figure[]> {
  const db = openDb({ url: databaseUrl, poolSize: 1 })
  const times = searchStrings.map((query) => ({ query, total: 0, api: [] as number[], raw: [] as number[] }))
  const search = async (query: string, i: number) => {
    const begin = performance.now()
    const key = keys[i % keys.length]!
    const { total } = await postJson<{ total: number }>(baseUrl, key, '/api/v1/candidates/search', {
      query,
      pageSize: PAGE_SIZE,
    })
    return { total, tookMs: performance.now() - begin }
  }
  // The statement itself, on a connection that has prepared it, without begin, settings and commit.
  const statement = (query: string) =>
    db.tx((sql) =>
      withSearchTimeout(sql, TIMEOUT_MS, async () => {
        const node = parse(query)
        const { version } = currentTokeniser
        const words = await expandWildcards(sql, tablesOf(version).words, node)
        const begin = performance.now()
        const { total } = await findPage(sql, version, {
          query: node,
          words,
          countryNumbers: null,
          activeSince: null,
          now: new Date(),
          page: 1,
          pageSize: PAGE_SIZE,
        })
        return { total, tookMs: performance.now() - begin }
      }),
    )
  let i = 0
  for (let round = 0; round <= ROUNDS; round++) {
    for (const entry of times) {
      const calls = { api: () => search(entry.query, i), raw: () => statement(entry.query) }
      const order = i++ % 2 === 0 ? (['api', 'raw'] as const) : (['raw', 'api'] as const)
      const totals: number[] = []
      for (const kind of order) {
        const { total, tookMs } = await calls[kind]()
        if (round > 0) entry[kind].push(tookMs)
        totals.push(total)
      }
      if (totals[0] !== totals[1]) throw new Error(`${entry.query}: totals ${totals.join(' and ')}`)
      entry.total = totals[0]!
    }
  }
  await db.close()
  logSlowest(times, log)
  const api = times.flatMap((entry) => entry.api)
  const raw = times.flatMap((entry) => entry.raw)
  const quantiles = (what: string, values: number[], goal?: string) =>
    [0.5, 0.95, 0.99].map((q) => ({
      what: `${what}: p${q * 100}`,
      value: quantile(values, q),
      unit: 'ms',
      ...(goal && q === 0.95 && { goal }),
    }))
  return [
    ...quantiles('search through the gateway', api, '<= 100 ms'),
    ...quantiles('statement of the engine', raw),
    {
      what: 'p95 through the gateway over that of the statement',
      value: quantile(api, 0.95) - quantile(raw, 0.95),
      unit: 'ms',
      goal: '<= 5 ms',
    },
  ]
}

function logSlowest(times: { query: string; total: number; api: number[]; raw: number[] }[], log: Log): void {
  const rows = times.map(({ query, total, api, raw }) => ({
    query,
    total,
    api: quantile(api, 0.5),
    raw: quantile(raw, 0.5),
  }))
  log('The slowest strings: median through the gateway, of the statement, matches')
  for (const { query, total, api, raw } of rows.toSorted((a, b) => b.raw - a.raw).slice(0, 15))
    log(`${api.toFixed(1)} ms  ${raw.toFixed(1)} ms  ${total}  ${query}`)
}

async function sizes(client: pg.Client): Promise<Figure[]> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `select 'candidate_document' as name, pg_table_size('candidate_document') as bytes
    union all
    select indexrelid::regclass::text, pg_relation_size(indexrelid) from pg_index
    where indrelid = 'candidate_document'::regclass`,
  )
  return rows.map(({ name, bytes }) => ({
    what: `${name}, a profile`,
    value: Number(bytes) / PROFILES / 1_000,
    unit: 'KB',
  }))
}
