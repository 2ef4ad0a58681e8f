import { hashOf } from '@jobboard/service/auth/api-key'
import type { Booted } from '@jobboard/testkit/boot'
import { bootCandidates } from '@jobboard/testkit/candidates'
import { bootNamed } from '@jobboard/testkit/network'

/** A key as accounts returns it once. */
export interface MintedKey {
  id: number
  apiKey: string
}

/** The real accounts service, with ways to mint and revoke keys. */
export interface Accounts {
  url: string
  /** Mints a key of employer 1, a trusted partner, and its user 1, with every scope by default. */
  mint(more?: { name?: string; scopes?: string[]; expiresAt?: string }): Promise<MintedKey>
  /** Mints a key of another trusted partner, new each time. */
  mintOfOther(): Promise<MintedKey>
  /** Mints a key with CvSearch that is not approved (D-15). */
  mintPending(): Promise<MintedKey>
  /** Mints a candidate's key, with every scope by default. */
  mintCandidate(scopes?: string[]): Promise<MintedKey>
  /** Mints a key of a sandbox, with every scope by default. */
  mintTest(scopes?: string[]): Promise<MintedKey>
  /** Stores a key of employer 1 with this text, as one of this sandbox. */
  store(apiKey: string, sandboxId: number | null): Promise<void>
  revoke(keyId: number): Promise<void>
  stop(): Promise<void>
}

/** Boots accounts. With a `natsUrl` where nothing listens, it publishes no keys and serves look-ups only. */
export async function startAccounts(natsUrl: string): Promise<Accounts> {
  const candidates = await bootCandidates()
  const env = { CANDIDATE_URL: candidates.url }
  const booted: Booted = await bootNamed('accounts', { natsUrl, env })
  const candidateId = await candidates.create()
  const operator = booted.as({ kind: 'admin', actor: 'test' })
  const post = async (path: string, body: object) => {
    const response = await operator.post(`/admin/v1${path}`, body)
    if (response.status !== 201) throw new Error(`${path}: ${response.text}`)
    return response.body
  }
  const trusted = await post('/employers', { name: 'Trusted', isTrustedPartner: true })
  const user = await post(`/employers/${trusted.id}/users`, {
    email: 'ann@example.org',
    name: 'Ann',
    role: 'Recruiter',
  })
  const scopes = ['JobPosting', 'Applications', 'CvSearch', 'Webhooks']
  return {
    url: booted.url,
    mint: (more) =>
      post(`/employers/${trusted.id}/api-keys`, { name: 'a key', scopes, userId: user.id, ...more }),
    async mintOfOther() {
      const other = await post('/employers', { name: 'Other', isTrustedPartner: true })
      return post(`/employers/${other.id}/api-keys`, { name: 'a key', scopes })
    },
    async mintPending() {
      const untrusted = await post('/employers', { name: 'Untrusted' })
      return post(`/employers/${untrusted.id}/api-keys`, { name: 'pending', scopes: ['CvSearch'] })
    },
    mintCandidate: (given = ['Profile', 'Applications', 'Apply']) =>
      post(`/candidates/${candidateId}/api-keys`, { name: 'a key', scopes: given }),
    async mintTest(given = scopes) {
      const { id } = await post('/employers', { name: 'Sandbox' })
      await booted.deps.db.sql`update employer set sandbox_id = id where id = ${id}`
      return post(`/employers/${id}/api-keys`, { name: 'a test key', scopes: given })
    },
    async store(apiKey, sandboxId) {
      await booted.deps.db.sql`
        insert into recruiter_key (employer_id, name, scopes, hash, status, created_at, sandbox_id, version)
        values (${trusted.id}, 'a key', ${scopes}, ${hashOf(apiKey)}, 'Active', now(), ${sandboxId}, 1)`
    },
    async revoke(keyId) {
      const response = await operator.delete(`/admin/v1/api-keys/${keyId}`)
      if (response.status !== 204) throw new Error(`revoking: ${response.text}`)
    },
    async stop() {
      await booted.stop()
      await candidates.stop()
    },
  }
}
