import type { Sql } from '@jobboard/db/sql'

/** Saves the name of an employer unless the stored version is as new; then it writes nothing. */
export async function saveEmployerCopy(
  sql: Sql,
  employer: { employerId: number; name: string; version: number },
): Promise<void> {
  await sql`
    insert into employer_copy (employer_id, name, version)
    select ${employer.employerId}, ${employer.name}, ${employer.version}::int
    where not exists (
      select from employer_copy where employer_id = ${employer.employerId} and version >= ${employer.version}::int)
    on conflict (employer_id) do update set name = excluded.name, version = excluded.version
    where employer_copy.version < excluded.version`
}
