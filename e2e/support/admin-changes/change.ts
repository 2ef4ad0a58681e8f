import { randomUUID } from 'node:crypto'
import type { Network } from '@jobboard/testkit/network'

/** One change through the Admin API, the audit row it must leave, and a variant that must be refused. */
export interface Change {
  path: string
  body?: unknown
  /** Media type of the body when it is not JSON. */
  bodyType?: string
  /** The service named in the audit row, if it is not the endpoint's own. */
  service?: string
  object: string | RegExp
  before: unknown
  after: unknown
  /** A body that is refused with 400, or 415 for a body of another type. Without one the test sends `body` for ids that do not exist. */
  invalidBody?: unknown
}

/** By endpoint name: prepares what the change needs, then returns the change. */
export type Changes = Record<string, () => Promise<Change>>

/** Personal data of the test; no audit row may contain it. */
export const person = { firstName: 'Adelheid', lastName: 'Lindqvist', email: 'adelheid@private.example' }
export const user = { name: 'Rosalinde', email: 'rosalinde@private.example', role: 'Recruiter' }

/** Operator calls that prepare a change. They throw unless the call succeeds. */
export function openOperator({ admin }: Pick<Network, 'admin'>) {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads a response before its shape is checked
  async function make(method: string, path: string, body?: unknown): Promise<any> {
    const response = await admin.send(method, `/admin/v1${path}`, body === undefined ? {} : { body })
    if (response.status >= 300) throw new Error(`${path}: ${response.status} ${response.text}`)
    return response.body
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

/** The same path with ids that do not exist. */
export function withUnknownIds(path: string): string {
  return path
    .replace(/\/[0-9a-f]{8}-[^/]+/, `/${randomUUID()}`)
    .replace(/\/\d+/g, '/2147483647')
    .replace(/(\/[a-z]+)-\d+/, '$1-2147483647')
}
