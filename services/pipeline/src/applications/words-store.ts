import type { Sql, Tx } from '@jobboard/db/sql'
import type { Searched } from './words.ts'

/** Whether an application is left that a release without lists by words has written, or an older one. */
export async function isUnprepared(sql: Sql): Promise<boolean> {
  const rows = await sql`select from application where list_words is null limit 1`
  return rows.length > 0
}

/** Locks up to `limit` of them. */
export function lockWithoutWords(sql: Tx, limit: number): Promise<(Searched & { id: number })[]> {
  return sql`
    select id, employer_id, name, email, headline, phone, erased_at from application where list_words is null
    order by id limit ${limit} for no key update skip locked`
}

/** Stores what lists find and sort these locked applications by. */
export async function saveListTerms(
  sql: Tx,
  terms: readonly { id: number; listName: string; lexemes: string[] }[],
): Promise<void> {
  await sql`
    update application set list_name = given.name,
      list_words = array_to_tsvector(array(select jsonb_array_elements_text(given.lexemes))),
      list_score = coalesce((select score from assessment where application_id = application.id), -1),
      has_scorecard = exists (select from scorecard where application_id = application.id)
    from unnest(${terms.map(({ id }) => id)}::integer[], ${terms.map(({ listName }) => listName)}::text[],
      ${terms.map(({ lexemes }) => JSON.stringify(lexemes))}::jsonb[]) as given (id, name, lexemes)
    where application.id = given.id`
}
