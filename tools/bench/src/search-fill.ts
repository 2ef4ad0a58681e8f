import { emptyProfile, type Profile } from '@jobboard/contracts/candidates/profile'
import { countryNumber } from '@jobboard/contracts/iso-codes'
import { buildDocument } from '@jobboard/search/domain/candidate-document'
import { currentTokeniser, versionedName } from '@jobboard/search/domain/tokeniser'
import { INDEX_FORMAT } from '@jobboard/search/index/store/index-format'
import { inTurns } from '@jobboard/service/lifecycle/in-turns'
import type { Log } from '@jobboard/stack/infra/log'
import type pg from 'pg'
import type { Figure } from './figures.ts'
import { lastActiveAt, type SearchTexts, searchProfile } from './search-texts.ts'

/** Profiles to generate. */
export const PROFILES = Number(process.env.BENCH_PROFILES ?? 100_000)
/** Tables of the present tokeniser version. */
export const DOCUMENTS = versionedName('candidate_document', currentTokeniser.version)
const WORDS = versionedName('cv_word', currentTokeniser.version)
const BATCH = 250
const LOG_EVERY = 10_000

function fullProfile(id: number, texts: SearchTexts): Profile {
  const at = new Date().toISOString()
  const person = { id, firstName: 'Ada', lastName: `No${id}`, email: `bench-${id}@example.com` }
  return {
    ...emptyProfile,
    ...person,
    completeness: 80,
    createdAt: at,
    updatedAt: at,
    ...searchProfile(id, texts),
  }
}

/** Whether an earlier run has filled this database. Throws when it is filled otherwise. */
export async function isFilled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from candidate')
  const { count } = rows[0]!
  if (count !== 0 && count !== PROFILES)
    throw new Error(`The search database has ${count} candidates: set BENCH_DATA_DIR to another folder.`)
  return count > 0
}

/** Whether an earlier run has built the index of the outside engine, in the present format. */
export async function isIndexed(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ indexed: boolean }>(
    `select exists (select from search_reindex where engine = 'meilisearch' and finished_at is not null and total = $1
      and document_version = $2 and index_format = $3) as indexed`,
    [PROFILES, currentTokeniser.version, INDEX_FORMAT],
  )
  return rows[0]!.indexed
}

/** Fills an empty search database: candidates, their documents as the service makes them, and the vocabulary. The indexes
 * of the documents are built at the end. Returns the rates without them and with them. */
export async function fillSearch(client: pg.Client, texts: SearchTexts, log: Log): Promise<Figure[]> {
  const definitions = await dropIndexes(client)
  const begin = performance.now()
  const vocabulary = new Set<string>()
  let stored: Promise<unknown> = Promise.resolve()
  for (let from = 1; from <= PROFILES; from += BATCH) {
    const rows = await makeRows(from, Math.min(from + BATCH - 1, PROFILES), texts, vocabulary)
    // The next rows are made while these are stored.
    await stored
    stored = storeRows(client, rows)
    if ((from - 1) % LOG_EVERY === 0 && from > 1) log(`${from - 1} profiles…`)
  }
  await stored
  await client.query(`insert into ${WORDS} select unnest($1::text[]) on conflict do nothing`, [
    [...vocabulary],
  ])
  const storedSeconds = (performance.now() - begin) / 1_000
  log('Building the indexes…')
  await client.query(`set maintenance_work_mem = '512MB'`)
  for (const definition of definitions) await client.query(definition)
  const seconds = (performance.now() - begin) / 1_000
  for (const table of ['candidate', DOCUMENTS, WORDS]) await client.query(`vacuum (analyze) ${table}`)
  return [
    { what: 'documents stored', value: PROFILES / storedSeconds, unit: '/s' },
    { what: 'documents stored and indexed', value: PROFILES / seconds, unit: '/s' },
  ]
}

async function makeRows(from: number, to: number, texts: SearchTexts, vocabulary: Set<string>) {
  const now = Date.now()
  const rows = []
  for (let id = from; id <= to; id++) {
    const profile = fullProfile(id, texts)
    const { terms, body, shown } = await inTurns(buildDocument(profile, currentTokeniser))
    for (const term of terms) vocabulary.add(term)
    rows.push({ profile, terms, body, shown, at: lastActiveAt(profile.id, now) })
  }
  return rows
}

async function storeRows(client: pg.Client, rows: Awaited<ReturnType<typeof makeRows>>): Promise<void> {
  const ids = rows.map(({ profile }) => profile.id)
  await client.query(
    `insert into candidate (id, version, is_searchable, last_active_at, country_number, profile)
    select id, 1, true, at, country, profile
    from unnest($1::int[], $2::timestamptz[], $3::int[], $4::jsonb[]) as made (id, at, country, profile)`,
    [
      ids,
      rows.map(({ at }) => at),
      rows.map(({ profile }) => countryNumber(profile.country!) ?? null),
      rows.map(({ profile }) => JSON.stringify(profile)),
    ],
  )
  // Encoded words contain no blank.
  await client.query(
    `insert into ${DOCUMENTS} (candidate_id, tokeniser_version, terms, body, shown, built_from)
    select id, ${currentTokeniser.version}, array_to_tsvector(string_to_array(terms, ' ')), body, shown, 1
    from unnest($1::int[], $2::text[], $3::text[], $4::jsonb[]) as made (id, terms, body, shown)`,
    [
      ids,
      rows.map(({ terms }) => terms.join(' ')),
      rows.map(({ body }) => body),
      rows.map(({ shown }) => JSON.stringify(shown)),
    ],
  )
}

/** Drops the indexes of documents that do not enforce a key, and returns their definitions. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = '${DOCUMENTS}'::regclass and not indisunique`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}
