import type { Sql } from '@jobboard/db/sql'
import type { Person, PersonId } from '../person/person.ts'

/** How a person wants to see the pages. */
export interface Preferences {
  /** Rows of tables have one line. */
  isCompact: boolean
  /** Pages offer their API calls; null: as usual for the role. */
  showsCalls: boolean | null
}

export const USUAL: Preferences = { isCompact: false, showsCalls: null }

/** Whether pages offer their API calls: to those who integrate, others ask for it. */
export function showsCalls({ person, preferences }: { person: Person; preferences: Preferences }): boolean {
  return preferences.showsCalls ?? !['Recruiter', 'Interviewer'].includes(person.role)
}

/** Stores what a person has chosen. */
export async function savePreferences(
  sql: Sql,
  { kind, id }: PersonId,
  { isCompact, showsCalls }: Preferences,
): Promise<void> {
  await sql`
    insert into preference (person_kind, person_id, is_compact, shows_calls)
    values (${kind}, ${id}, ${isCompact}, ${showsCalls})
    on conflict (person_kind, person_id) do update
      set is_compact = excluded.is_compact, shows_calls = excluded.shows_calls`
}

/** Forgets them, with a person who was removed. */
export async function deletePreferences(sql: Sql, { kind, id }: PersonId): Promise<void> {
  await sql`delete from preference where person_kind = ${kind} and person_id = ${id}`
}
