import { retiredSandboxState } from '@jobboard/contracts/sandbox/events'
import { fragment, type Tx } from '@jobboard/db/sql'
import { countRows, stateSource, statesOf } from '@jobboard/service/resync/source'

/** Every sandbox that was retired. */
export const retiredStates = stateSource({
  type: retiredSandboxState,
  count: countRows('retired_sandbox'),
  async read(sql, { after, limit, now }) {
    const rows = await sql<{ id: number; version: 1; retiredAt: Date }>`
      select sandbox_id as id, 1 as version, retired_at from retired_sandbox where sandbox_id > ${Number(after)}
      order by sandbox_id limit ${limit}`
    return statesOf(rows, now, ({ id, retiredAt }) => ({ sandboxId: id, retiredAt: retiredAt.toISOString() }))
  },
})

/** Deletes what accounts has of a retired sandbox. Its keys stay until their revocation has left the key bucket, a day later,
 * and with them its users and its employer: a later purge deletes those. */
export async function purgeSandbox(sql: Tx, sandboxId: number): Promise<{ isDone: boolean }> {
  const ofEmployer = fragment`where employer_id = ${sandboxId}`
  // A key that was minted while the sandbox was retired.
  await sql`
    update recruiter_key set status = 'Revoked', revoked_at = now(), version = version + 1, kv_published_version = -1
    where id = any(array(
      select id from recruiter_key ${ofEmployer} and status <> 'Revoked' order by id for no key update))`
  await sql`
    update candidate_key set status = 'Revoked', revoked_at = now(), version = version + 1, kv_published_version = -1
    where id = any(array(
      select id from candidate_key where sandbox_id = ${sandboxId} and status <> 'Revoked' order by id for no key update))`
  const deleted = await sql<{ id: number }>`
    with recruiter as (delete from recruiter_key ${ofEmployer} and kv_removed returning id),
      candidate as (delete from candidate_key where sandbox_id = ${sandboxId} and kv_removed returning id)
    select id from recruiter union all select id from candidate`
  await sql`delete from key_usage where key_id = any(${deleted.map(({ id }) => id)}::integer[])`
  await sql`delete from audit ${ofEmployer}`
  await sql`
    delete from application_stay where application_id in (select application_id from application_copy ${ofEmployer})`
  await sql`delete from application_copy ${ofEmployer}`
  await sql`delete from job_copy ${ofEmployer}`
  await sql`delete from unlock_copy ${ofEmployer}`
  await sql`delete from credit_level ${ofEmployer}`
  await sql`delete from mail_due ${ofEmployer}`
  await sql`delete from mail ${ofEmployer}`
  await sql`delete from mail_setting ${ofEmployer}`
  const keys = await sql`
    select 1 from recruiter_key ${ofEmployer} union all select 1 from candidate_key where sandbox_id = ${sandboxId} limit 1`
  if (keys.length === 0) {
    await sql`delete from employer_user ${ofEmployer}`
    await sql`delete from employer where id = ${sandboxId}`
  }
  return { isDone: true }
}
