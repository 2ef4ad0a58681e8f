import type { Client } from '@jobboard/testkit/client'
import { bootNamed } from '@jobboard/testkit/network'

/** Ids of the two employers that exist: a fresh accounts service counts from 1. */
export const EMPLOYER = 1
export const OTHER_EMPLOYER = 2

/** Boots accounts with these two employers. */
export async function startAccounts(env: Record<string, string> = {}): Promise<{
  url: string
  natsUrl: string
  operator: Client
  stop(): Promise<void>
}> {
  const accounts = await bootNamed('accounts', { env })
  const operator = accounts.as({ kind: 'admin', actor: 'test' })
  for (const id of [EMPLOYER, OTHER_EMPLOYER]) {
    const response = await operator.post('/admin/v1/employers', { name: `Employer ${id}` })
    if (response.body?.id !== id) throw new Error(`creating employer ${id}: ${response.text}`)
  }
  const { url, natsUrl, stop } = accounts
  return { url, natsUrl, operator, stop }
}
