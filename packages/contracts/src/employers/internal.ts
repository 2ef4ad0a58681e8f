import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { staffRole } from '../operators/staff.ts'
import { sandboxId } from '../sandbox/sandbox.ts'
import { email, id, line, pathId } from '../text.ts'
import { mailKinds } from './mails.ts'
import { userRole } from './users.ts'

/** E-mail addresses of the users of an employer with the role EmployerAdmin who want mails about webhooks, each once, at
 * most 100. */
export const listEmployerAdmins = endpoint('GET /internal/v1/employers/{employerId}/admins', {
  service: 'accounts',
  name: 'list-employer-admins',
  params: z.object({ employerId: pathId() }),
  response: z.object({ emails: z.array(z.string()) }),
})

/** The name and the version of an employer, and the sandbox that it is. */
export const getEmployerFacts = endpoint('GET /internal/v1/employers/{employerId}', {
  service: 'accounts',
  name: 'get-employer-facts',
  params: z.object({ employerId: pathId() }),
  response: z.object({ id: id(), name: z.string(), version: z.int(), sandboxId }),
})

/** Ids in one call: those of a page. */
const MAX_NAMES_PER_CALL = 100

const named = z.array(z.object({ id: id(), name: z.string() }))

/** The names of users and keys of an employer, also of removed and revoked ones; what is not the employer's is left out. */
export const listNames = endpoint('POST /internal/v1/employers/{employerId}/names', {
  service: 'accounts',
  name: 'list-names',
  params: z.object({ employerId: pathId() }),
  body: z.object({
    userIds: z.array(id()).max(MAX_NAMES_PER_CALL),
    keyIds: z.array(id()).max(MAX_NAMES_PER_CALL),
  }),
  response: z.object({ users: named, keys: named }),
})

const user = z.object({
  id: id(),
  employerId: id(),
  employerName: z.string(),
  name: z.string(),
  role: userRole,
  // Of the employer; accounts of a release before does not name it.
  timeZone: z.string().optional(),
  // Of a sandbox; absent: live.
  isSandbox: z.literal(true).optional(),
})
const staff = z.object({ id: id(), name: z.string(), email: z.string(), role: staffRole })

/** A user of any employer. 404 for an unknown and for a removed one. */
export const readUser = endpoint('GET /internal/v1/users/{userId}', {
  service: 'accounts',
  name: 'read-user',
  params: z.object({ userId: pathId() }),
  response: user.extend({ email: z.string() }),
})

/** Everybody who signs in with this address, in any letter case: the users of all live employers and who signed up for a sandbox, by
 * id, however many, and the member of the staff. */
export const findUsersByEmail = endpoint('POST /internal/v1/users/find', {
  service: 'accounts',
  name: 'find-users-by-email',
  body: z.object({ email: email() }),
  response: z.object({ users: z.array(user), staff: staff.nullable() }),
})

/** A member of the staff. 404 for an unknown and for a removed one. */
export const readStaff = endpoint('GET /internal/v1/staff/{staffId}', {
  service: 'accounts',
  name: 'read-staff',
  params: z.object({ staffId: pathId() }),
  response: staff,
})

/** Ends the mails of a kind to a user, as the link in each of them does; once more changes nothing. 404 for a removed user. */
export const turnMailsOff = endpoint('POST /internal/v1/users/{userId}/mail-settings/off', {
  service: 'accounts',
  name: 'turn-mails-off',
  params: z.object({ userId: pathId() }),
  body: z.object({ kind: z.enum(mailKinds) }),
  status: 204,
})

/** Mails a notice about a disabled webhook to each EmployerAdmin who wants such mails, once per `id`. `isSending` is false
 * where accounts sends no mail. */
export const queueWebhookMail = endpoint('POST /internal/v1/employers/{employerId}/webhook-mails', {
  service: 'accounts',
  name: 'queue-webhook-mail',
  params: z.object({ employerId: pathId() }),
  body: z.object({ id: z.uuid(), subscriptionId: id(), subject: line(), text: z.string().max(50_000) }),
  response: z.object({ isSending: z.boolean() }),
})
