import type { Erased } from '@jobboard/contracts/candidates/events'
import type { Tx } from '@jobboard/db/sql'

const ERASED_KEY_NAME = 'Erased'

const NAME = JSON.stringify({ name: ERASED_KEY_NAME })

/** Revokes the candidate's keys and erases their names, in audit rows too. The commit wakes the publisher, by a trigger. */
export async function eraseKeys(sql: Tx, { candidateId }: Erased, now: Date): Promise<void> {
  // Locked in order of id, like in every update of several keys: no two of them can deadlock.
  await sql`select 1 from candidate_key where candidate_id = ${candidateId} order by id for no key update`
  // A record that has left the bucket is not put into it again.
  await sql`
    update candidate_key set name = ${ERASED_KEY_NAME}
    where candidate_id = ${candidateId} and kv_removed and name <> ${ERASED_KEY_NAME}`
  await sql`
    update candidate_key set name = ${ERASED_KEY_NAME}, status = 'Revoked', revoked_at = coalesce(revoked_at, ${now}),
      version = version + 1, kv_published_version = -1
    where candidate_id = ${candidateId} and not kv_removed
      and (name <> ${ERASED_KEY_NAME} or status <> 'Revoked')`
  // The row of a rotation also has the name of the successor.
  await sql`
    update audit set before = case when before ? 'name' then before || ${NAME}::jsonb else before end,
      after = case when after ? 'name'
        then jsonb_set(after || ${NAME}::jsonb, '{replacedBy,name}', ${JSON.stringify(ERASED_KEY_NAME)}::jsonb, false)
        else after end
    where object in (select 'api-key ' || id from candidate_key where candidate_id = ${candidateId})
      and (before ->> 'name' <> ${ERASED_KEY_NAME} or after ->> 'name' <> ${ERASED_KEY_NAME}
        or after #>> '{replacedBy,name}' <> ${ERASED_KEY_NAME})`
  await sql`delete from key_usage where key_id in (select id from candidate_key where candidate_id = ${candidateId})`
}
