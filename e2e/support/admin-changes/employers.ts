import type { Network } from '@jobboard/testkit/network'
import { expect } from 'vitest'
import { openOperator, user } from '../operator.ts'

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

const recruiterKey = { name: 'ATS', scopes: ['JobPosting', 'CvSearch'] }
const has = (fields: object) => expect.objectContaining(fields)

/** Employers, their keys, credits and users, the platform staff, and links to the portal. */
export function employerChanges(system: Network): Changes {
  const { make, newEmployer, newCandidate, mint } = openOperator(system)
  const ofKey = (id: number) => ({ id, path: `/api-keys/${id}`, object: `api-key ${id}` })
  const newKey = async () => ofKey((await mint(await newEmployer())).id)
  const pendingKey = async () => {
    const { id: employerId } = await make('POST', '/employers', { name: 'New' })
    const { id } = await make('POST', `/employers/${employerId}/api-keys`, recruiterKey)
    return { ...ofKey(id), before: has({ id, status: 'PendingApproval' }) }
  }
  const newUser = async () => {
    const employerId = await newEmployer()
    const { id } = await make('POST', `/employers/${employerId}/users`, user)
    const employer = `/employers/${employerId}`
    return { employer, id: id as number, employerId, path: `${employer}/users/${id}`, object: `user ${id}` }
  }
  const newStaff = async (email: string) => {
    const { id } = await make('POST', '/staff', { ...user, email, role: 'viewer' })
    return { id: id as number, path: `/staff/${id}`, object: `staff ${id}` }
  }
  return {
    'create-employer': async () => {
      const body = { name: 'Fjord Ferries' }
      const after = has({ ...body, hasActiveContract: false })
      const refused = { invalidBody: { name: '' } }
      return { path: '/employers', body, object: /^employer \d+$/, before: null, after, ...refused }
    },
    'update-employer': async () => {
      const id = await newEmployer()
      const body = { name: 'Fjord Lamps' }
      const before = has({ id, name: 'Fjord', isTrustedPartner: true })
      const after = has({ id, ...body, isTrustedPartner: true })
      return { path: `/employers/${id}`, body, object: `employer ${id}`, before, after }
    },
    'update-employer-settings': async () => {
      const id = await newEmployer()
      const body = { timeZone: 'Europe/Amsterdam', creditThreshold: 9 }
      const before = { name: 'Fjord', timeZone: 'UTC', creditThreshold: 5 }
      const refused = { invalidBody: { timeZone: 'Mars/Olympus' } }
      const path = `/employers/${id}/settings`
      return { path, body, object: `employer ${id}`, before, after: { ...before, ...body }, ...refused }
    },
    'rebuild-metrics': async () => {
      const path = '/metrics/rebuild'
      return { path, body: {}, object: 'employer metrics', before: null, after: null, invalidBody: [] }
    },
    'mint-recruiter-key': async () => {
      const path = `/employers/${await newEmployer()}/api-keys`
      return { path, body: recruiterKey, object: /^api-key \d+$/, before: null, after: has(recruiterKey) }
    },
    'mint-candidate-key': async () => {
      const candidateId = await newCandidate()
      const body = { name: 'mine', scopes: ['Profile'] }
      const [path, after] = [`/candidates/${candidateId}/api-keys`, has({ ...body, candidateId })]
      const invalidBody = { ...body, scopes: [] }
      return { path, body, object: /^api-key \d+$/, before: null, after, invalidBody }
    },
    'approve-key': async () => {
      const { id, path, object, before } = await pendingKey()
      return { path: `${path}/approve`, object, before, after: has({ id, status: 'Active' }) }
    },
    'refuse-key': async () => {
      const { id, path, object, before } = await pendingKey()
      const body = { reason: 'No contract.' }
      const after = has({ id, status: 'Revoked', refusedReason: 'No contract.' })
      return { path: `${path}/refuse`, body, object, before, after }
    },
    'revoke-key': async () => {
      const { id, path, object } = await newKey()
      return { path, object, before: has({ id, status: 'Active' }), after: has({ status: 'Revoked' }) }
    },
    'set-key-user': async () => {
      const { employerId, id: userId } = await newUser()
      const { id, path, object } = ofKey((await mint(employerId)).id)
      const [before, after] = [has({ id, userId: null }), has({ id, userId })]
      return { path: `${path}/user`, body: { userId }, object, before, after }
    },
    'rotate-key': async () => {
      const { id, path, object } = await newKey()
      const before = has({ id, expiresAt: null })
      const after = has({ id, replacedBy: has({ status: 'Active' }) })
      return { path: `${path}/rotate`, body: { overlapSeconds: 60 }, object, before, after }
    },
    'grant-credits': async () => {
      const id = await newEmployer()
      const after = has({ kind: 'CvSearch', amount: 5, balance: 5, cause: 'grant: invoice 7' })
      return {
        ...{ path: `/employers/${id}/credits`, object: `employer ${id}`, service: 'search' },
        body: { kind: 'CvSearch', amount: 5, reason: 'invoice 7' },
        invalidBody: { kind: 'CvSearch', amount: -1 },
        ...{ before: { kind: 'CvSearch', balance: 0 }, after },
      }
    },
    'reverse-credit-entry': async () => {
      const id = await newEmployer()
      await make('POST', `/employers/${id}/credits`, { kind: 'JobPosting', amount: 5 })
      const [entry] = (await make('GET', `/employers/${id}/credits/entries`)).items
      const path = `/employers/${id}/credits/entries/${entry.id}/reverse`
      const after = has({ amount: -5, balance: 0, cause: `reversal of entry ${entry.id}` })
      return {
        ...{ path, object: `employer ${id}`, service: 'jobs' },
        ...{ body: { kind: 'JobPosting' }, invalidBody: { kind: 'CvSearch' } },
        ...{ before: { kind: 'JobPosting', balance: 5 }, after },
      }
    },
    'create-user': async () => {
      const employerId = await newEmployer()
      const path = `/employers/${employerId}/users`
      const made = { id: expect.any(Number), createdAt: expect.any(String) }
      const after = { ...made, employerId, role: 'Recruiter' }
      return { path, body: user, object: /^user \d+$/, before: null, after }
    },
    'update-user': async () => {
      const { path, object, id, employerId } = await newUser()
      const body = { role: 'Interviewer' }
      const before = has({ id, employerId, role: 'Recruiter' })
      return { path, body, object, before, after: has({ id, employerId, ...body }) }
    },
    'update-mail-settings': async () => {
      const { path, object } = await newUser()
      const body = { applications: 'off', keys: false }
      const before = { applications: 'daily', keys: true, credits: true, webhooks: true }
      return { path: `${path}/mail-settings`, body, object, before, after: { ...before, ...body } }
    },
    'delete-user': async () => {
      const { path, object, id, employerId } = await newUser()
      return { path, object, before: has({ id, employerId }), after: null }
    },
    'create-portal-link': async () => {
      const { employer, object, id: userId, employerId } = await newUser()
      const after = { employerId, page: 'keys', expiresAt: expect.any(String) }
      return { path: `${employer}/portal-links`, body: { userId, page: 'keys' }, object, before: null, after }
    },
    'create-staff': async () => {
      const body = { ...user, email: 'new@private.example', role: 'viewer' }
      const invalidBody = { ...user, role: 'Recruiter' }
      const after = has({ role: 'viewer' })
      return { path: '/staff', body, object: /^staff \d+$/, before: null, after, invalidBody }
    },
    'update-staff': async () => {
      const { path, object, id } = await newStaff('changed@private.example')
      const body = { role: 'operator' }
      return { path, body, object, before: has({ id, role: 'viewer' }), after: has({ id, ...body }) }
    },
    'create-sandbox': async () => {
      const employerId = await newEmployer()
      const after = has({ employerId, resetAt: null })
      return { path: `/employers/${employerId}/sandbox`, object: /^sandbox \d+$/, before: null, after }
    },
    'delete-sandbox': async () => {
      const employerId = await newEmployer()
      const path = `/employers/${employerId}/sandbox`
      const { id } = await make('POST', path)
      return { path, object: `sandbox ${id}`, before: has({ id, employerId }), after: null }
    },
    'delete-staff': async () => {
      const { path, object, id } = await newStaff('removed@private.example')
      return { path, object, before: has({ id, role: 'viewer' }), after: null }
    },
    'create-staff-portal-link': async () => {
      const { path, object } = await newStaff('linked@private.example')
      const after = { page: 'start', expiresAt: expect.any(String) }
      return { path: `${path}/portal-links`, body: {}, object, before: null, after }
    },
  }
}
