import type { Sql } from '@jobboard/db/sql'

/** The copied name of an employer; undefined when no event about it has arrived. */
export async function findEmployerName(sql: Sql, employerId: number): Promise<string | undefined> {
  const [row] = await sql<{ name: string }>`
    select name from employer_copy where employer_id = ${employerId}`
  return row?.name
}

/** The copied names of employers, by id; one without a copy is left out. */
export async function listEmployerNames(sql: Sql, employerIds: number[]): Promise<Map<number, string>> {
  const rows = await sql<{ employerId: number; name: string }>`
    select employer_id, name from employer_copy where employer_id = any(${employerIds})`
  return new Map(rows.map(({ employerId, name }) => [employerId, name]))
}

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
