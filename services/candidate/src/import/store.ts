import type { Tx } from '@jobboard/db/sql'

/** Until the end of the transaction nobody else looks up whether an e-mail address is free in order to insert it. */
export async function lockEmails(sql: Tx): Promise<void> {
  // Between the look-up of an address and its insert another transaction could insert the same one. The name is that of
  // earlier releases, which may run beside this one.
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' candidate import', 0))`
}

/** Of each e-mail address, in order: whether a live candidate has it, ignoring case, and whether an erased one had it. */
export function listEmailUses(
  sql: Tx,
  emails: readonly string[],
  hashes: readonly (Buffer | null)[],
): Promise<{ isTaken: boolean; isErased: boolean }[]> {
  return sql`
    select
      exists (select from candidate where lower(candidate.email collate "C") = lower(line.email collate "C")
        and sandbox_id is null) as is_taken,
      exists (select from erasure where email_hash = decode(hash, 'hex')) as is_erased
    from unnest(${emails}::text[], ${hashes.map((hash) => hash?.toString('hex') ?? null)}::text[])
      with ordinality as line (email, hash, place)
    order by place`
}
