import { findUsersByEmail, readStaff, readUser, turnMailsOff } from '@jobboard/contracts/employers/internal'
import type { MailKind } from '@jobboard/contracts/employers/mails'
import { userRoles } from '@jobboard/contracts/employers/users'
import type { Endpoint } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import { enterSandbox as enterSandboxOf, signUpForSandbox } from '@jobboard/contracts/sandbox/internal'
import { keyPrefix } from '@jobboard/service/auth/api-key'
import type { Caller } from '@jobboard/service/auth/caller'
import { z } from 'zod'
import type { PortalDeps } from '../env.ts'

export const employerRoles = userRoles
export type EmployerRole = (typeof employerRoles)[number]

export const staffRoles = ['viewer', 'operator'] as const
export type StaffRole = (typeof staffRoles)[number]

export type Role = EmployerRole | StaffRole
export const roles: readonly Role[] = [...employerRoles, ...staffRoles]

/** A signed-in person, as accounts knows them. */
export const personSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('user'),
    id: z.int(),
    employerId: z.int(),
    employerName: z.string(),
    name: z.string(),
    role: z.enum(employerRoles),
    /** Of the employer; accounts of a release before does not name it. */
    timeZone: z.string().optional(),
    /** Who signed up for a sandbox: there is nothing outside of it. */
    isSandbox: z.literal(true).optional(),
    /** In the sandbox of the employer: who this is outside of it. `id` and `employerId` are those of the sandbox. */
    live: z.object({ id: z.int(), employerId: z.int() }).optional(),
  }),
  z.object({ kind: z.literal('staff'), id: z.int(), name: z.string(), role: z.enum(staffRoles) }),
])
export type Person = z.output<typeof personSchema>
/** Which person; what else is known of them may change. */
export type PersonId = Pick<Person, 'kind' | 'id'>
export type User = Extract<Person, { kind: 'user' }>

/** Whose sessions and preferences these are, in the sandbox too. */
export function livePerson(person: Person): PersonId {
  return { kind: person.kind, id: (person.kind === 'user' && person.live?.id) || person.id }
}

/** Whether the person works in a sandbox. */
export const isInSandbox = (person: Person) =>
  person.kind === 'user' && (person.live !== undefined || hasSignedUp(person))

/** Whether the person has signed up for the sandbox, and so cannot leave it. */
export const hasSignedUp = (person: Person) => person.kind === 'user' && person.isSandbox === true

/** How the keys of the person's employer begin. */
export const keyStart = (person: Person) => keyPrefix('recruiter', isInSandbox(person) ? 'test' : 'live')

const SCOPES: Record<EmployerRole, string[]> = {
  EmployerAdmin: ['JobPosting', 'Applications', 'CvSearch', 'Webhooks'],
  Recruiter: ['JobPosting', 'Applications', 'CvSearch'],
  Interviewer: ['Applications'],
}

/** Endpoints of the Admin API that an EmployerAdmin may call, always for the own employer. */
const OF_EMPLOYER_ADMIN = new Set([
  ...[
    'get-employer',
    'get-employer-settings',
    'update-employer-settings',
    'list-employer-audit',
    'list-mails',
  ],
  ...[
    'list-recruiter-keys',
    'mint-recruiter-key',
    'read-key',
    'rotate-key',
    'revoke-key',
    'set-key-user',
    'get-key-usage-of',
  ],
  ...['list-users-of-employer', 'create-user', 'update-user', 'delete-user'],
  ...['create-sandbox', 'delete-sandbox'],
])

/** Those that who works with jobs may call too: the own mails, of which accounts refuses a change of another's, and whether there is
 * a sandbox. */
const OF_RECRUITER = new Set(['get-mail-settings', 'update-mail-settings', 'get-sandbox'])

/** What an Interviewer may call: to read applications, and to write notes and scorecards of their own. */
const OF_INTERVIEWER = new Set([
  ...['list-jobs', 'get-job', 'list-employer-users', 'list-application-tags', 'list-tags'],
  ...['list-applications', 'list-all-applications', 'count-applications', 'get-application'],
  ...['list-application-history', 'get-ai-assessment'],
  ...['list-notes', 'get-note', 'create-note', 'update-note', 'delete-note'],
  ...['list-scorecards', 'get-scorecard', 'put-scorecard', 'delete-scorecard', 'get-job-scorecard-template'],
])

/** Whether a role may call an endpoint: the only place that decides it. Other checks, such as whose object
 * it is, are those of the service. */
export function mayCall(role: Role, { name, plane, method, keys, scopes = [] }: Endpoint): boolean {
  if (role === 'operator') return plane === 'admin'
  if (role === 'viewer') return plane === 'admin' && method === 'GET'
  if (role === 'Interviewer') return OF_INTERVIEWER.has(name)
  if (plane === 'admin') {
    return OF_RECRUITER.has(name) || (role === 'EmployerAdmin' && OF_EMPLOYER_ADMIN.has(name))
  }
  if (plane !== 'public' || !keys?.includes('recruiter')) return false
  // What concerns the calling key itself: a person has none.
  if (name === 'get-key' || name.endsWith('-own-key') || name === 'get-key-usage') return false
  return scopes.every((scope) => SCOPES[role].includes(scope))
}

/** The person as the caller of an endpoint. */
export function callerOf(person: Person, { plane }: Pick<Endpoint, 'plane'>): Caller {
  if (person.kind === 'user' && plane === 'public') {
    const { employerId, id: userId, role } = person
    const own = { employerId, userId, keyId: null, scopes: SCOPES[role] }
    const caller = {
      kind: 'recruiter',
      ...own,
      ...(isInSandbox(person) && { sandboxId: employerId }),
    } as const
    return role === 'Interviewer' ? { ...caller, seesNoContact: true } : caller
  }
  return { kind: 'admin', actor: `${person.kind} ${person.id}` }
}

const TIMEOUT_MS = 1_000

/** The person as accounts knows them now; undefined when they were removed. Throws unavailable. */
export async function readPerson(
  { call }: Pick<PortalDeps, 'call'>,
  { kind, id }: PersonId,
  requestId: string,
): Promise<Person | undefined> {
  const options = { timeoutMs: TIMEOUT_MS, requestId }
  try {
    const found =
      kind === 'user'
        ? await call(readUser, { params: { userId: id } }, options)
        : await call(readStaff, { params: { staffId: id } }, options)
    return personSchema.parse({ ...found, kind })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined
    throw error
  }
}

/** The person as the user of the sandbox of their employer; undefined when there is none. Throws unavailable. */
export async function enterSandbox(
  { call }: Pick<PortalDeps, 'call'>,
  user: User,
  requestId: string,
): Promise<User | undefined> {
  const options = { timeoutMs: TIMEOUT_MS, requestId, isSafe: true }
  try {
    const inside = await call(enterSandboxOf, { params: { userId: user.id }, body: {} }, options)
    const { id, employerId } = user
    return { ...user, id: inside.userId, employerId: inside.sandboxId, live: { id, employerId } }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined
    throw error
  }
}

const FIND_TIMEOUT_MS = 5_000

/** Everybody who has this address, the users before the member of the staff. Throws unavailable. */
export async function findPersons(
  { call }: Pick<PortalDeps, 'call'>,
  email: string,
  requestId: string,
): Promise<PersonId[]> {
  const options = { timeoutMs: FIND_TIMEOUT_MS, requestId, isSafe: true }
  const { users, staff } = await call(findUsersByEmail, { body: { email } }, options)
  return [
    ...users.map(({ id }) => ({ kind: 'user' as const, id })),
    ...(staff ? [{ kind: 'staff' as const, id: staff.id }] : []),
  ]
}

/** Three services fill a sandbox. */
const MAKE_TIMEOUT_MS = 15_000

/** Makes the sandbox of a confirmed address and returns its user, the same one when it is repeated. Throws limit_reached, invalid_state,
 * unavailable. */
export async function makeSandbox(
  { call }: Pick<PortalDeps, 'call'>,
  body: { companyName: string; email: string },
  requestId: string,
): Promise<PersonId> {
  const options = { timeoutMs: MAKE_TIMEOUT_MS, requestId, isSafe: true }
  const { userId } = await call(signUpForSandbox, { body }, options)
  return { kind: 'user', id: userId }
}

/** Ends the mails of a kind to a user; who was removed gets none. Throws unavailable. */
export async function turnOffMails(
  { call }: Pick<PortalDeps, 'call'>,
  { userId, kind }: { userId: number; kind: MailKind },
  requestId: string,
): Promise<void> {
  try {
    await call(turnMailsOff, { params: { userId }, body: { kind } }, { requestId, isSafe: true })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
  }
}
