import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_USERS_EVER_PER_EMPLOYER, MAX_USERS_PER_EMPLOYER } from '../limits.ts'
import { email, idOf, line, patch, pathIdOf, wireTimestamp } from '../text.ts'

const portal = { service: 'accounts', keys: ['recruiter'], limit: 'employer' } as const
const employerParams = z.object({ employerId: pathIdOf('employer') })

export const userRoles = ['EmployerAdmin', 'Recruiter', 'Interviewer'] as const
export const userRole = z.enum(userRoles).meta({
  id: 'UserRole',
  description: 'Role of the user in the portal. It does not change what an API key may do.',
})
const userTexts = {
  name: 'Name of the user.',
  email: 'E-mail address of the user. Users of different employers may share one.',
} as const
export const employerUser = z
  .object({
    id: idOf('user'),
    name: z.string().describe(userTexts.name),
    email: z.string().describe(userTexts.email),
    role: userRole,
    createdAt: wireTimestamp().describe('When the user was created.'),
  })
  .meta({
    id: 'EmployerUser',
    description:
      'A person who works for the employer: the author of notes and scorecards, who can sign in to the portal.',
    example: {
      id: 3,
      name: 'Rex Vos',
      email: 'rex.vos@example.com',
      role: 'Recruiter',
      createdAt: '2026-03-01T08:00:00.000Z',
    },
  })

export const listEmployerUsers = endpoint('GET /api/v1/employer/users', {
  ...portal,
  name: 'list-employer-users',
  summary: 'List the users of your employer',
  response: z.array(employerUser).describe('The users, newest first.'),
})

export const createUser = endpoint('POST /admin/v1/employers/{employerId}/users', {
  service: 'accounts',
  name: 'create-user',
  summary: 'Create a user of an employer',
  params: employerParams,
  body: z
    .object({
      name: line().min(1, 'must not be empty').describe(userTexts.name),
      email: email().describe(userTexts.email),
      role: userRole,
    })
    .meta({
      description: 'A new user of the employer.',
      example: { name: 'Rex Vos', email: 'rex.vos@example.com', role: 'Recruiter' },
    }),
  status: 201,
  response: employerUser,
  refusals: {
    already_exists: {
      when: 'A user of the employer has this address, in any letter case.',
      message: 'email: user 3 of this employer has this address; change that user, or remove it first.',
    },
    limit_reached: {
      when: `The employer has ${MAX_USERS_PER_EMPLOYER} users, or has had ${MAX_USERS_EVER_PER_EMPLOYER} with those that were removed.`,
      message: `The employer has ${MAX_USERS_PER_EMPLOYER} users, the most that it may have; remove one first.`,
    },
  },
})

const userParams = z.object({ employerId: pathIdOf('employer'), userId: pathIdOf('user') })
const lastAdmin = (change: string) => ({
  invalid_state: {
    when: `The user is the last EmployerAdmin of the employer and would be ${change}.`,
    message: 'User 3 is the last EmployerAdmin of the employer; make another user EmployerAdmin first.',
  },
})

export const updateUser = endpoint('PUT /admin/v1/employers/{employerId}/users/{userId}', {
  service: 'accounts',
  name: 'update-user',
  summary: 'Change the name or the role of a user',
  description: 'The address cannot change: remove the user and create another.',
  params: userParams,
  body: z
    .object({
      name: patch(line().min(1, 'must not be empty')).describe(userTexts.name),
      role: patch(userRole).describe('Role of the user in the portal; it counts from the next request on.'),
    })
    .meta({
      description: 'Any subset of the fields. A field that is absent or null stays as it is.',
      example: { role: 'Recruiter' },
    }),
  response: employerUser,
  refusals: lastAdmin('given another role'),
})

export const deleteUser = endpoint('DELETE /admin/v1/employers/{employerId}/users/{userId}', {
  service: 'accounts',
  name: 'delete-user',
  summary: 'Remove a user from an employer',
  description:
    'The user is in no list any more, cannot sign in and gets no mail. What the user wrote keeps its author. Keys of the user work on without a user, within 1 second: notes and scorecards are 403 `unattributable` then. Move such a key to another user with `PUT /admin/v1/api-keys/{keyId}/user`, or revoke it.',
  params: userParams,
  status: 204,
  refusals: lastAdmin('removed'),
})

export const listUsersOfEmployer = endpoint('GET /admin/v1/employers/{employerId}/users', {
  service: 'accounts',
  name: 'list-users-of-employer',
  summary: 'List the users of an employer, newest first',
  params: z.object({ employerId: pathIdOf('employer') }),
  response: z.array(employerUser).describe('The users, newest first.'),
})
