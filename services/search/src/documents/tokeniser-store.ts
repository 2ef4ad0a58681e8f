import { fragment, identifier, type Sql, type Tx } from '@jobboard/db/sql'
import { versionedName } from './document.ts'

/** The documents of one tokeniser version. */
interface StoredTokeniser {
  isComplete: boolean
  builtTo: number
}

/** The names of the live tables of a version, as parts of statements. */
export function tablesOf(version: number) {
  return {
    documents: identifier(versionedName('candidate_document', version)),
    words: identifier(versionedName('cv_word', version)),
  }
}

/** Where a caller finds candidates: `candidate`, or those of its sandbox under that name. */
export function candidatesOf(sandboxId: number | undefined) {
  if (sandboxId === undefined) return identifier('candidate')
  return fragment`(select * from sandbox_candidate where sandbox_id = ${sandboxId}) as candidate`
}

/** What a caller searches: the live tables of a version, or all that its own sandbox has. */
export function searchedTables(version: number, sandboxId: number | undefined) {
  const candidates = candidatesOf(sandboxId)
  if (sandboxId === undefined) return { candidates, ...tablesOf(version) }
  const own = fragment`sandbox_document where tokeniser_version = ${version}
    and candidate_id in (select id from sandbox_candidate where sandbox_id = ${sandboxId})`
  return {
    candidates,
    documents: fragment`(select * from ${own})`,
    words: fragment`(select distinct unnest(tsvector_to_array(terms)) collate "C" as word from ${own}) as cv_word`,
  }
}

/** Creates the tables of a version and registers it. It is complete when there is no candidate to build. */
export async function registerTokeniser(sql: Tx, version: number): Promise<void> {
  const { documents, words } = tablesOf(version)
  // Two processes that create a table at once would collide in the catalogue.
  await sql`select pg_advisory_xact_lock(hashtext('tokeniser'), hashtext(current_schema()))`
  if (version !== 1) {
    await sql`create table if not exists ${documents} (
      like candidate_document including all, foreign key (candidate_id) references candidate on delete cascade)
      with (toast_tuple_target = 128)`
    await sql`create table if not exists ${words} (like cv_word including all)`
  }
  await sql`
    insert into tokeniser (version, is_complete)
    select ${version}::int, not exists (select from candidate where is_searchable)
    on conflict (version) do update set seen_at = now()`
}

/** Undefined for a version without a process since its documents were removed. */
export async function findTokeniser(sql: Sql, version: number): Promise<StoredTokeniser | undefined> {
  const [row] = await sql<StoredTokeniser>`
    select is_complete, built_to from tokeniser where version = ${version}`
  return row
}

/** Locks a version for its build. Undefined when it is complete, or while another replica builds it. */
export async function lockIncomplete(sql: Tx, version: number): Promise<StoredTokeniser | undefined> {
  const [row] = await sql<StoredTokeniser>`
    select is_complete, built_to from tokeniser where version = ${version} and not is_complete
    for update skip locked`
  return row
}

/** Stores how far the build of a locked version came. */
export async function saveBuild(sql: Tx, version: number, build: StoredTokeniser): Promise<void> {
  await sql`
    update tokeniser set is_complete = ${build.isComplete}, built_to = ${build.builtTo} where version = ${version}`
}

/** Every version that has tables. */
export async function listVersions(sql: Sql): Promise<number[]> {
  const rows = await sql<{ version: number }>`select version from tokeniser order by version`
  return rows.map(({ version }) => version)
}

/** Other versions without a process for `days`. */
export async function listAbandoned(sql: Sql, version: number, days: number): Promise<number[]> {
  const rows = await sql<{ version: number }>`
    select version from tokeniser
    where version <> ${version} and seen_at < now() - make_interval(days => ${days})`
  return rows.map((row) => row.version)
}

/** Removes the documents of a version, unless a process of it has run meanwhile. Returns whether it did. */
export async function removeTokeniser(sql: Tx, version: number, days: number): Promise<boolean> {
  const rows = await sql`
    delete from tokeniser where version = ${version} and seen_at < now() - make_interval(days => ${days}) returning 1`
  if (rows.length === 0) return false
  const { documents, words } = tablesOf(version)
  await sql`truncate ${fragment`${documents}, ${words}`}`
  await sql`delete from sandbox_document where tokeniser_version = ${version}`
  return true
}
