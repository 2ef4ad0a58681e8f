/** Limits of the query language (D-41) and of the index. They bound the cost of a query in every engine. */
export const limits = {
  /** UTF-16 code units of a query. */
  queryCharacters: 2000,
  /** Terms of a query; a phrase is one. */
  terms: 100,
  /** Nesting of parentheses and NOT. */
  depth: 25,
  /** Words of a phrase; letters of a script without blanks that follow each other are one. */
  phraseWords: 6,
  /** Such letters of a phrase. */
  phraseLetters: 40,
  /** Bytes of an encoded phrase, whose name is a lexeme: PostgreSQL allows 2,046. Only letters with many marks exceed them. */
  phraseBytes: 2000,
  /** Characters before the first wildcard of a word. */
  charactersBeforeWildcard: 2,
  /** Words of the vocabulary that one wildcard may match. */
  wordsPerWildcard: 500,
  /** Searchable words of a profile; PostgreSQL 15 silently corrupts a tsvector of more than 1 MiB. */
  documentWords: 10_000,
  /** Bytes of an encoded word. A link of six with their separators fits the 468 bytes that Meilisearch compares. */
  wordBytes: 76,
} as const

/** A query that is refused, never repaired (D-41). `message` says what to do and ends with the position of the offending
 * token: a 0-based index in UTF-16 code units of the query as sent. */
export class InvalidQuery extends Error {
  readonly reason: string
  readonly position: number

  constructor(reason: string, position: number) {
    super(`${reason} (position ${position})`)
    this.name = 'InvalidQuery'
    this.reason = reason
    this.position = position
  }
}
