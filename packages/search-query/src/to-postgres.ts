import { leaves, type Node } from './ast.ts'
import { needlesOf, tsquery } from './tsquery.ts'
import type { WildcardWords } from './wildcards.ts'

/** A piece of SQL with its bind parameters between the strings, as the class `Sql` of sql-template-tag takes it. */
export type Condition = { strings: string[]; values: unknown[] }

/** SQL expressions for `array_to_tsvector(terms)`, which needs a GIN index, and for `body` of a `SearchDocument`. */
export type Columns = { terms: string; body: string }

/** The condition for exactly the rows that `evaluate` finds. Its text is one of four, whatever the query, so it can be
 * prepared. `words` has the words of every `wild` in `wildcards(node)`. */
export function toPostgres(node: Node, words: WildcardWords, columns: Columns): Condition {
  const exact = tsquery(node, words, 'lexeme')
  if (typeof exact === 'boolean') return { strings: [exact ? 'TRUE' : 'FALSE'], values: [] }
  const { terms, body } = columns
  const phrases = leaves(node).filter((leaf) => leaf.type === 'phrase')
  const wanted = [...new Set(phrases.flatMap((phrase) => needlesOf(phrase, words)))]
  if (wanted.length === 0) return { strings: [`${terms} @@ `, '::tsquery'], values: [exact] }

  // The needles that are in the row join its words as lexemes: no word has a slash. The index knows words only.
  const index = tsquery(node, words, 'superset')
  const found = `array_to_tsvector(ARRAY(SELECT needle FROM unnest(`
  const match = [`::text[]) AS needle WHERE strpos(${body}, needle) > 0))) @@ `, '::tsquery']
  if (typeof index === 'boolean')
    return { strings: [`(${terms} || ${found}`, ...match], values: [wanted, exact] }
  return {
    strings: [`${terms} @@ `, `::tsquery AND (${terms} || ${found}`, ...match],
    values: [index, wanted, exact],
  }
}
