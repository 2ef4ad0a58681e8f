import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { employerMetrics } from '../metrics.ts'
import { email, id, line, patch, pathId, wireTimestamp } from '../text.ts'

const portal = { plane: 'public', service: 'accounts', keys: ['recruiter'], limit: 'employer' } as const
const admin = { plane: 'admin', service: 'accounts' } as const
const employerParams = z.object({ employerId: pathId() })

export const userRoles = ['EmployerAdmin', 'Recruiter', 'Interviewer'] as const

export const employer = z.object({
  id: id(),
  name: z.string(),
  hasActiveContract: z.boolean(),
  isTrustedPartner: z.boolean(),
  createdAt: wireTimestamp(),
})
export const employerUser = z.object({
  id: id(),
  name: z.string(),
  email: z.string(),
  role: z.enum(userRoles),
  createdAt: wireTimestamp(),
})

/** Spec §4.5 */
export const listEmployerUsers = endpoint({
  ...portal,
  name: 'list-employer-users',
  method: 'GET',
  path: '/api/v1/employer/users',
  summary: 'List the users of your employer',
  status: 200,
  response: z.array(employerUser),
})

/** Spec §4.5 */
export const getEmployerMetrics = endpoint({
  ...portal,
  name: 'get-employer-metrics',
  method: 'GET',
  path: '/api/v1/employer/metrics',
  summary: 'Read the metrics of your employer',
  status: 200,
  response: employerMetrics,
})

/** Admin API */
export const createEmployer = endpoint({
  ...admin,
  name: 'create-employer',
  method: 'POST',
  path: '/admin/v1/employers',
  summary: 'Create an employer',
  body: z.object({
    name: line().min(1, 'must not be empty'),
    hasActiveContract: z.boolean().nullish().transform(Boolean),
    isTrustedPartner: z.boolean().nullish().transform(Boolean),
  }),
  status: 201,
  response: employer,
})

/** Admin API */
export const getEmployer = endpoint({
  ...admin,
  name: 'get-employer',
  method: 'GET',
  path: '/admin/v1/employers/{employerId}',
  summary: 'Read an employer',
  params: employerParams,
  status: 200,
  response: employer,
})

/** Admin API */
export const updateEmployer = endpoint({
  ...admin,
  name: 'update-employer',
  method: 'PUT',
  path: '/admin/v1/employers/{employerId}',
  summary: 'Change an employer',
  params: employerParams,
  body: z.object({
    name: patch(line().min(1, 'must not be empty')),
    hasActiveContract: patch(z.boolean()),
    isTrustedPartner: patch(z.boolean()),
  }),
  status: 200,
  response: employer,
})

/** Admin API */
export const createUser = endpoint({
  ...admin,
  name: 'create-user',
  method: 'POST',
  path: '/admin/v1/employers/{employerId}/users',
  summary: 'Create a user of an employer',
  params: employerParams,
  body: z.object({ name: line().min(1, 'must not be empty'), email: email(), role: z.enum(userRoles) }),
  status: 201,
  response: employerUser,
})

/** Admin API: consumes the events of the last 14 days again and starts resyncs of jobs, pipeline and search, for
 * what is older; corrects missing and outdated rows, loses none. */
export const rebuildMetrics = endpoint({
  ...admin,
  name: 'rebuild-metrics',
  method: 'POST',
  path: '/admin/v1/metrics/rebuild',
  summary: 'Consume the events behind the employer metrics again',
  body: z.object({}),
  status: 202,
})
