import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { pathIdOf } from '../ids.ts'
import { pageOf, pageQuery, startOfText } from '../page.ts'
import { employer, employerUser } from './employers.ts'

const admin = { plane: 'admin', service: 'accounts' } as const

/** Admin API: by the start of the name, without case. */
export const listEmployers = endpoint({
  ...admin,
  name: 'list-employers',
  method: 'GET',
  path: '/admin/v1/employers',
  summary: 'List employers, newest first',
  query: z.object({ q: startOfText(), ...pageQuery }),
  status: 200,
  response: pageOf(employer),
})

/** Admin API */
export const listUsersOfEmployer = endpoint({
  ...admin,
  name: 'list-users-of-employer',
  method: 'GET',
  path: '/admin/v1/employers/{employerId}/users',
  summary: 'List the users of an employer, newest first',
  params: z.object({ employerId: pathIdOf('employer') }),
  status: 200,
  response: z.array(employerUser).describe('The users, newest first.'),
})
