import { leaves, type Node, type Phrase } from './ast.ts'
import { InvalidQuery } from './limits.ts'
import { all, isDecided, none, phraseSearch, tsquery } from './tsquery.ts'
import { type WildcardWords, wildcards } from './wildcards.ts'

/** SQL with its bind parameters between the strings, as the class `Sql` of sql-template-tag expects it. */
export type Condition = { strings: string[]; values: unknown[] }

/** SQL expressions for `array_to_tsvector(terms)` and for `body` of a `SearchDocument`. `lexemes`, if given, is a tsvector of
 * the words and the lexemes of all links and ambiguous runs. A GIN index is needed on `lexemes`, otherwise on `terms`. */
export type Columns = { terms: string; body: string; lexemes?: string }

/** Postgres refuses a tsquery whose lexemes have more than 1 MiB; its text is longer than they are. */
const MAX_TSQUERY_CHARACTERS = 1_000_000

/** Conditions: a row that `evaluate` matches satisfies exactly one of them, any other row none. Their texts are one of seven
 * lists for any query, so they can be prepared. `words` holds the words of every wildcard in `wildcards(node)`; without
 * `lexemes` a `prefix` needs none. Throws InvalidQuery when all those words are longer than a tsquery can be. */
export function toPostgres(node: Node, words: WildcardWords, columns: Columns): Condition[] {
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
  if (phrases.length === 0) return [matching(lexemes, exact)]

  const linked = columns.lexemes ? tsquery(node, words, 'links-superset') : true
  if (linked === false) return constant(false)
  const isLinked = columns.lexemes !== undefined && !isTooLong(linked)
  const undecidedPhrases = phrases.filter((phrase) => !isDecided(phrase, words))
  if (isLinked && undecidedPhrases.length === 0)
    return linked === true ? constant(true) : [matching(lexemes, linked)]
  const conjuncts: Node[] = node.type === 'and' ? node.of : [node]
  if (isLinked && linked !== true && undecidedPhrases.every((phrase) => conjuncts.includes(phrase))) {
    // The index decides all but these phrases. Their words are not read: they lie outside of the row, like the text.
    return [both(matching(lexemes, linked), havingPhrases(columns, undecidedPhrases))]
  }
  const byText = matchingText(columns, phrases, exact)
  const certain = isLinked ? tsquery(node, words, 'links-subset') : false
  const rest = all([linked, none(certain)])
  if (typeof certain === 'string' && !isTooLong(rest)) {
    return [matching(lexemes, certain), both(matching(lexemes, rest as string), byText)]
  }
  const superset = isLinked ? linked : tsquery(node, words, 'superset')
  if (superset === false) return constant(false)
  return [superset === true || isTooLong(superset) ? byText : both(matching(lexemes, superset), byText)]
}

function isTooLong(query: string | boolean): boolean {
  return typeof query === 'string' && query.length > MAX_TSQUERY_CHARACTERS
}

function constant(value: boolean): Condition[] {
  return [{ strings: [value ? 'TRUE' : 'FALSE'], values: [] }]
}

function matching(lexemes: string, query: string): Condition {
  return { strings: [`${lexemes} @@ `, '::tsquery'], values: [query] }
}

/** The rows whose text has every phrase. */
function havingPhrases({ body }: Columns, phrases: Phrase[]): Condition {
  const searches = phrases.map(phraseSearch)
  return {
    strings: [
      `NOT EXISTS (SELECT FROM (SELECT ${body} || '' AS text OFFSET 0) AS unpacked, unnest(`,
      '::text[], ',
      '::text[]) AS phrase (lead, regex) WHERE strpos(text, lead) = 0 OR NOT coalesce(text ~ regex, true))',
    ],
    values: [searches.map(({ lead }) => lead), searches.map(({ regex }) => regex)],
  }
}

/** The rows that match `exact`: the phrases found in their text are added to their words as lexemes. */
function matchingText({ terms, body }: Columns, phrases: Phrase[], exact: string): Condition {
  const searches = phrases.map(phraseSearch)
  return {
    // OFFSET 0 and the concatenation make Postgres detoast a long text once for all phrases.
    strings: [
      `(${terms} || array_to_tsvector(ARRAY(SELECT name FROM (SELECT ${body} || '' AS text OFFSET 0) AS unpacked, unnest(`,
      '::text[], ',
      '::text[], ',
      '::text[]) AS phrase (name, lead, regex) WHERE strpos(text, lead) > 0 AND (regex IS NULL OR text ~ regex)))) @@ ',
      '::tsquery',
    ],
    values: [
      searches.map(({ name }) => name),
      searches.map(({ lead }) => lead),
      searches.map(({ regex }) => regex),
      exact,
    ],
  }
}

/** Both conditions. The first narrows the rows in the index. */
function both(index: Condition, rows: Condition): Condition {
  const [first, ...rest] = rows.strings
  const joint = `${index.strings.at(-1)} AND ${first}`
  return {
    strings: [...index.strings.slice(0, -1), joint, ...rest],
    values: [...index.values, ...rows.values],
  }
}
