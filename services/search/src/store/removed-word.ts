import type { Tx } from '@jobboard/db/sql'

/** Words by tokeniser version. */
export type RemovedWords = Map<number, Set<string>>

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
