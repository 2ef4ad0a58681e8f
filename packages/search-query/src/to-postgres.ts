import { leaves, type Node } from './ast.ts'
import { InvalidQuery } from './invalid-query.ts'
import { phraseSearch } from './phrase-search.ts'
import { isLink, tsquery } from './tsquery.ts'
import { type WildcardWords, wildcards } from './wildcards.ts'

/** SQL with its bind parameters between the strings, as the class `Sql` of sql-template-tag expects it. */
export type Condition = { strings: string[]; values: unknown[] }

/** SQL expressions for `array_to_tsvector(terms)` and for `body` of a `SearchDocument`. `lexemes`, if given, is a tsvector of
 * the words and of `linkLexeme` of all links. A GIN index is needed on `lexemes`, otherwise on `terms`. */
export type Columns = { terms: string; body: string; lexemes?: string }

/** Postgres refuses a tsquery whose lexemes have more than 1 MiB; its text is longer than they are. */
const MAX_TSQUERY_CHARACTERS = 1_000_000

/** Condition for exactly the rows that `evaluate` matches. Its text is one of five for any query, so it can be prepared.
 * `words` holds the expansion of every wildcard in `wildcards(node)`; without `lexemes` a `prefix` needs none.
 * Throws InvalidQuery when those of all wildcards together are longer than a tsquery can be. */
export function toPostgres(node: Node, words: WildcardWords, columns: Columns): Condition {
  const exact = tsquery(node, words, 'lexeme')
  if (typeof exact === 'boolean') return constant(exact)
  if (isTooLong(exact)) {
    const reason = 'Write more characters of the wildcards: together they match too many long words'
    throw new InvalidQuery(reason, wildcards(node)[0]!.at)
  }
  const { terms, lexemes = terms } = columns
  const phrases = leaves(node)
    .filter((leaf) => leaf.type === 'phrase')
    .filter((phrase) => tsquery(phrase, words, 'lexeme') !== false)
  if (phrases.length === 0) return { strings: [`${lexemes} @@ `, '::tsquery'], values: [exact] }

  const linked = columns.lexemes ? tsquery(node, words, 'links-superset') : true
  if (linked === false) return constant(false)
  const isLinked = columns.lexemes !== undefined && !isTooLong(linked)
  const unlinked = phrases.filter((phrase) => !isLink(phrase, words))
  if (isLinked && unlinked.length === 0) {
    return linked === true ? constant(true) : { strings: [`${lexemes} @@ `, '::tsquery'], values: [linked] }
  }
  const conjuncts: Node[] = node.type === 'and' ? node.of : [node]
  if (isLinked && linked !== true && unlinked.every((phrase) => conjuncts.includes(phrase))) {
    // The index decides all but these phrases. Their words are not read: they lie outside of the row, like the text.
    const searches = unlinked.map(phraseSearch)
    const [first, ...rest] = phrasesMissing(columns)
    return {
      strings: [
        `${lexemes} @@ `,
        `::tsquery AND NOT EXISTS (${first}`,
        ...rest.slice(0, -1),
        `${rest.at(-1)})`,
      ],
      values: [linked, searches.map(({ lead }) => lead), searches.map(({ regex }) => regex)],
    }
  }
  const superset = isLinked ? linked : tsquery(node, words, 'superset')
  if (superset === false) return constant(false)
  const index = isTooLong(superset) ? true : superset

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

function isTooLong(query: string | boolean): boolean {
  return typeof query === 'string' && query.length > MAX_TSQUERY_CHARACTERS
}

function constant(value: boolean): Condition {
  return { strings: [value ? 'TRUE' : 'FALSE'], values: [] }
}

function phrasesMissing({ body }: Columns): string[] {
  return [
    `SELECT FROM (SELECT ${body} || '' AS text OFFSET 0) AS unpacked, unnest(`,
    '::text[], ',
    '::text[]) AS phrase (lead, regex) WHERE strpos(text, lead) = 0 OR NOT coalesce(text ~ regex, true)',
  ]
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
