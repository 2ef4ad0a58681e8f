import { createHash } from 'node:crypto'
import { addCredits } from '@jobboard/contracts/credits/internal'
import { endpoints } from '@jobboard/contracts/endpoints'
import type { CreditKind } from '@jobboard/contracts/limits'
import type { Caller } from '@jobboard/service/auth/caller'
import type { Call } from '@jobboard/service/lifecycle/call'

/** Long enough for a machine that starts everything at once. */
export const TIMEOUT_MS = 30_000
const DAY_MS = 86_400_000

/** So many days before the seed was begun. */
export function agoOf(begunAt: Date, days: number): Date {
  return new Date(begunAt.getTime() - days * DAY_MS)
}

/** An `Idempotency-Key`: the same for the same request of the same seed. */
export function operationOf(begunAt: Date, what: string, content: unknown): string {
  const text = JSON.stringify([begunAt, what, content])
  return `demo-${createHash('sha256').update(text).digest('base64url')}`
}

/** POSTs to the service of a path as `caller`, as if it had been done `at` that time; `operation` is its `Idempotency-Key`. */
export function datedPost(call: Call, caller: Caller) {
  return async <T>(path: string, body: unknown, at: Date, operation: string): Promise<T> => {
    const parts = path.split('/')
    const found = endpoints.find(({ method, path: pattern }) => {
      const names = pattern.split('/')
      return (
        method === 'POST' &&
        names.length === parts.length &&
        names.every(
          (name, index) => name === parts[index] || (name.startsWith('{') && /^\d+$/.test(parts[index]!)),
        )
      )
    })
    if (!found) throw new Error(`There is no POST ${path}`)
    const names = found.path.split('/').map((name, index) => [name.slice(1, -1), parts[index]!] as const)
    const params = Object.fromEntries(
      names.filter((_, index) => found.path.split('/')[index]!.startsWith('{')),
    )
    const options = { caller, at, idempotencyKey: operation, timeoutMs: TIMEOUT_MS }
    return (await call(found, { params, body: body as never }, options)) as T
  }
}

/** Grants credits as if it had been done `at` that time; once. */
export async function addCreditsAt(
  call: Call,
  employerId: number,
  kind: string,
  amount: number,
  at: Date,
): Promise<void> {
  const endpoint = addCredits(kind === 'JobPosting' ? 'jobs' : 'search')
  const body = {
    operationId: `demo ${employerId} ${kind}`,
    employerId,
    kind: kind as CreditKind,
    amount,
    cause: 'grant: demo',
    actor: 'operator',
  }
  await call(endpoint, { body }, { at, timeoutMs: TIMEOUT_MS })
}
