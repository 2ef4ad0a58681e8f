import { z } from 'zod'
import type { ServiceName } from '../endpoint.ts'
import { ApiError } from '../error.ts'
import { id, idOf, line, wireTimestamp } from '../text.ts'

/** What one sandbox may hold. */
export const SANDBOX_LIMITS = { candidates: 200, jobs: 200, applications: 2_000 } as const
/** Throws limit_reached when a sandbox that has so many may not have `more`. */
export function assertRoom(what: keyof typeof SANDBOX_LIMITS, has: number, more: number): void {
  if (has + more > SANDBOX_LIMITS[what]) throw new ApiError('limit_reached', sandboxFull(what, has, more))
}

/** The message of that refusal. */
export function sandboxFull(
  what: keyof typeof SANDBOX_LIMITS,
  has: number = SANDBOX_LIMITS[what],
  more = 1,
): string {
  const needed = more > 1 ? ` and needs ${more} more` : ''
  return `This sandbox has ${has} ${what}${needed}, the limit is ${SANDBOX_LIMITS[what]}; reset it with POST /api/v1/sandbox/reset.`
}

/** Bytes that the calls of one sandbox may write in each service from one reset to the next: 64 MiB together. */
export const SANDBOX_BYTES: Partial<Record<ServiceName, number>> = {
  candidate: 20 * 1_048_576,
  search: 18 * 1_048_576,
  pipeline: 12 * 1_048_576,
  jobs: 8 * 1_048_576,
  webhook: 3 * 1_048_576,
  accounts: 3 * 1_048_576,
}

/** Candidates that a new or reset sandbox has. */
export const SANDBOX_SEED = 40
/** Credits of each kind that a new or reset sandbox has. */
export const SANDBOX_CREDITS = 1_000
/** Deliveries of a sandbox that are sent at the same time by one process. */
export const SANDBOX_DELIVERIES_IN_FLIGHT = 5
/** Days without a call after which a sandbox ends; a mail is sent this many days before. */
export const SANDBOX_DAYS = 90
export const SANDBOX_NOTICE_DAYS = 14
/** Resets of a sandbox within a UTC day. */
export const SANDBOX_RESETS_PER_DAY = 50
/** Sandboxes on one installation. */
export const MAX_SANDBOXES = 200
/** With so many nobody signs up for another one: admins of employers have the rest. */
export const MAX_SANDBOXES_FOR_SIGN_UP = 150
/** Calls that one `POST /sandbox/fail` answers for, and answers that a receiver gives. */
export const MAX_SIMULATED = 100

/** The sandbox that an object or a caller belongs to: the id of its employer. Absent: live. */
export const sandboxId = id().optional()

/** A sandbox as its employer and operators see it. */
export const sandboxFields = {
  id: idOf('employer').describe('Id of the employer that is the sandbox; a reset changes it.'),
  employerId: idOf('employer').describe(
    'Id of the employer that it belongs to; its own id when somebody signed up for it.',
  ),
  createdAt: wireTimestamp().describe('When it was made.'),
  resetAt: wireTimestamp().nullable().describe('When it was last reset; null: never.'),
  lastUsedAt: wireTimestamp()
    .nullable()
    .describe('When a key of it was last used, visible within 5 seconds; null: never.'),
  endsAt: wireTimestamp().describe(`When it ends: ${SANDBOX_DAYS} days after its last call.`),
}

export const sandbox = z.object(sandboxFields).meta({
  id: 'Sandbox',
  description: 'An employer with data of its own, to try the API with.',
  example: {
    id: 31,
    employerId: 1,
    createdAt: '2026-03-01T08:00:00.000Z',
    resetAt: null,
    lastUsedAt: '2026-03-01T12:00:00.000Z',
    endsAt: '2026-05-30T12:00:00.000Z',
  },
})

export type Sandbox = z.output<typeof sandbox>

/** The name of a company, as who signs up for a sandbox types it. */
export const companyName = () => line().min(1, 'must not be empty')

/** Of lists of operators. */
export const worldQuery = z
  .enum(['live', 'sandbox', 'all'])
  .nullish()
  .transform((world) => world ?? 'live')
  .describe('live: what belongs to no sandbox. sandbox: what belongs to one. all: both. Absent: live.')
export type World = z.output<typeof worldQuery>
