import { randomUUID } from 'node:crypto'
import type { Network } from '@jobboard/testkit/network'

/** One change of the Admin API, what its audit row must say, and what is refused instead of it. */
export interface Change {
  path: string
  body?: unknown
  /** The service that makes the change, where it is not the one that answers. */
  service?: string
  object: string | RegExp
  before: unknown
  after: unknown
  /** Unless told: the same of nobody. */
  refused?: unknown
}

/** By the name of the endpoint: makes what the change needs, and tells the change. */
export type Changes = Record<string, () => Promise<Change>>

/** What people are called here; no audit row may know it. */
export const person = { firstName: 'Adelheid', lastName: 'Lindqvist', email: 'adelheid@private.example' }
export const user = { name: 'Rosalinde', email: 'rosalinde@private.example', role: 'Recruiter' }

/** Does what an operator does before the change. Throws when it is refused. */
export function openOperator({ admin }: Network) {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads an answer before its shape is proved
  async function make(method: string, path: string, body?: unknown): Promise<any> {
    const answer = await admin.send(method, `/admin/v1${path}`, body === undefined ? {} : { body })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }
  return {
    make,
    newEmployer: async (): Promise<number> =>
      (await make('POST', '/employers', { name: 'Fjord', isTrustedPartner: true })).id,
    newCandidate: async (): Promise<number> => (await make('POST', '/candidates', person)).id,
    mint: async (employerId: number) =>
      make('POST', `/employers/${employerId}/api-keys`, { name: 'k', scopes: ['JobPosting'] }),
  }
}

/** The same path of nobody. */
export function ofNobody(path: string): string {
  return path.replace(/\/[0-9a-f]{8}-[^/]+/, `/${randomUUID()}`).replace(/\/\d+/g, '/2147483647')
}
