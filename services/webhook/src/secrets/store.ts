import type { Sql } from '@jobboard/db/sql'

/** The sealed secrets of a subscription. */
interface StoredSecrets {
  id: number
  employerId: number
  secret: Buffer
  previousSecret: Buffer | null
}

/** The sealed secrets of up to `limit` subscriptions with an id above `after`, in the order of their ids. Those of
 * deleted subscriptions are never used again. */
export function listSecretsAfter(sql: Sql, after: number, limit: number): Promise<StoredSecrets[]> {
  return sql<StoredSecrets>`
    select id, employer_id, secret, previous_secret from subscription
    where id > ${after} and status <> 'Deleted' order by id limit ${limit}`
}

/** Replaces sealed secrets by others of the same content, unless a rotation has changed them since they were read. */
export async function saveResealed(
  sql: Sql,
  read: StoredSecrets,
  { secret, previousSecret }: Pick<StoredSecrets, 'secret' | 'previousSecret'>,
): Promise<void> {
  await sql`
    update subscription set secret = ${secret}, previous_secret = ${previousSecret}
    where id = ${read.id} and secret = ${read.secret} and previous_secret is not distinct from ${read.previousSecret}`
}
