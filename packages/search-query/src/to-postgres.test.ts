import { describe, expect, test } from 'vitest'
import { parse } from './parse.ts'
import { type Columns, toPostgres } from './to-postgres.ts'
import { linkLexeme } from './tsquery.ts'
import { wildcards } from './wildcards.ts'
import { ambiguousLexeme, surroundedLexeme } from './word-links.ts'

const columns = { terms: 'v', body: 'body' }

test('a query without phrases is one exact tsquery', () => {
  expect(translated('java* AND wom?n -(c++ OR "c#")', { 'wom?n': ['woman', 'women'] })).toEqual({
    strings: ['v @@ ', '::tsquery'],
    values: [`('java':* & ('woman' | 'women') & !(('c++' | 'c#')))`],
  })
})

test('a query with phrases: the index narrows by their words, the body decides', () => {
  const { values } = translated('("machine learning" OR ml) NOT "data entry"')
  expect(values).toEqual([
    `(('machine' & 'learning') | 'ml')`,
    ['/machine/learning/', '/data/entry/'],
    ['/machine/learning/', '/data/entry/'],
    [null, null],
    `(('/machine/learning/' | 'ml') & !('/data/entry/'))`,
  ])
})

test('a phrase under two nested NOTs still narrows the rows in the index', () => {
  const { values } = translated('NOT ("a b" OR NOT (c OR "d e"))')
  expect(values[0]).toBe(`!(!(('c' | ('d' & 'e'))))`)
})

test('the SQL text is the same for all queries with phrases, so it can be prepared', () => {
  const { strings } = translated('"a b"')
  expect(translated('x ("a b" OR "c da*") -"e wom?n"').strings).toEqual(strings)
  expect(strings.join('?')).toBe(
    'v @@ ?::tsquery AND (v || array_to_tsvector(ARRAY(SELECT name FROM' +
      " (SELECT body || '' AS text OFFSET 0) AS unpacked, unnest(?::text[], ?::text[], ?::text[]) AS phrase (name, lead, regex)" +
      ' WHERE strpos(text, lead) > 0 AND (regex IS NULL OR text ~ regex)))) @@ ?::tsquery',
  )
})

test('a phrase that ends in a pattern is searched by one regular expression, however many words match', () => {
  const [index, names, leads, regexes, exact] = translated('"no.1 wom?n"', {
    'wom?n': ['woman', 'women'],
  }).values
  expect(index).toBe(`('no' & '1' & ('woman' | 'women'))`)
  expect(names).toEqual(['/no/1/wom?n/'])
  expect(leads).toEqual(['/no/1/wom'])
  expect(regexes).toEqual([expect.stringMatching(/^\/no\/1\/wom\(.*\)n\/$/)])
  expect(exact).toBe(`'/no/1/wom?n/'`)
})

describe('Postgres refuses a tsquery of more than 1 MiB', () => {
  const long = Array.from({ length: 500 }, (_, i) => `ab${String(i).padEnd(74, 'x')}`)

  test('links of many wildcards: the words of the phrases narrow the rows', () => {
    const phrases = Array.from({ length: 90 }, (_, i) => `"z${i} ab*"`).join(' OR ')
    const words = Array.from({ length: 500 }, (_, i) => `ab${String(i).padEnd(40, 'x')}`)
    const { strings, values } = translated(phrases, { 'ab*': words }, { ...columns, lexemes: 'l' })
    expect(strings[0]).toBe('l @@ ')
    expect(values[0]).toContain(`('z0' & 'ab':*)`)
  })

  test('phrases with many long words: no index narrows the rows', () => {
    const phrases = Array.from({ length: 90 }, (_, i) => `"z${i} ab?*"`).join(' OR ')
    const { strings } = translated(phrases, { 'ab?*': long }, { ...columns, lexemes: 'l' })
    expect(strings[0]).toMatch(/^\(v \|\| array_to_tsvector/)
  })

  test('words of wildcards alone: invalid_query at the first one', () => {
    const query = `z OR ${Array.from({ length: 30 }, () => 'ab?*').join(' OR ')}`
    expect(() => translated(query, { 'ab?*': long })).toThrow(/^Write more characters .* \(position 5\)$/)
  })
})

test('a wildcard that matches no word is FALSE and simplified away', () => {
  expect(translated('wom?n', {})).toEqual({ strings: ['FALSE'], values: [] })
  expect(translated('"two wom?n" java', {})).toEqual({ strings: ['FALSE'], values: [] })
  expect(translated('java -wom?n', {}).values).toEqual([`'java'`])
  expect(translated('java OR "two wom?n"', {}).values).toEqual([`'java'`])
})

test('a wildcard that was not expanded throws', () => {
  expect(() => toPostgres(parse('wom?n'), new Map(), columns)).toThrow('not expanded')
})

describe('with an index of links', () => {
  const byLinks = { ...columns, lexemes: 'l' }

  test('a query whose phrases are links is one exact tsquery', () => {
    expect(translated('("machine learning" OR ml) NOT "years of the data"', {}, byLinks)).toEqual({
      strings: ['l @@ ', '::tsquery'],
      values: [`(('machine/learning' | 'ml') & !('years of the/data'))`],
    })
  })

  test('a phrase that ends in a wildcard is any of its links', () => {
    const words = { 'da*': ['data', 'date'], 'wom?n': ['woman', 'women'] }
    expect(translated('"x da*" -"y wom?n"', words, byLinks).values).toEqual([
      `(('x/data' | 'x/date') & !(('y/woman' | 'y/women')))`,
    ])
  })

  test('a phrase of three words: its links, and for its middle word when that is ambiguous the whole', () => {
    const [middle, whole] = [ambiguousLexeme(['y']), surroundedLexeme(['x', 'of', 'y', 'z'])]
    expect(translated('"x of y z"', {}, byLinks)).toEqual({
      strings: ['l @@ ', '::tsquery'],
      values: [`('x of/y' & 'y/z' & (!('${middle}') | '${whole}'))`],
    })
  })

  test('a phrase of four words: each run inside it, of one word and of two', () => {
    const not = (...run: string[]) => `!('${ambiguousLexeme(run)}')`
    const whole = (...run: string[]) => `'${surroundedLexeme(run)}'`
    expect(translated('"w x y z"', {}, byLinks).values).toEqual([
      `('w/x' & 'x/y' & 'y/z' & (${not('x')} | ${whole('w', 'x', 'y')})` +
        ` & (${not('x', 'y')} | ${whole('w', 'x', 'y', 'z')}) & (${not('y')} | ${whole('x', 'y', 'z')}))`,
    ])
  })

  test('a phrase of five words: the index narrows the rows, the body decides', () => {
    const { strings, values } = translated('"u v w x y" NOT "a b c d e"', {}, byLinks)
    expect(strings[0]).toBe('l @@ ')
    expect(strings[1]).toContain('(v || array_to_tsvector(')
    expect(values[0]).toMatch(/^\('u\/v' & 'v\/w' & 'w\/x' & 'x\/y' & /)
    expect(values.at(-1)).toBe(`('/u/v/w/x/y/' & !('/a/b/c/d/e/'))`)
  })

  test('long phrases that must all occur are decided by the body alone, without the words', () => {
    const { strings, values } = translated(
      'java "of x y" "to wo*" ("v w" OR NOT c)',
      { 'wo*': ['work'] },
      byLinks,
    )
    expect(values).toEqual([
      `('java' & ('of' & 'x/y') & ('to' & 'work') & ('v/w' | !('c')))`,
      ['/of/x/y/', '/to/wo'],
      [null, null],
    ])
    expect(translated('"of x"', {}, byLinks).strings).toEqual(strings)
    expect(strings.join('?')).not.toContain('v ||')
  })

  test('inner words at an end of a phrase are words, and the body decides', () => {
    expect(translated('"to work"', {}, byLinks).values[0]).toBe(`('to' & 'work')`)
    expect(translated('"x of the"', {}, byLinks).values[0]).toBe(`'the'`)
    expect(translated('"x th*"', { 'th*': ['than', 'the'] }, byLinks).values[0]).toBe(`('x/than' | 'the')`)
  })

  test('the index decides where a long phrase does not matter; the body only of the other rows', () => {
    const [certain, undecided] = allTranslated('(z OR "u the") -"of x"', byLinks)
    expect(certain).toEqual({
      strings: ['l @@ ', '::tsquery'],
      values: [`('z' & !(('of' & 'x')))`],
    })
    expect(undecided!.values[0]).toBe(`(('z' | 'the') & !(('z' & !(('of' & 'x')))))`)
    expect(undecided!.strings[1]).toContain('(v || array_to_tsvector(')
  })

  describe('Postgres refuses a tsquery of more than 1 MiB', () => {
    const long = Array.from({ length: 500 }, (_, i) => `ab${String(i).padEnd(74, 'x')}`)

    test('links of many wildcards: the words of the phrases narrow the rows', () => {
      const phrases = Array.from({ length: 90 }, (_, i) => `"z${i} ab*"`).join(' OR ')
      const words = Array.from({ length: 500 }, (_, i) => `ab${String(i).padEnd(40, 'x')}`)
      const { strings, values } = translated(phrases, { 'ab*': words }, { ...columns, lexemes: 'l' })
      expect(strings[0]).toBe('l @@ ')
      expect(values[0]).toContain(`('z0' & 'ab':*)`)
    })

    test('phrases with many long words: no index narrows the rows', () => {
      const phrases = Array.from({ length: 90 }, (_, i) => `"z${i} ab?*"`).join(' OR ')
      const { strings } = translated(phrases, { 'ab?*': long }, { ...columns, lexemes: 'l' })
      expect(strings[0]).toMatch(/^\(v \|\| array_to_tsvector/)
    })

    test('words of wildcards alone: invalid_query at the first one', () => {
      const query = `z OR ${Array.from({ length: 30 }, () => 'ab?*').join(' OR ')}`
      expect(() => translated(query, { 'ab?*': long })).toThrow(/^Write more characters .* \(position 5\)$/)
    })
  })

  test('a wildcard that matches no word is FALSE', () => {
    expect(translated('"two wo*"', {}, byLinks)).toEqual({ strings: ['FALSE'], values: [] })
    expect(translated('java -"two wo*"', {}, byLinks).values).toEqual([`'java'`])
  })

  test('a link of more than 48 bytes has a lexeme of 25 bytes, another one for other words', () => {
    expect(linkLexeme(['learning', 'x'.repeat(39)])).toBe(`learning/${'x'.repeat(39)}`)
    expect(linkLexeme(['learning', 'x'.repeat(40)])).toMatch(/^[|][A-Za-z0-9+/]{22}==$/)
    expect(linkLexeme(['x'.repeat(40), 'y'.repeat(40)])).not.toBe(
      linkLexeme(['y'.repeat(40), 'x'.repeat(40)]),
    )
  })
})

function allTranslated(query: string, of: Columns, words: Record<string, string[]> = {}) {
  const node = parse(query)
  const found = new Map(wildcards(node).map(({ pattern }) => [pattern, words[pattern] ?? []]))
  return toPostgres(node, found, of)
}

function translated(query: string, words: Record<string, string[]> = {}, of: Columns = columns) {
  const conditions = allTranslated(query, of, words)
  expect(conditions).toHaveLength(1)
  return conditions[0]!
}
