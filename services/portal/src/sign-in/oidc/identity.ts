import type { Sql } from '@jobboard/db/sql'
import type { PersonId } from '../../person/person.ts'

/** An account at a provider of OpenID Connect. */
export interface Account {
  issuer: string
  subject: string
}

/** The persons to whom an account was bound. */
export async function listBound(sql: Sql, { issuer, subject }: Account): Promise<PersonId[]> {
  return sql<PersonId>`
    select person_kind as kind, person_id as id from identity
    where issuer = ${issuer} and subject = ${subject} order by person_kind, person_id`
}

/** Those of the persons who are not bound to another account of this issuer: an address that was given to somebody else
 * opens nothing. */
export async function withoutOthers(
  sql: Sql,
  { issuer, subject }: Account,
  persons: readonly PersonId[],
): Promise<PersonId[]> {
  const others = await sql<PersonId>`
    select person_kind as kind, person_id as id from identity
    where issuer = ${issuer} and subject <> ${subject}
      and (person_kind, person_id) in (
        select * from unnest(${persons.map(({ kind }) => kind)}::text[], ${persons.map(({ id }) => id)}::integer[]))`
  return persons.filter((person) => !others.some((other) => isSame(person, other)))
}

/** Binds an account to a person at the first sign-in. False when the person is bound to another account of this issuer, also
 * when both come at once: the primary key decides. */
export async function bindAccount(
  sql: Sql,
  { issuer, subject }: Account,
  { kind, id }: PersonId,
  now: Date,
): Promise<boolean> {
  await sql`
    insert into identity (issuer, subject, person_kind, person_id, created_at)
    values (${issuer}, ${subject}, ${kind}, ${id}, ${now}) on conflict do nothing`
  const [row] = await sql<{ subject: string }>`
    select subject from identity where issuer = ${issuer} and person_kind = ${kind} and person_id = ${id}`
  return row?.subject === subject
}

/** Forgets the accounts of a person who was removed. */
export async function unbind(sql: Sql, { kind, id }: PersonId): Promise<void> {
  await sql`delete from identity where person_kind = ${kind} and person_id = ${id}`
}

export function isSame(a: PersonId, b: PersonId): boolean {
  return a.kind === b.kind && a.id === b.id
}
