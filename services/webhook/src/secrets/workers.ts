import type { Sql } from '@jobboard/db/sql'
import { startLoop } from '@jobboard/process/loop'
import type { Worker } from '@jobboard/service/lifecycle/deps'
import type { WebhookEnv } from '../env.ts'
import { listSecretsAfter, saveResealed } from '../subscriptions/store.ts'
import { keyIdOf, type SecretKeys, seal, unseal } from './secret.ts'

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
      help: 'Stored signing secrets by the id of their key, at most a minute old; none where the bytes are no sealed secret.',
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

const BATCH_SIZE = 500

/** What one pass over the secrets found, and left behind. */
interface SecretCounts {
  /** By the id of their key; `none` for bytes that are no sealed secret. */
  byKey: Map<string, number>
  unreadable: number
}

/** Encrypts every readable secret with the first key. An unreadable secret stays as it is. */
async function resealSecrets(sql: Sql, keys: SecretKeys): Promise<SecretCounts> {
  const counts: SecretCounts = { byKey: new Map(), unreadable: 0 }
  for (let after = 0; ; ) {
    const rows = await listSecretsAfter(sql, after, BATCH_SIZE)
    for (const row of rows) {
      const secret = reseal(keys, row.id, row.secret, counts)
      const previousSecret = row.previousSecret && reseal(keys, row.id, row.previousSecret, counts)
      if (secret !== row.secret || previousSecret !== row.previousSecret) {
        await saveResealed(sql, row, { secret, previousSecret })
      }
    }
    if (rows.length < BATCH_SIZE) return counts
    after = rows.at(-1)!.id
  }
}

/** The secret encrypted with the first key; the same buffer when it is already, or cannot be read. */
function reseal(keys: SecretKeys, id: number, sealed: Buffer, counts: SecretCounts): Buffer {
  const secret = unseal(keys, id, sealed)
  if (secret === undefined) counts.unreadable++
  const isCurrent = secret === undefined || keyIdOf(sealed) === keys[0].id
  const stored = isCurrent ? sealed : seal(keys, id, secret)
  const label = String(keyIdOf(stored) ?? 'none')
  counts.byKey.set(label, (counts.byKey.get(label) ?? 0) + 1)
  return stored
}
