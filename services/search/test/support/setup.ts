import type { Profile } from '@jobboard/contracts/candidate'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import type { searchCandidates } from '@jobboard/contracts/endpoints/search'
import { profileChanged } from '@jobboard/contracts/events/candidate'
import { blankProfile } from '@jobboard/testkit/blank-profile'
import { type Booted, boot } from '@jobboard/testkit/boot'
import type { Client, HttpResponse } from '@jobboard/testkit/client'
import { candidateProfileConsumer } from '../../src/consumers/candidate-profile.ts'
import { engines } from '../../src/engine/engines.ts'
import type { SearchEnv } from '../../src/env.ts'
import { service } from '../../src/service.ts'

export const DAY_MS = 86_400_000

/** What a test says of a candidate; the rest is made up. */
export type Told = Partial<Profile> & { isSearchable?: boolean; lastActiveAt?: string; version?: number }

/** Somebody, with contact details that no masked answer may hold. */
export function person(id: number, told: Partial<Profile> = {}): Profile {
  return {
    ...blankProfile,
    id,
    email: `ada.quill.${id}@post.example`,
    phone: `+47 912 34 ${String(100 + (id % 900))}`,
    linkedInUrl: `https://www.linkedin.com/in/ada-quill-${id}`,
    websiteUrl: `https://quill-${id}.example/cv`,
    street: 'Hidden Lane 7',
    city: 'Bergen',
    postalCode: '5003',
    country: 'NO',
    careerStatus: 'OpenToOffers',
    completeness: 50,
    ...told,
  }
}

/** The search service on a schema and a NATS of its own, with the callers that tests need. */
export interface Searching extends Booted<SearchEnv> {
  /** A recruiter of this employer. */
  of(employerId: number): Client
  internal: Client
  grant(employerId: number, kind: 'CvSearch' | 'CvDownload', amount: number): Promise<void>
  balances(employerId: number): Promise<{ CvSearch: number; CvDownload: number }>
  /** Negative entries of the ledger: what searches and reads have cost. */
  debits(employerId: number): Promise<number>
  /** The candidate service tells a profile; versions grow unless told. */
  tell(id: number, told?: Told): Promise<void>
  search(employerId: number, query: string, more?: Record<string, unknown>): Promise<HttpResponse<Listed>>
  /** Ids of the first hundred that a paid search of some rich employer finds. */
  found(query: string, more?: Record<string, unknown>): Promise<number[]>
  /** Moves the business clock. */
  advance(ms: number): Promise<void>
  /** ISO timestamp that long ago on the business clock. */
  ago(ms: number): string
}

/** The answer of a search, or its error. */
export type Listed = ResponseBody<typeof searchCandidates> & { code?: string; message?: string }

const RICH = 999_999

/** Boots it; `stop` leaves nothing behind. */
export async function bootSearch(settings: Parameters<typeof boot>[1] = {}): Promise<Searching> {
  const booted = await boot(service, settings)
  const { db, clock } = booted.deps
  const profiles = candidateProfileConsumer(engines.postgres)
  const internal = booted.as({ kind: 'service', service: 'accounts' })
  let count = 0

  const searching: Searching = {
    ...booted,
    internal,
    of: (employerId) =>
      booted.as({ kind: 'recruiter', employerId, userId: null, keyId: 1, scopes: ['CvSearch'] }),
    async grant(employerId, kind, amount) {
      const operationId = `grant-${count++}-${Math.random()}`
      const body = { operationId, employerId, kind, amount, cause: 'test' }
      const answer = await internal.post('/internal/v1/credits', body)
      if (answer.status !== 201) throw new Error(`grant: ${answer.text}`)
    },
    async balances(employerId) {
      return (await internal.get(`/internal/v1/employers/${employerId}/credits`)).body
    },
    async debits(employerId) {
      const [row] = await db.sql<{ count: number }>`
        select count(*) as count from credit_entry where employer_id = ${employerId} and amount < 0`
      return row!.count
    },
    async tell(
      id,
      { isSearchable = true, lastActiveAt = searching.ago(0), version = ++count, ...told } = {},
    ) {
      const event = {
        id: crypto.randomUUID(),
        subject: profileChanged.subject,
        aggregateId: String(id),
        aggregateVersion: version,
        occurredAt: lastActiveAt,
        data: { ...person(id, told), isSearchable, lastActiveAt, version },
      }
      await db.tx((sql) => profiles.handle(sql, event))
    },
    search: (employerId, query, more = {}) =>
      searching.of(employerId).post('/api/v1/candidates/search', { query, ...more }),
    async found(query, more = {}) {
      const answer = await searching.search(RICH, query, { pageSize: 100, ...more })
      if (answer.status !== 200) throw new Error(`search ${query}: ${answer.text}`)
      return answer.body.items.map(({ candidateId }) => candidateId)
    },
    async advance(ms) {
      const offsetMs = clock.offsetMs + ms
      await internal.post('/internal/v1/clock', { offsetMs })
    },
    ago: (ms) => new Date(clock.now().getTime() - ms).toISOString(),
  }
  await searching.grant(RICH, 'CvSearch', 1_000_000)
  return searching
}
