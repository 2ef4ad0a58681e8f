import type { Db } from '@jobboard/db/db'

/** The number of sessions that hold the leader lock of this schema. */
export async function countLockHolders({ sql }: Db): Promise<number> {
  const holders = await sql`
    select pid from pg_locks
    where database = (select oid from pg_database where datname = current_database())
      and locktype = 'advisory' and granted and objid::bigint = hashtext(current_schema())::bigint & 4294967295`
  return holders.length
}
