import { offsetOf, type Page } from '@jobboard/db/page'
import { fragment, type Sql } from '@jobboard/db/sql'
import { startsWith } from '@jobboard/db/starts-with'
import type { Candidate } from '../domain/candidate.ts'

/** The fields of a candidate in a list. */
export type CandidateSummary = Pick<
  Candidate,
  | 'id'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'headline'
  | 'city'
  | 'country'
  | 'consentExpiresAt'
  | 'isSearchable'
  | 'lastActiveAt'
  | 'createdAt'
  | 'updatedAt'
>

type Row = Omit<CandidateSummary, 'id'> & { id: number | null; total: number }

const summary = fragment`
  id, first_name, last_name, email, headline, city, country, consent_expires_at, is_searchable, last_active_at,
  created_at, updated_at`

/** One page of candidates, newest first, and how many there are, in one statement. With `q` those whose first name, last
 * name or e-mail address starts with it, without case. */
export async function listCandidatePage(
  sql: Sql,
  { q, page, pageSize }: { q?: string | undefined; page: number; pageSize: number },
): Promise<Page<CandidateSummary>> {
  const { offset, limit } = offsetOf({ page, pageSize })
  // Joined to the count, so that a page past the end still returns the total, in a row without an id.
  const rows =
    q === undefined
      ? await sql<Row>`
          select counted.total, page.* from (select count(*) as total from candidate) counted
          left join lateral (
            select ${summary} from candidate order by id desc limit ${limit} offset ${offset}
          ) page on true
          order by page.id desc`
      : await sql<Row>`
          with found as materialized (
            select id from candidate where ${startsWith(fragment`lower(email collate "C")`, q)}
            union
            select id from candidate where ${nameStartsWith(fragment`first_name || ' ' || last_name`, q)}
            union
            select id from candidate where ${nameStartsWith(fragment`last_name || ' ' || first_name`, q)}
          )
          select counted.total, page.* from (select count(*) as total from found) counted
          left join lateral (
            select ${summary} from candidate
            where id = any(array(select id from found order by id desc limit ${limit} offset ${offset}))
          ) page on true
          order by page.id desc`
  const items = rows.flatMap(({ total: _, id, ...row }) => (id === null ? [] : [{ ...row, id }]))
  return { total: rows[0]!.total, page, pageSize, items }
}

/** Characters of a name in the indexes, whose entries are limited to 2704 bytes. */
const INDEXED_CHARACTERS = 100

function nameStartsWith(name: ReturnType<typeof fragment>, q: string) {
  const characters = [...q]
  const start = characters.slice(0, INDEXED_CHARACTERS).join('')
  // The literal 100: an expression with a parameter matches no index.
  const indexed = startsWith(fragment`lower(left(${name}, 100)) collate "C"`, start)
  if (characters.length <= INDEXED_CHARACTERS) return indexed
  return fragment`${indexed} and ${startsWith(fragment`lower(${name}) collate "C"`, q)}`
}
