import type { Sql } from '@jobboard/db/sql'

/** The name of an employer, as new as the events that have arrived. */
export async function findEmployerName(sql: Sql, employerId: number): Promise<string | undefined> {
  const [row] = await sql<{ name: string }>`
    select name from employer_copy where employer_id = ${employerId}`
  return row?.name
}

/** Keeps the newest name of an employer. */
export async function saveEmployer(
  sql: Sql,
  employer: { employerId: number; name: string; version: number },
): Promise<void> {
  await sql`
    insert into employer_copy (employer_id, name, version)
    values (${employer.employerId}, ${employer.name}, ${employer.version})
    on conflict (employer_id) do update set name = excluded.name, version = excluded.version
    where employer_copy.version < excluded.version`
}
