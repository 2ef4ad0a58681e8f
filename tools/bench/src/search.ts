import { postJson } from '@jobboard/jobboard/demo/post-json'
import type { Log } from '@jobboard/stack/infra/log'
import type { Settings } from '@jobboard/stack/settings'
import type { Stack } from '@jobboard/stack/stack'
import pg from 'pg'
import { mapConcurrently } from './concurrency.ts'
import { type Figure, quantile } from './figures.ts'
import { DOCUMENTS, fillSearch, isFilled, isIndexed, PROFILES } from './search-fill.ts'
import { openRawEngine } from './search-raw.ts'
import { reindexSearch } from './search-reindex.ts'
import { searchStrings } from './search-strings.ts'
import { readSearchTexts, WORDS } from './search-texts.ts'

// A key may search 30 times a minute.
const EMPLOYERS = 80
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 8)
const PAGE_SIZE = 50
const GOAL = { postgres: '<= 100 ms', meilisearch: '<= 25 ms' }

/** CV search with BENCH_PROFILES profiles: recruiters' strings through the gateway, each beside the engine alone. The
 * search database is empty, or filled by an earlier run. */
export async function benchSearch(stack: Stack, settings: Settings, log: Log): Promise<Figure[]> {
  const { env } = stack.plans.find(({ name }) => name === 'search')!.plan
  const texts = readSearchTexts(process.env.TEST_DATA_DIR)
  const client = new pg.Client({ connectionString: env.DATABASE_URL! })
  await client.connect()
  try {
    const isKept = await isFilled(client)
    if (!isKept)
      log(`Filling the search database with ${PROFILES} profiles of ${WORDS} words from ${texts.source}…`)
    const filled = isKept ? [] : await fillSearch(client, texts, log)
    log(`Creating ${EMPLOYERS} employers…`)
    const keys = await createSearchKeys(stack, settings)
    const needsIndex = env.SEARCH_ENGINE === 'meilisearch' && !(await isIndexed(client))
    const indexed = needsIndex ? await reindexSearch(stack, settings, env, log) : []
    log(`Searching with ${searchStrings.length} strings, ${ROUNDS} times each…`)
    const figures = await measureSearches(stack.baseUrl, env, keys, log)
    return [...filled, ...(await sizes(client)), ...indexed, ...figures]
  } finally {
    await client.end()
  }
}

async function createSearchKeys({ adminUrl }: Stack, { adminToken }: Settings): Promise<string[]> {
  const create = <T>(path: string, body: unknown) => postJson<T>(adminUrl, adminToken, path, body)
  return mapConcurrently(EMPLOYERS, 4, async () => {
    const employer = { name: 'Bench', isTrustedPartner: true }
    const { id } = await create<{ id: number }>('/admin/v1/employers', employer)
    await create(`/admin/v1/employers/${id}/credits`, { kind: 'CvSearch', amount: 1_000 })
    const key = { name: 'bench', scopes: ['CvSearch'] }
    const { apiKey } = await create<{ apiKey: string }>(`/admin/v1/employers/${id}/api-keys`, key)
    return apiKey
  })
}

interface Timed {
  query: string
  total: number
  api: number[]
  raw: number[]
}

/** Each string through the gateway and in the engine alone, the order of the two reversed every other time. The first round
 * does not count. Throws when the totals differ. */
async function measureSearches(
  baseUrl: string,
  env: Record<string, string | undefined>,
  keys: string[],
  log: Log,
): Promise<Figure[]> {
  const engine = openRawEngine(env.DATABASE_URL!, env)
  const searched: Timed[] = searchStrings.map((query) => ({ query, total: 0, api: [], raw: [] }))
  let calls = 0
  const throughGateway = async (query: string) => {
    const begin = performance.now()
    const body = { query, pageSize: PAGE_SIZE }
    const path = '/api/v1/candidates/search'
    const { total } = await postJson<{ total: number }>(baseUrl, keys[calls % keys.length]!, path, body)
    return { total, tookMs: performance.now() - begin }
  }
  for (let round = 0; round <= ROUNDS; round++) {
    for (const one of searched) {
      const kinds = calls++ % 2 === 0 ? (['api', 'raw'] as const) : (['raw', 'api'] as const)
      const totals: number[] = []
      for (const kind of kinds) {
        const { total, tookMs } = await (kind === 'api'
          ? throughGateway(one.query)
          : engine.search(one.query, PAGE_SIZE))
        if (round > 0) one[kind].push(tookMs)
        totals.push(total)
      }
      if (totals[0] !== totals[1]) throw new Error(`${one.query}: totals ${totals.join(' and ')}`)
      one.total = totals[0]!
    }
  }
  await engine.close()
  logSlowest(searched, log)
  const api = searched.flatMap((one) => one.api)
  const raw = searched.flatMap((one) => one.raw)
  return [
    ...quantiles(`${engine.name}: search through the gateway`, api, GOAL[engine.name]),
    ...quantiles(`${engine.name}: the engine alone`, raw),
    {
      what: `${engine.name}: p95 through the gateway less p95 of the engine`,
      value: quantile(api, 0.95) - quantile(raw, 0.95),
      unit: 'ms',
      goal: '<= 5 ms',
    },
  ]
}

function quantiles(what: string, values: number[], goal?: string): Figure[] {
  return [0.5, 0.95, 0.99].map((q) => ({
    what: `${what}: p${q * 100}`,
    value: quantile(values, q),
    unit: 'ms',
    ...(goal && q === 0.95 && { goal }),
  }))
}

function logSlowest(searched: Timed[], log: Log): void {
  const rows = searched.map((one) => ({ ...one, api: quantile(one.api, 0.5), raw: quantile(one.raw, 0.5) }))
  log('The slowest strings: median through the gateway, of the engine alone, matches')
  for (const { query, total, api, raw } of rows.toSorted((a, b) => b.api - a.api).slice(0, 15))
    log(`${api.toFixed(1)} ms  ${raw.toFixed(1)} ms  ${total}  ${query}`)
}

async function sizes(client: pg.Client): Promise<Figure[]> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `select '${DOCUMENTS}' as name, pg_table_size('${DOCUMENTS}') as bytes
    union all
    select indexrelid::regclass::text, pg_relation_size(indexrelid) from pg_index
    where indrelid = '${DOCUMENTS}'::regclass`,
  )
  return rows.map(({ name, bytes }) => ({
    what: `${name}, a profile`,
    value: Number(bytes) / PROFILES / 1_000,
    unit: 'KB',
  }))
}
