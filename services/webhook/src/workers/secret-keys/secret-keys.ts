import { startLoop } from '@jobboard/process/loop'
import type { Worker } from '@jobboard/service/lifecycle/deps'
import type { WebhookEnv } from '../../env.ts'
import { resealSecrets, type SecretCounts } from './reseal.ts'

// Finds what a replica that is not restarted yet encrypts with another key.
const INTERVAL_MS = 60_000

/** Moves signing secrets to the first key of `WEBHOOK_SECRET_KEYS`, at the start and each minute, and counts them by key
 * and those that no key decrypts. */
export const secretKeys: Worker<WebhookEnv> = async ({ db, env, log }, metrics) => {
  let counts: SecretCounts = { byKey: new Map(), unreadable: 0 }
  metrics.add(
    {
      name: 'webhook_secrets',
      type: 'gauge',
      help: 'Stored signing secrets by the id of their key, at most a minute old; none is the format without ids.',
    },
    () => [...counts.byKey].map(([key_id, value]) => ({ labels: { key_id }, value })),
  )
  metrics.add(
    {
      name: 'webhook_secrets_unreadable',
      type: 'gauge',
      help: 'Stored signing secrets that no key of this replica decrypts: their deliveries fail.',
    },
    () => [{ labels: {}, value: counts.unreadable }],
  )

  async function pass(): Promise<number> {
    const { unreadable } = counts
    counts = await resealSecrets(db.sql, env.WEBHOOK_SECRET_KEYS)
    if (counts.unreadable > unreadable) {
      log.error(
        { unreadable: counts.unreadable },
        'webhook secrets cannot be decrypted with the keys of this replica',
      )
    }
    return INTERVAL_MS
  }
  return startLoop({
    step: pass,
    onError: (err) => log.warn({ err }, 'webhook secrets not counted; retrying'),
    retryMs: INTERVAL_MS,
  })
}
