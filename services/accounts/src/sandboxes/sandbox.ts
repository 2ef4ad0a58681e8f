import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import { MAX_LINE_LENGTH } from '@jobboard/contracts/limits'
import type { getSandbox } from '@jobboard/contracts/sandbox/admin'
import {
  MAX_SANDBOXES,
  SANDBOX_DAYS,
  SANDBOX_NOTICE_DAYS,
  SANDBOX_RESETS_PER_DAY,
} from '@jobboard/contracts/sandbox/sandbox'
import type { Employer } from '../employers/employer.ts'

/** Who may make one. */
type SandboxMode = 'off' | 'admins' | 'public'

/** Whose a sandbox is: a live employer's, or that of the user of its own who signed up for it. The other one is null. */
interface Belongs {
  number: number
  employerId: number | null
  userId: number | null
}

/** A sandbox as it is stored. */
export interface SandboxRow extends Belongs {
  /** Null: it was never ready. */
  id: number | null
  preparingId: number | null
  createdAt: Date
  resetAt: Date | null
  /** On the UTC day `resetsOn` (YYYY-MM-DD). */
  resets: number
  resetsOn: string | null
  resetKey: string | null
}

/** A sandbox that is ready. */
export interface Sandbox extends Belongs {
  id: number
  createdAt: Date
  resetAt: Date | null
  lastUsedAt: Date | null
  /** When somebody was last mailed that it ends. */
  noticedAt: Date | null
}

const DAY_MS = 86_400_000

/** The last call, or what was done to the sandbox since. */
function lastTouched({ createdAt, resetAt, lastUsedAt }: Sandbox): Date {
  return new Date(Math.max(createdAt.getTime(), resetAt?.getTime() ?? 0, lastUsedAt?.getTime() ?? 0))
}

/** When it ends unless a key of it is used. */
export function endOf(sandbox: Sandbox): Date {
  return new Date(lastTouched(sandbox).getTime() + SANDBOX_DAYS * DAY_MS)
}

/** What is to be done about a sandbox that nobody uses. */
export function dueOf(sandbox: Sandbox, now: Date): 'end' | 'notice' | 'none' {
  const endsInMs = endOf(sandbox).getTime() - now.getTime()
  if (endsInMs <= 0) return 'end'
  const { noticedAt } = sandbox
  const isNoticed = noticedAt !== null && noticedAt > lastTouched(sandbox)
  return endsInMs <= SANDBOX_NOTICE_DAYS * DAY_MS && !isNoticed ? 'notice' : 'none'
}

/** The name of the sandbox of an employer, no longer than that of any employer. */
export function sandboxName(name: string): string {
  const end = ' (sandbox)'
  return `${[...name].slice(0, MAX_LINE_LENGTH - end.length).join('')}${end}`
}

/** Throws invalid_state unless the employer can have a sandbox. */
export function checkMayHave(employer: Employer, mode: SandboxMode): void {
  if (mode === 'off') {
    const message = 'Sandboxes are off on this installation; its operator sets SANDBOX=admins.'
    throw new ApiError('invalid_state', message)
  }
  if (employer.sandboxId !== null) {
    throw new ApiError('invalid_state', 'employerId: is a sandbox itself; name a live employer.')
  }
}

/** Throws invalid_state unless people sign up for sandboxes here. */
export function checkIsPublic(mode: SandboxMode): void {
  if (mode === 'public') return
  const message = 'Nobody signs up for a sandbox on this installation; its operator sets SANDBOX=public.'
  throw new ApiError('invalid_state', message)
}

/** The first name of somebody of whom an address is known: what stands before the @. */
export function nameOf(email: string): string {
  return [...email.slice(0, email.lastIndexOf('@'))].slice(0, MAX_LINE_LENGTH).join('')
}

/** Throws limit_reached when there are `limit` sandboxes or more, by default as many as an installation may have. */
export function checkSpace(sandboxes: number, limit = MAX_SANDBOXES): void {
  if (sandboxes < limit) return
  const message = `There are ${sandboxes} sandboxes, the limit is ${limit}; delete one that nobody uses.`
  throw new ApiError('limit_reached', message)
}

/** The refusal of a second sandbox of an employer. */
export function alreadyExists(id: number): ApiError {
  const message = `employerId: this employer has a sandbox, employer ${id}; reset it, or delete it first.`
  return new ApiError('already_exists', message)
}

/** The resets of the UTC day of `now` with one more. Throws limit_reached. */
export function oneMoreReset({ resets, resetsOn }: Pick<SandboxRow, 'resets' | 'resetsOn'>, now: Date) {
  const day = now.toISOString().slice(0, 10)
  const ofToday = resetsOn === day ? resets : 0
  if (ofToday >= SANDBOX_RESETS_PER_DAY) {
    const message = `This sandbox has had ${ofToday} resets since 00:00 UTC, the limit of a day is ${SANDBOX_RESETS_PER_DAY}; reset it after 00:00 UTC.`
    throw new ApiError('limit_reached', message)
  }
  return { resets: ofToday + 1, resetsOn: day }
}

/** A sandbox as its employer and operators see it. */
export function toSandbox(sandbox: Sandbox): ResponseBody<typeof getSandbox> {
  const { id, employerId, createdAt, resetAt, lastUsedAt } = sandbox
  return {
    id,
    employerId: employerId ?? id,
    createdAt: createdAt.toISOString(),
    resetAt: resetAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    endsAt: endOf(sandbox).toISOString(),
  }
}
