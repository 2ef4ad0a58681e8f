import type { Sql } from '@jobboard/db/sql'
import { keyIdOf, type SecretKeys, type SecretOwner, seal, unseal } from '../../domain/secret.ts'
import { listSecretsAfter, saveResealed } from '../../store/stored-secret.ts'

const BATCH_SIZE = 500

/** What one pass over the secrets found, and left behind. */
export interface SecretCounts {
  /** By the id of their key; `none` is the format without key ids. */
  byKey: Map<string, number>
  unreadable: number
}

/** Encrypts every readable secret with the first key. With one key it only counts: a replica of an earlier version could
 * not read what this one writes. An unreadable secret stays as it is. */
export async function resealSecrets(sql: Sql, keys: SecretKeys): Promise<SecretCounts> {
  const counts: SecretCounts = { byKey: new Map(), unreadable: 0 }
  for (let after = 0; ; ) {
    const rows = await listSecretsAfter(sql, after, BATCH_SIZE)
    for (const row of rows) {
      const secret = reseal(keys, row, row.secret, counts)
      const previousSecret = row.previousSecret && reseal(keys, row, row.previousSecret, counts)
      if (secret !== row.secret || previousSecret !== row.previousSecret) {
        await saveResealed(sql, row, { secret, previousSecret })
      }
    }
    if (rows.length < BATCH_SIZE) return counts
    after = rows.at(-1)!.id
  }
}

/** The secret encrypted with the first key; the same buffer when it is already, or cannot be read. */
function reseal(keys: SecretKeys, owner: SecretOwner, sealed: Buffer, counts: SecretCounts): Buffer {
  const secret = unseal(keys, owner, sealed)
  if (secret === undefined) counts.unreadable++
  const isCurrent = secret === undefined || keys.length === 1 || keyIdOf(sealed) === keys[0].id
  const stored = isCurrent ? sealed : seal(keys, owner, secret)
  const label = String(keyIdOf(stored) ?? 'none')
  counts.byKey.set(label, (counts.byKey.get(label) ?? 0) + 1)
  return stored
}
