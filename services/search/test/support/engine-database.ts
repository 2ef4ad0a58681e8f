import type { Profile } from '@jobboard/contracts/candidates/profile'
import { type Db, openDb } from '@jobboard/db/db'
import type { Tx } from '@jobboard/db/sql'
import { parse } from '@jobboard/search-query/parse'
import { type Log, openLog } from '@jobboard/service/lifecycle/log'
import { openMigratedDatabase } from '@jobboard/testkit/database'
import { type ProfileSnapshot, saveCandidate } from '../../src/candidates/store.ts'
import { buildDocument, currentTokeniser } from '../../src/documents/document.ts'
import { documentsOf } from '../../src/documents/store.ts'
import { registerTokeniser } from '../../src/documents/tokeniser-store.ts'
import { type IndexDocument, type IndexedCandidate, toIndexDocument } from '../../src/index/index-document.ts'
import { meilisearch } from '../../src/index/meilisearch-engine.ts'
import { type IndexClient, openIndexClient } from '../../src/index/peers.ts'
import { type PostgresEngine, postgres } from '../../src/index/postgres-engine.ts'
import { putSandboxDocuments, saveSandboxCandidate } from '../../src/sandboxes/store.ts'
import type { Engine, Search } from '../../src/searches/search.ts'
import { expandWildcards } from '../../src/searches/store.ts'
import { service } from '../../src/service.ts'
import type { TestMeilisearch } from './meilisearch.ts'
import { testProfile } from './setup.ts'
import { allSteps } from './steps.ts'

/** A candidate as a test stores it; `texts` is what can be searched. */
export interface TestCandidate {
  id: number
  texts: string[]
  country?: Profile['country']
  careerStatus?: Profile['careerStatus']
  lastActiveAt?: Date
  consentExpiresAt?: Date | null
  isSearchable?: boolean
}

/** Its candidates have the ids of the live ones, which the tables allow. */
const SANDBOX = 31
const OTHER_SANDBOX = 32
const { version } = currentTokeniser
const documents = documentsOf(currentTokeniser)
/** Longer than a search takes on a machine that is busy with other work. */
const SEARCH_TIMEOUT_MS = 30_000

/** The words of a stored candidate by sections, as the reference evaluator reads them. */
export function sectionsOf({ id, texts }: TestCandidate): string[][] {
  return allSteps(buildDocument(testProfile(id, { skills: texts }), currentTokeniser)).sections
}

/** Search's database without the service: candidates and documents, and the Postgres engine over them. */
export interface EngineDatabase {
  db: Db
  postgres: PostgresEngine
  /** Searches the candidates of a sandbox that has the same ones; another sandbox has them too, under other ids. */
  sandbox: Engine
  /** Stores candidates with their documents, in place of older ones. */
  store(candidates: TestCandidate[]): Promise<void>
  erase(ids: number[]): Promise<void>
  /** The index documents of all searchable candidates as stored now. */
  indexDocuments(): Promise<IndexDocument[]>
  /** A search as the action prepares it. */
  prepare(query: string, more?: Partial<Search>): Promise<Search>
  stop(): Promise<void>
}

/** Opens an empty database of the search service. */
export async function openEngineDatabase(): Promise<EngineDatabase> {
  const database = await openMigratedDatabase(service.migrations)
  const db = openDb({ url: database.url, poolSize: 4, queryTimeoutMs: SEARCH_TIMEOUT_MS + 5_000 })
  await db.tx((sql) => registerTokeniser(sql, version))
  let profileVersion = 0
  const engine = postgres({ db, version, timeoutMs: SEARCH_TIMEOUT_MS })
  const putInSandbox = async (sql: Tx, sandboxId: number, snapshot: ProfileSnapshot) => {
    await saveSandboxCandidate(sql, sandboxId, snapshot)
    const { profile, version, isSearchable } = snapshot
    if (isSearchable) await putSandboxDocuments(sql, currentTokeniser, [{ id: profile.id, version, profile }])
  }
  return {
    db,
    postgres: engine,
    sandbox: {
      checkReady: () => engine.checkReady(SANDBOX),
      async search(search) {
        const words = await expandWildcards({ db, env: { SEARCH_TIMEOUT_MS } }, version, {
          query: search.query,
          sandboxId: SANDBOX,
        })
        return engine.search({ ...search, words, sandboxId: SANDBOX })
      },
    },
    store: (candidates) =>
      db.tx(async (sql) => {
        for (const { id, texts, lastActiveAt = new Date(0), ...candidate } of candidates) {
          const {
            country = null,
            careerStatus = null,
            consentExpiresAt = null,
            isSearchable = true,
          } = candidate
          const profile = testProfile(id, { country, careerStatus, skills: texts })
          const stored = ++profileVersion
          const snapshot = {
            profile,
            isSearchable,
            consentExpiresAt: consentExpiresAt?.toISOString() ?? null,
            lastActiveAt: lastActiveAt.toISOString(),
            version: stored,
          }
          await saveCandidate(sql, snapshot)
          await putInSandbox(sql, SANDBOX, snapshot)
          await putInSandbox(sql, OTHER_SANDBOX, { ...snapshot, profile: { ...profile, id: id + 1_000_000 } })
          if (isSearchable) await documents.put(sql, [{ id, version: stored, profile }])
          else await documents.remove(sql, id)
        }
      }),
    async erase(ids) {
      await db.sql`delete from candidate where id = any(${ids}::int[])`
      await db.sql`delete from sandbox_candidate where id = any(${ids}::int[])`
    },
    async indexDocuments() {
      const rows = await db.sql<IndexedCandidate>`
        select id, body, country_number, last_active_at, consent_expires_at, profile ->> 'careerStatus' as career_status
        from candidate join candidate_document_3 on candidate_id = id where is_searchable`
      return rows.map(toIndexDocument)
    },
    async prepare(text, more = {}) {
      const query = parse(text)
      const words = await expandWildcards({ db, env: { SEARCH_TIMEOUT_MS } }, version, {
        query,
        sandboxId: undefined,
      })
      const defaults = {
        sandboxId: undefined,
        countryNumbers: null,
        activeSince: null,
        now: new Date(),
        page: 1,
        pageSize: 100,
      }
      return { query, words, ...defaults, ...more, sandboxId: undefined }
    },
    async stop() {
      await db.close()
      await database.drop()
    },
  }
}

/** A Meilisearch engine over an engine database, with an index and pending changes of its own. */
export interface TestIndex {
  engine: Engine
  client: IndexClient
  uid: string
  /** Candidates whose last change the index may not have. */
  pendingIds: Set<number>
  drop(): Promise<void>
}

let count = 0

/** Opens an empty index on a server, or the one with this uid. */
export async function openTestIndex(
  { postgres }: EngineDatabase,
  server: Pick<TestMeilisearch, 'url' | 'key'>,
  {
    timeoutMs = SEARCH_TIMEOUT_MS,
    log = openLog('search', 'silent'),
    uid: existing,
  }: { timeoutMs?: number; log?: Log; uid?: string } = {},
): Promise<TestIndex> {
  const client = openIndexClient({ ...server, timeoutMs })
  const uid = existing ?? `test_${process.pid}_${Date.now()}_${count++}`
  const pendingIds = new Set<number>()
  if (!existing) await client.create(uid)
  return {
    engine: meilisearch({
      client,
      postgres,
      log,
      readState: async (limit) => ({
        isComplete: true,
        uid,
        sending: 1,
        pendingIds: [...pendingIds].slice(0, limit),
      }),
    }),
    client,
    uid,
    pendingIds,
    drop: () => client.delete(uid),
  }
}
