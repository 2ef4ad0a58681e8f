import type { Network } from '@jobboard/testkit/network'
import { expect } from 'vitest'
import { type Changes, openOperator, user } from './change.ts'

const has = (fields: object) => expect.objectContaining(fields)

/** Users of employers, the platform staff, and their links to the portal. */
export function personChanges(system: Network): Changes {
  const { make, newEmployer } = openOperator(system)
  const newUser = async () => {
    const employerId = await newEmployer()
    const { id } = await make('POST', `/employers/${employerId}/users`, user)
    return { employerId, id: id as number }
  }
  const newStaff = async (email: string): Promise<number> =>
    (await make('POST', '/staff', { ...user, email, role: 'viewer' })).id
  return {
    'create-user': async () => {
      const employerId = await newEmployer()
      return {
        path: `/employers/${employerId}/users`,
        body: user,
        object: /^user \d+$/,
        before: null,
        after: { id: expect.any(Number), employerId, role: 'Recruiter', createdAt: expect.any(String) },
      }
    },
    'update-user': async () => {
      const { employerId, id } = await newUser()
      return {
        path: `/employers/${employerId}/users/${id}`,
        body: { role: 'Interviewer' },
        object: `user ${id}`,
        before: has({ id, employerId, role: 'Recruiter' }),
        after: has({ id, employerId, role: 'Interviewer' }),
      }
    },
    'delete-user': async () => {
      const { employerId, id } = await newUser()
      return {
        path: `/employers/${employerId}/users/${id}`,
        object: `user ${id}`,
        before: has({ id, employerId }),
        after: null,
      }
    },
    'create-portal-link': async () => {
      const { employerId, id } = await newUser()
      return {
        path: `/employers/${employerId}/portal-links`,
        body: { userId: id, page: 'keys' },
        object: `user ${id}`,
        before: null,
        after: { employerId, page: 'keys', expiresAt: expect.any(String) },
      }
    },
    'create-staff': async () => ({
      path: '/staff',
      body: { ...user, email: 'new@private.example', role: 'viewer' },
      object: /^staff \d+$/,
      before: null,
      after: has({ role: 'viewer' }),
      invalidBody: { ...user, role: 'Recruiter' },
    }),
    'update-staff': async () => {
      const id = await newStaff('changed@private.example')
      return {
        path: `/staff/${id}`,
        body: { role: 'operator' },
        object: `staff ${id}`,
        before: has({ id, role: 'viewer' }),
        after: has({ id, role: 'operator' }),
      }
    },
    'delete-staff': async () => {
      const id = await newStaff('removed@private.example')
      return { path: `/staff/${id}`, object: `staff ${id}`, before: has({ id, role: 'viewer' }), after: null }
    },
    'create-staff-portal-link': async () => {
      const id = await newStaff('linked@private.example')
      return {
        path: `/staff/${id}/portal-links`,
        body: {},
        object: `staff ${id}`,
        before: null,
        after: { page: 'start', expiresAt: expect.any(String) },
      }
    },
  }
}
