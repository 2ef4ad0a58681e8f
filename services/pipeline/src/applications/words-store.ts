import type { Tx } from '@jobboard/db/sql'
import type { Searched } from './words.ts'

/** Locks up to `limit` applications that a release without lists by words has written, or an older one. */
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
      list_score = coalesce((select score from assessment where application_id = application.id), -1)
    from unnest(${terms.map(({ id }) => id)}::integer[], ${terms.map(({ listName }) => listName)}::text[],
      ${terms.map(({ lexemes }) => JSON.stringify(lexemes))}::jsonb[]) as given (id, name, lexemes)
    where application.id = given.id`
}

/** Stores the employer of up to `limit` scorecards that a release without it has written, or an older one. Returns their number. */
export async function saveScorecardEmployers(sql: Tx, limit: number): Promise<number> {
  const rows = await sql`
    with card as (
      select ctid from scorecard where of_employer is null order by application_id limit ${limit}
      for no key update skip locked
    )
    update scorecard set of_employer = application.employer_id from card, application
    where scorecard.ctid = card.ctid and application.id = scorecard.application_id returning 1`
  return rows.length
}
