import { fragment, type identifier, type Tx } from '@jobboard/db/sql'
import { tablesOf } from './tokeniser-store.ts'

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
