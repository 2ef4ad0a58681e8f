import { bootNamed } from '@jobboard/testkit/network'

/** Employers that accounts knows, the only two: a fresh accounts service counts from 1. */
export const EMPLOYER = 1
export const OTHER_EMPLOYER = 2

/** Accounts with these employers, and its NATS. */
export async function startAccounts(): Promise<{ url: string; natsUrl: string; stop(): Promise<void> }> {
  const accounts = await bootNamed('accounts')
  const operator = accounts.as({ kind: 'admin', actor: 'test' })
  for (const id of [EMPLOYER, OTHER_EMPLOYER]) {
    const answer = await operator.post('/admin/v1/employers', { name: `Employer ${id}` })
    if (answer.body?.id !== id) throw new Error(`creating employer ${id}: ${answer.text}`)
  }
  return accounts
}
