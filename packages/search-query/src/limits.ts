/** The numbers of the query language (D-41) and of what is indexed. A query within them is cheap in every engine. */
export const limits = {
  /** UTF-16 code units of a query. */
  queryCharacters: 2000,
  /** Terms of a query; a phrase is one. */
  terms: 100,
  /** Parentheses and NOT inside each other. */
  depth: 25,
  phraseWords: 6,
  /** Characters before the first wildcard of a word. */
  charactersBeforeWildcard: 2,
  /** Words of the vocabulary that one wildcard may stand for. */
  wordsPerWildcard: 500,
  /** Words of a profile that are searchable; PostgreSQL 15 corrupts a tsvector of more than 1 MiB without an error. */
  documentWords: 10_000,
  /** Bytes of an encoded word: six of them with their separators fit the 468 bytes that Meilisearch compares. */
  wordBytes: 76,
} as const
