import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { hostOf, invalidTarget, NOT_PUBLIC, parseTarget } from '../domain/parse-target.ts'
import type { WebhookEnv } from '../env.ts'
import { BlockedTarget, openResolve } from './resolve.ts'

const LOOKUP_TIMEOUT_MS = 1_500

/** Refuses a URL whose host is, or resolves to, an address that webhooks must not be sent to (D-55).
 * Accepts a name that does not resolve within 1.5 s: each connection resolves it again. Throws
 * invalid_request naming url. */
export async function checkTarget(text: string, env: WebhookEnv): Promise<void> {
  const host = hostOf(parseTarget(text, env.WEBHOOK_ALLOW_PRIVATE))
  if (env.WEBHOOK_ALLOW_PRIVATE || isIP(host) !== 0) return
  const lookup = openResolve(env)(host).catch((error: unknown) => error)
  const result = await Promise.race([lookup, sleep(LOOKUP_TIMEOUT_MS)])
  if (result instanceof BlockedTarget) throw invalidTarget(NOT_PUBLIC)
}
