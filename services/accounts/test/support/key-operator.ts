import { bootCandidates } from '@jobboard/testkit/candidates'
import type { HttpResponse } from '@jobboard/testkit/client'
import { type Accounts, bootAccounts, type Minted } from './boot-accounts.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests check the shape of a response themselves
type Response = Promise<HttpResponse<any>>

/** Accounts and the candidate service with one employer and one candidate, and an operator's calls on their
 * keys. */
export interface KeyOperator {
  accounts: Accounts
  employerId: number
  candidateId: number
  mint(body: unknown, employerId?: number): Response
  mintForCandidate(body: unknown, candidateId?: number | string): Response
  approve(keyId: number): Response
  revoke(keyId: number): Response
  rotate(keyId: number, body?: unknown): Response
  listKeys(employerId?: number): Promise<Minted[]>
  /** The key as the list of its employer shows it. */
  getListed(keyId: number): Promise<Minted & { lastUsedAt: string | null }>
  stop(): Promise<void>
}

/** Boots both services; `stop` removes everything they created. */
export async function bootKeyOperator(): Promise<KeyOperator> {
  const candidates = await bootCandidates()
  const accounts = await bootAccounts({ env: { CANDIDATE_URL: candidates.url } })
  const employerId = await accounts.newEmployer()
  const candidateId = await candidates.create()
  const { admin } = accounts
  const listKeys = async (id = employerId) => (await admin.get(`/admin/v1/employers/${id}/api-keys`)).body
  return {
    accounts,
    employerId,
    candidateId,
    mint: (body, id = employerId) => admin.post(`/admin/v1/employers/${id}/api-keys`, body),
    mintForCandidate: (body, id = candidateId) => admin.post(`/admin/v1/candidates/${id}/api-keys`, body),
    approve: (id) => admin.post(`/admin/v1/api-keys/${id}/approve`),
    revoke: (id) => admin.delete(`/admin/v1/api-keys/${id}`),
    rotate: (id, body) => admin.post(`/admin/v1/api-keys/${id}/rotate`, body),
    listKeys,
    getListed: async (id) => (await listKeys()).find((key: Minted) => key.id === id)!,
    async stop() {
      await accounts.stop()
      await candidates.stop()
    },
  }
}
