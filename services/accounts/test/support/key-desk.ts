import { bootCandidates } from '@jobboard/testkit/candidates'
import type { HttpResponse } from '@jobboard/testkit/client'
import { type Accounts, bootAccounts, type Minted } from './setup.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads an answer before its shape is proved
type Answer = Promise<HttpResponse<any>>

/** Accounts beside the real candidate service, one employer and one candidate, and what an operator does with keys. */
export interface KeyDesk {
  accounts: Accounts
  employerId: number
  candidateId: number
  mint(body: unknown, employerId?: number): Answer
  mintForCandidate(body: unknown, candidateId?: number | string): Answer
  approve(keyId: number): Answer
  revoke(keyId: number): Answer
  rotate(keyId: number, body?: unknown): Answer
  list(employerId?: number): Promise<Minted[]>
  listed(keyId: number): Promise<Minted & { lastUsedAt: string | null }>
  stop(): Promise<void>
}

/** Boots it; `stop` leaves nothing behind. */
export async function openKeyDesk(): Promise<KeyDesk> {
  const candidates = await bootCandidates()
  const accounts = await bootAccounts({ env: { CANDIDATE_URL: candidates.url } })
  const employerId = await accounts.employer()
  const candidateId = await candidates.create()
  const { admin } = accounts
  const list = async (id = employerId) => (await admin.get(`/admin/v1/employers/${id}/api-keys`)).body
  return {
    accounts,
    employerId,
    candidateId,
    mint: (body, id = employerId) => admin.post(`/admin/v1/employers/${id}/api-keys`, body),
    mintForCandidate: (body, id = candidateId) => admin.post(`/admin/v1/candidates/${id}/api-keys`, body),
    approve: (id) => admin.post(`/admin/v1/api-keys/${id}/approve`),
    revoke: (id) => admin.delete(`/admin/v1/api-keys/${id}`),
    rotate: (id, body) => admin.post(`/admin/v1/api-keys/${id}/rotate`, body),
    list,
    listed: async (id) => (await list()).find((key: Minted) => key.id === id)!,
    async stop() {
      await accounts.stop()
      await candidates.stop()
    },
  }
}
