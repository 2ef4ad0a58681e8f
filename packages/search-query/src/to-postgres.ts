import { leaves, type Node } from './ast.ts'
import { phraseSearch } from './phrase-search.ts'
import { isLink, tsquery } from './tsquery.ts'
import type { WildcardWords } from './wildcards.ts'

/** SQL with its bind parameters between the strings, as the class `Sql` of sql-template-tag expects it. */
export type Condition = { strings: string[]; values: unknown[] }

/** SQL expressions for `array_to_tsvector(terms)` and for `body` of a `SearchDocument`. `lexemes`, if given, is a tsvector of
 * the words and of `linkLexeme` of all links. A GIN index is needed on `lexemes`, otherwise on `terms`. */
export type Columns = { terms: string; body: string; lexemes?: string }

/** Condition for exactly the rows that `evaluate` matches. Its text is one of four for any query, so it can be prepared.
 * `words` holds the expansion of every wildcard in `wildcards(node)`; without `lexemes` a `prefix` needs none. */
export function toPostgres(node: Node, words: WildcardWords, columns: Columns): Condition {
  const exact = tsquery(node, words, 'lexeme')
  if (typeof exact === 'boolean') return constant(exact)
  const { terms, lexemes = terms } = columns
  const phrases = leaves(node)
    .filter((leaf) => leaf.type === 'phrase')
    .filter((phrase) => tsquery(phrase, words, 'lexeme') !== false)
  if (phrases.length === 0) return { strings: [`${lexemes} @@ `, '::tsquery'], values: [exact] }

  const index = tsquery(node, words, columns.lexemes ? 'links-superset' : 'superset')
  if (index === false) return constant(false)
  if (columns.lexemes && phrases.every((phrase) => isLink(phrase, words))) {
    return index === true ? constant(true) : { strings: [`${lexemes} @@ `, '::tsquery'], values: [index] }
  }

  // Phrases found in the row are added to its words as lexemes. The index narrows the rows first.
  const searches = phrases.map(phraseSearch)
  const names = searches.map(({ name }) => name)
  const leads = searches.map(({ lead }) => lead)
  const regexes = searches.map(({ regex }) => regex)
  const [first, ...rest] = phrasesFound(columns)
  const strings = [`(${terms} || ${first}`, ...rest.slice(0, -1), `${rest.at(-1)}) @@ `, '::tsquery']
  const values = [names, leads, regexes, exact]
  if (index === true) return { strings, values }
  return {
    strings: [`${lexemes} @@ `, `::tsquery AND ${strings[0]}`, ...strings.slice(1)],
    values: [index, ...values],
  }
}

function constant(value: boolean): Condition {
  return { strings: [value ? 'TRUE' : 'FALSE'], values: [] }
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
