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

type Table = ReturnType<typeof identifier>

/** A common word is looked up in a long list of documents. */
const WORDS_PER_STATEMENT = 20
/** Documents that are read whole to recognise common words, before words are looked up one by one. */
const SAMPLED_DOCUMENTS = 100

/** Adds encoded words. A word that no document holds any more matches nobody until it is deleted. */
export async function insertVocabulary(sql: Tx, vocabulary: Table, words: string[]): Promise<void> {
  // Sorted, so that concurrent inserts of the same words lock in one order and cannot deadlock.
  await sql`insert into ${vocabulary} select unnest(${words.toSorted()}::text[]) on conflict do nothing`
}

/** Deletes those of the words that no document of the tokeniser version holds. The caller has called
 * `lockRemovedWords`. */
export async function deleteUnusedWords(sql: Tx, version: number, words: Iterable<string>): Promise<void> {
  const { documents, words: vocabulary } = tablesOf(version)
  const listed = await withoutCommon(sql, documents, [...words])
  // Encoded words contain neither quotes nor backslashes.
  const isUnused = fragment`not exists (
    select from ${documents} where terms @@ ('''' || word || '''')::tsquery)`
  const unused: string[] = []
  for (let i = 0; i < listed.length; i += WORDS_PER_STATEMENT) {
    const rows = await sql<{ word: string }>`
      select word from unnest(${listed.slice(i, i + WORDS_PER_STATEMENT)}::text[]) as listed (word) where ${isUnused}`
    unused.push(...rows.map(({ word }) => word))
  }
  if (unused.length === 0) return
  // Waits for transactions that have added words, whose documents are then visible; others wait for this one.
  await sql`lock table ${vocabulary} in share row exclusive mode`
  await sql`delete from ${vocabulary} where word = any(${unused}) and ${isUnused}`
}

/** Leaves out the words that one of the newest documents holds: looking up a word reads the list of all its documents, and a
 * profile consists mostly of words that one in five has. */
async function withoutCommon(sql: Tx, documents: Table, words: string[]): Promise<string[]> {
  if (words.length <= WORDS_PER_STATEMENT) return words
  const rows = await sql<{ word: string }>`
    select unnest(${words}::text[]) as word except
    select unnest(tsvector_to_array(terms))
    from (select terms from ${documents} order by candidate_id desc limit ${SAMPLED_DOCUMENTS}) as newest`
  return rows.map(({ word }) => word)
}

/** Words by tokeniser version. */
type RemovedWords = Map<number, Set<string>>

/** Waits until no other transaction deletes words: two that delete documents with one word would each see the other's
 * document, and both keep the word. */
export async function lockRemovedWords(sql: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' erasure of words', 0))`
}

/** The same lock, without waiting. Returns false when another transaction holds it. */
export async function tryLockRemovedWords(sql: Tx): Promise<boolean> {
  const [row] = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(current_schema() || ' erasure of words', 0)) as is_locked`
  return row!.isLocked
}

/** Takes the words of the oldest `limit` changes of documents. */
export async function takeRemovedWords(sql: Tx, limit: number): Promise<RemovedWords> {
  return byVersion(
    await sql<Row>`
      delete from removed_word
      where id = any(array(select id from removed_word order by id limit ${limit})) returning tokeniser_version, words`,
  )
}

/** Takes the words that left the documents of a candidate. */
export async function takeRemovedWordsOf(sql: Tx, candidateId: number): Promise<RemovedWords> {
  return byVersion(
    await sql<Row>`
      delete from removed_word where candidate_id = ${candidateId} returning tokeniser_version, words`,
  )
}

interface Row {
  tokeniserVersion: number
  words: string[]
}

function byVersion(rows: Row[]): RemovedWords {
  const versions: RemovedWords = new Map()
  for (const { tokeniserVersion, words } of rows) {
    versions.set(tokeniserVersion, new Set([...(versions.get(tokeniserVersion) ?? []), ...words]))
  }
  return versions
}
