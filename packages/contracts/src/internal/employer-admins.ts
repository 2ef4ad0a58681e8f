import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { pathId } from '../text.ts'

/** E-mail addresses of the users of an employer with the role EmployerAdmin, each once, at most 100. */
export const listEmployerAdmins = endpoint({
  plane: 'internal',
  service: 'accounts',
  name: 'list-employer-admins',
  method: 'GET',
  path: '/internal/v1/employers/{employerId}/admins',
  summary: 'Read the addresses of the admins of an employer',
  params: z.object({ employerId: pathId() }),
  status: 200,
  response: z.object({ emails: z.array(z.string()) }),
})
