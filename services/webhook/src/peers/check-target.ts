import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { hostOf, parseTarget, refusedTarget } from '../domain/parse-target.ts'
import type { WebhookEnv } from '../env.ts'
import { BlockedTarget, openResolve } from './resolve.ts'

const PATIENCE_MS = 1_500

/** Refuses a URL that webhooks must not go to, also when its name stands for such an address now (D-55). A name that
 * cannot be looked up is accepted: it is looked up again for each connection. Throws invalid_request naming url. */
export async function checkTarget(text: string, env: WebhookEnv): Promise<void> {
  const host = hostOf(parseTarget(text, env.WEBHOOK_ALLOW_PRIVATE))
  if (env.WEBHOOK_ALLOW_PRIVATE || isIP(host) !== 0) return
  const looked = openResolve(env)(host).catch((error: unknown) => error)
  const found = await Promise.race([looked, sleep(PATIENCE_MS)])
  if (found instanceof BlockedTarget) {
    throw refusedTarget('must not point to a private, local or reserved address')
  }
}
