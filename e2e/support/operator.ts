import type { ErasingService } from '@jobboard/contracts/candidates/erasure'
import type { Client } from '@jobboard/testkit/client'
import type { Network } from '@jobboard/testkit/network'

/** Personal data of the tests; no audit row may contain it. */
export const person = { firstName: 'Adelheid', lastName: 'Lindqvist', email: 'adelheid@private.example' }
export const user = { name: 'Rosalinde', email: 'rosalinde@private.example', role: 'Recruiter' }

/** Operator calls. They throw unless the call succeeds. */
export function openOperator({ admin }: Pick<Network, 'admin'>) {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads a response before its shape is checked
  async function make(method: string, path: string, body?: unknown): Promise<any> {
    const response = await admin.send(method, `/admin/v1${path}`, body === undefined ? {} : { body })
    if (response.status >= 300) throw new Error(`${path}: ${response.status} ${response.text}`)
    return response.body
  }
  const newEmployer = async (): Promise<number> =>
    (await make('POST', '/employers', { name: 'Fjord', isTrustedPartner: true })).id
  const newCandidate = async (): Promise<number> => (await make('POST', '/candidates', person)).id
  const mint = (employerId: number) =>
    make('POST', `/employers/${employerId}/api-keys`, { name: 'k', scopes: ['JobPosting'] })
  return { make, newEmployer, newCandidate, mint }
}

export async function isConfirmed(api: Client, service: ErasingService, erasureId: number): Promise<boolean> {
  const { body } = await api.get(`/admin/v1/erasures/${erasureId}`)
  return body.services.some(
    (one: { service: string; confirmedAt: string | null }) => one.service === service && one.confirmedAt,
  )
}
