import type { Booted } from '@jobboard/testkit/boot'
import { bootCandidates } from '@jobboard/testkit/candidates'
import { bootNamed } from '@jobboard/testkit/network'

/** A key as it is shown once. */
export interface Minted {
  id: number
  apiKey: string
}

/** The real accounts service, and keys of it. */
export interface Accounts {
  url: string
  /** A key of employer 1, who is trusted, and its user 1, with every scope unless told. */
  mint(more?: { name?: string; scopes?: string[]; expiresAt?: string }): Promise<Minted>
  /** A key with CvSearch that waits for approval (D-15). */
  mintPending(): Promise<Minted>
  /** A key of a candidate with every scope unless told. */
  mintCandidate(scopes?: string[]): Promise<Minted>
  revoke(keyId: number): Promise<void>
  stop(): Promise<void>
}

/** Boots it. A `natsUrl` where nothing is: it can only be asked. */
export async function startAccounts(natsUrl: string): Promise<Accounts> {
  const candidates = await bootCandidates()
  const env = { CANDIDATE_URL: candidates.url }
  const booted: Booted = await bootNamed('accounts', { natsUrl, env })
  const candidateId = await candidates.create()
  const operator = booted.as({ kind: 'admin', actor: 'test' })
  const post = async (path: string, body: object) => {
    const answer = await operator.post(`/admin/v1${path}`, body)
    if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`)
    return answer.body
  }
  const trusted = await post('/employers', { name: 'Trusted', isTrustedPartner: true })
  const user = await post(`/employers/${trusted.id}/users`, {
    email: 'ann@example.org',
    name: 'Ann',
    role: 'Recruiter',
  })
  const scopes = ['JobPosting', 'Applications', 'CvSearch']
  return {
    url: booted.url,
    mint: (more) =>
      post(`/employers/${trusted.id}/api-keys`, { name: 'a key', scopes, userId: user.id, ...more }),
    async mintPending() {
      const stranger = await post('/employers', { name: 'Stranger' })
      return post(`/employers/${stranger.id}/api-keys`, { name: 'waiting', scopes: ['CvSearch'] })
    },
    mintCandidate: (given = ['Profile', 'Applications', 'Apply']) =>
      post(`/candidates/${candidateId}/api-keys`, { name: 'a key', scopes: given }),
    async revoke(keyId) {
      const answer = await operator.delete(`/admin/v1/api-keys/${keyId}`)
      if (answer.status !== 204) throw new Error(`revoking: ${answer.text}`)
    },
    async stop() {
      await booted.stop()
      await candidates.stop()
    },
  }
}
