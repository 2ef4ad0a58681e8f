import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { userRole } from '../endpoints/employers.ts'
import { staffRole } from '../endpoints/staff.ts'
import { email, id, pathId } from '../text.ts'

const accounts = { plane: 'internal', service: 'accounts' } as const
const user = z.object({
  id: id(),
  employerId: id(),
  employerName: z.string(),
  name: z.string(),
  role: userRole,
})
const staff = z.object({ id: id(), name: z.string(), email: z.string(), role: staffRole })

/** A user of any employer. 404 for an unknown and for a removed one. */
export const readUser = endpoint({
  ...accounts,
  name: 'read-user',
  method: 'GET',
  path: '/internal/v1/users/{userId}',
  summary: 'Read a user and whose user it is',
  params: z.object({ userId: pathId() }),
  status: 200,
  response: user.extend({ email: z.string() }),
})

/** Everybody who signs in with this address, in any letter case: the users of all employers, by id, however many, and the
 * member of the staff. */
export const findUsersByEmail = endpoint({
  ...accounts,
  name: 'find-users-by-email',
  method: 'POST',
  path: '/internal/v1/users/find',
  summary: 'Find the users and the member of the staff with an e-mail address',
  body: z.object({ email: email() }),
  status: 200,
  response: z.object({ users: z.array(user), staff: staff.nullable() }),
})

/** A member of the staff. 404 for an unknown and for a removed one. */
export const readStaff = endpoint({
  ...accounts,
  name: 'read-staff',
  method: 'GET',
  path: '/internal/v1/staff/{staffId}',
  summary: 'Read a member of the platform staff',
  params: z.object({ staffId: pathId() }),
  status: 200,
  response: staff,
})
