import type { Network } from '@jobboard/testkit/network'
import { expect } from 'vitest'
import { type Changes, openOperator, user } from './change.ts'

const recruiterKey = { name: 'ATS', scopes: ['JobPosting', 'CvSearch'] }
const has = (fields: object) => expect.objectContaining(fields)

/** Employers, keys, credits and metrics. */
export function accountsChanges(system: Network): Changes {
  const { make, newEmployer, newCandidate, mint } = openOperator(system)
  return {
    'create-employer': async () => ({
      path: '/employers',
      body: { name: 'Fjord Ferries' },
      object: /^employer \d+$/,
      before: null,
      after: has({ name: 'Fjord Ferries', hasActiveContract: false }),
      invalidBody: { name: '' },
    }),
    'update-employer': async () => {
      const id = await newEmployer()
      return {
        path: `/employers/${id}`,
        body: { name: 'Fjord Lamps' },
        object: `employer ${id}`,
        before: has({ id, name: 'Fjord', isTrustedPartner: true }),
        after: has({ id, name: 'Fjord Lamps', isTrustedPartner: true }),
      }
    },
    'rebuild-metrics': async () => ({
      path: '/metrics/rebuild',
      body: {},
      object: 'employer metrics',
      before: null,
      after: null,
      invalidBody: [],
    }),
    'mint-recruiter-key': async () => ({
      path: `/employers/${await newEmployer()}/api-keys`,
      body: recruiterKey,
      object: /^api-key \d+$/,
      before: null,
      after: has(recruiterKey),
    }),
    'mint-candidate-key': async () => {
      const candidateId = await newCandidate()
      const body = { name: 'mine', scopes: ['Profile'] }
      return {
        path: `/candidates/${candidateId}/api-keys`,
        body,
        object: /^api-key \d+$/,
        before: null,
        after: has({ ...body, candidateId }),
        invalidBody: { ...body, scopes: [] },
      }
    },
    'approve-key': async () => {
      const { id: employerId } = await make('POST', '/employers', { name: 'New' })
      const { id } = await make('POST', `/employers/${employerId}/api-keys`, recruiterKey)
      return {
        path: `/api-keys/${id}/approve`,
        object: `api-key ${id}`,
        before: has({ id, status: 'PendingApproval' }),
        after: has({ id, status: 'Active' }),
      }
    },
    'refuse-key': async () => {
      const { id: employerId } = await make('POST', '/employers', { name: 'New' })
      const { id } = await make('POST', `/employers/${employerId}/api-keys`, recruiterKey)
      return {
        path: `/api-keys/${id}/refuse`,
        body: { reason: 'No contract.' },
        object: `api-key ${id}`,
        before: has({ id, status: 'PendingApproval' }),
        after: has({ id, status: 'Revoked', refusedReason: 'No contract.' }),
      }
    },
    'revoke-key': async () => {
      const { id } = await mint(await newEmployer())
      const object = `api-key ${id}`
      return {
        path: `/api-keys/${id}`,
        object,
        before: has({ id, status: 'Active' }),
        after: has({ status: 'Revoked' }),
      }
    },
    'set-key-user': async () => {
      const employerId = await newEmployer()
      const { id } = await mint(employerId)
      const userId = (await make('POST', `/employers/${employerId}/users`, user)).id
      return {
        path: `/api-keys/${id}/user`,
        body: { userId },
        object: `api-key ${id}`,
        before: has({ id, userId: null }),
        after: has({ id, userId }),
      }
    },
    'rotate-key': async () => {
      const { id } = await mint(await newEmployer())
      return {
        path: `/api-keys/${id}/rotate`,
        body: { overlapSeconds: 60 },
        object: `api-key ${id}`,
        before: has({ id, expiresAt: null }),
        after: has({ id, replacedBy: has({ status: 'Active' }) }),
      }
    },
    'grant-credits': async () => {
      const id = await newEmployer()
      return {
        path: `/employers/${id}/credits`,
        body: { kind: 'CvSearch', amount: 5, reason: 'invoice 7' },
        service: 'search',
        object: `employer ${id}`,
        before: { kind: 'CvSearch', balance: 0 },
        after: has({ kind: 'CvSearch', amount: 5, balance: 5, cause: 'grant: invoice 7' }),
        invalidBody: { kind: 'CvSearch', amount: -1 },
      }
    },
    'reverse-credit-entry': async () => {
      const id = await newEmployer()
      await make('POST', `/employers/${id}/credits`, { kind: 'JobPosting', amount: 5 })
      const [entry] = (await make('GET', `/employers/${id}/credits/entries`)).items
      return {
        path: `/employers/${id}/credits/entries/${entry.id}/reverse`,
        body: { kind: 'JobPosting' },
        service: 'jobs',
        object: `employer ${id}`,
        before: { kind: 'JobPosting', balance: 5 },
        after: has({ amount: -5, balance: 0, cause: `reversal of entry ${entry.id}` }),
        invalidBody: { kind: 'CvSearch' },
      }
    },
  }
}
