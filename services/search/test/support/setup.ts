import { profileChanged } from '@jobboard/contracts/candidates/events'
import type { Profile } from '@jobboard/contracts/candidates/profile'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { sandboxProfileChanged } from '@jobboard/contracts/sandbox/events'
import type { searchCandidates } from '@jobboard/contracts/search/search'
import { blankProfile } from '@jobboard/testkit/blank-profile'
import { type Booted, boot } from '@jobboard/testkit/boot'
import type { Client, HttpResponse } from '@jobboard/testkit/client'
import { afterAll } from 'vitest'
import { candidateProfileConsumer } from '../../src/candidates/consumers.ts'
import { currentTokeniser } from '../../src/documents/document.ts'
import { documentsOf } from '../../src/documents/store.ts'
import type { SearchEnv } from '../../src/env.ts'
import { sandboxConsumers } from '../../src/sandboxes/consumers.ts'
import { type OpenedSearch, service } from '../../src/service.ts'

export const DAY_MS = 86_400_000

/** Fields of a profile event that matter to a test; the rest has defaults. */
export type ProfileFields = Partial<Profile> & {
  isSearchable?: boolean
  consentExpiresAt?: string | null
  lastActiveAt?: string
  version?: number
}

/** A profile whose contact details no masked response may contain. */
export function testProfile(id: number, fields: Partial<Profile> = {}): Profile {
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
    ...fields,
  }
}

/** The search service on its own database and NATS server, with the clients that tests need. */
export interface SearchService extends Booted<SearchEnv, OpenedSearch> {
  /** Client with a recruiter key of this employer. */
  asRecruiter(employerId: number, by?: { userId: number | null; keyId: number | null }): Client
  /** Client with a key of this sandbox. */
  asSandbox(sandboxId: number): Client
  /** Client of the internal API, as the accounts service. */
  internal: Client
  grant(employerId: number, kind: 'CvSearch' | 'CvDownload', amount: number): Promise<void>
  balances(employerId: number): Promise<{ CvSearch: number; CvDownload: number }>
  /** Number of debits in the ledger: what searches and reads have cost. */
  debits(employerId: number): Promise<number>
  /** Handles a profile event; each event has a higher version than the last unless `version` is given. */
  receiveProfile(id: number, fields?: ProfileFields): Promise<void>
  /** The same of a candidate of this sandbox. */
  receiveSandboxProfile(sandboxId: number, id: number, fields?: ProfileFields): Promise<void>
  search(
    employerId: number,
    query: string,
    more?: Record<string, unknown>,
  ): Promise<HttpResponse<SearchResponse>>
  /** Ids of the first 100 candidates that a search by `FUNDED_EMPLOYER` finds. */
  foundIds(query: string, more?: Record<string, unknown>): Promise<number[]>
  /** Moves the business clock. */
  advanceClock(ms: number): Promise<void>
  /** ISO timestamp `ms` before now on the business clock. */
  ago(ms: number): string
}

/** Body of a search response, or of its error. */
export type SearchResponse = ResponseBody<typeof searchCandidates> & { code?: string; message?: string }

/** Employer with 1,000,000 CvSearch credits. */
export const FUNDED_EMPLOYER = 999_999

/** Boots the service; `stop` drops the schema and stops NATS. */
export async function bootSearch(settings: Parameters<typeof boot>[1] = {}): Promise<SearchService> {
  const booted = await boot(service, settings)
  const { db, clock } = booted.deps
  const profiles = candidateProfileConsumer(documentsOf(currentTokeniser))
  const [sandboxProfiles] = sandboxConsumers(currentTokeniser)
  const internal = booted.as({ kind: 'service', service: 'accounts' })
  let count = 0
  const eventOf = (
    subject: string,
    id: number,
    {
      isSearchable = true,
      consentExpiresAt,
      lastActiveAt = searchService.ago(0),
      version = ++count,
      ...fields
    }: ProfileFields = {},
  ) => ({
    id: crypto.randomUUID(),
    subject,
    aggregateId: String(id),
    aggregateVersion: version,
    occurredAt: lastActiveAt,
    data: { ...testProfile(id, fields), isSearchable, consentExpiresAt, lastActiveAt, version },
  })

  const searchService: SearchService = {
    ...booted,
    internal,
    asRecruiter: (employerId, by = { userId: null, keyId: 1 }) =>
      booted.as({ kind: 'recruiter', employerId, ...by, scopes: ['CvSearch'] }),
    asSandbox: (sandboxId) =>
      booted.as({
        kind: 'recruiter',
        employerId: sandboxId,
        userId: null,
        keyId: 2,
        scopes: ['CvSearch'],
        sandboxId,
      }),
    async grant(employerId, kind, amount) {
      const operationId = `grant-${count++}-${Math.random()}`
      const body = { operationId, employerId, kind, amount, cause: 'test' }
      const response = await internal.post('/internal/v1/credits', body)
      if (response.status !== 201) throw new Error(`grant: ${response.text}`)
    },
    async balances(employerId) {
      return (await internal.get(`/internal/v1/employers/${employerId}/credits`)).body
    },
    async debits(employerId) {
      const [row] = await db.sql<{ count: number }>`
        select count(*) as count from credit_entry where employer_id = ${employerId} and amount < 0`
      return row!.count
    },
    async receiveProfile(id, fields) {
      await db.tx((sql) => profiles.handle(sql, eventOf(profileChanged.subject, id, fields)))
    },
    async receiveSandboxProfile(sandboxId, id, fields) {
      const event = eventOf(sandboxProfileChanged.subject, id, fields)
      const data = { ...event.data, sandboxId }
      await db.tx((sql) => sandboxProfiles!.handle(sql, { ...event, data }))
    },
    search: (employerId, query, more = {}) =>
      searchService.asRecruiter(employerId).post('/api/v1/candidates/search', { query, ...more }),
    async foundIds(query, more = {}) {
      const response = await searchService.search(FUNDED_EMPLOYER, query, { pageSize: 100, ...more })
      if (response.status !== 200) throw new Error(`search ${query}: ${response.text}`)
      return response.body.items.map(({ candidateId }) => candidateId)
    },
    async advanceClock(ms) {
      const offsetMs = clock.offsetMs + ms
      await internal.post('/internal/v1/clock', { offsetMs })
    },
    ago: (ms) => new Date(clock.now().getTime() - ms).toISOString(),
  }
  await searchService.grant(FUNDED_EMPLOYER, 'CvSearch', 1_000_000)
  return searchService
}

/** Boots the service for the test file that calls it, and stops it after its last test. */
export async function startSearch(settings?: Parameters<typeof boot>[1]): Promise<SearchService> {
  const search = await bootSearch(settings)
  afterAll(() => search.stop())
  return search
}
