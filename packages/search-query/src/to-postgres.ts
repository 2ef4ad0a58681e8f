import { leaves, type Node } from './ast.ts'
import { phraseSearch } from './phrase-search.ts'
import { tsquery } from './tsquery.ts'
import type { WildcardWords } from './wildcards.ts'

/** SQL with its bind parameters between the strings, as the class `Sql` of sql-template-tag expects it. */
export type Condition = { strings: string[]; values: unknown[] }

/** SQL expressions for `array_to_tsvector(terms)`, which needs a GIN index, and for `body` of a `SearchDocument`. */
export type Columns = { terms: string; body: string }

/** Condition for exactly the rows that `evaluate` matches. Its text is one of four for any query, so it can be prepared.
 * `words` holds the expansion of every `wild` in `wildcards(node)`. */
export function toPostgres(node: Node, words: WildcardWords, columns: Columns): Condition {
  const exact = tsquery(node, words, 'lexeme')
  if (typeof exact === 'boolean') return { strings: [exact ? 'TRUE' : 'FALSE'], values: [] }
  const { terms } = columns
  const phrases = leaves(node)
    .filter((leaf) => leaf.type === 'phrase')
    .filter((phrase) => tsquery(phrase, words, 'lexeme') !== false)
  if (phrases.length === 0) return { strings: [`${terms} @@ `, '::tsquery'], values: [exact] }

  // Phrases found in the row are added to its words as lexemes. The index, which holds words only, narrows the rows first.
  const searches = phrases.map(phraseSearch)
  const names = searches.map(({ name }) => name)
  const leads = searches.map(({ lead }) => lead)
  const regexes = searches.map(({ regex }) => regex)
  const index = tsquery(node, words, 'superset')
  const [first, ...rest] = phrasesFound(columns)
  const strings = [`(${terms} || ${first}`, ...rest.slice(0, -1), `${rest.at(-1)}) @@ `, '::tsquery']
  const values = [names, leads, regexes, exact]
  if (typeof index === 'boolean') return { strings, values }
  return {
    strings: [`${terms} @@ `, `::tsquery AND ${strings[0]}`, ...strings.slice(1)],
    values: [index, ...values],
  }
}

// OFFSET 0 and the concatenation make Postgres detoast a long text once for all phrases.
function phrasesFound({ body }: Columns): string[] {
  return [
    `array_to_tsvector(ARRAY(SELECT name FROM (SELECT ${body} || '' AS text OFFSET 0) AS unpacked, unnest(`,
    '::text[], ',
    '::text[], ',
    '::text[]) AS phrase (name, lead, regex) WHERE strpos(text, lead) > 0 AND (regex IS NULL OR text ~ regex)))',
  ]
}
