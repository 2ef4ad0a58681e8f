import { codePoint } from '@jobboard/testkit/code-point'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numRuns } from '../test/support/arbitrary.ts'
import { codePoints } from '../test/support/code-points.ts'
import { InvalidQuery, limits } from './limits.ts'
import { parse } from './parse.ts'
import { printQuery } from './print-query.ts'
import { normalise } from './tokenise.ts'
import { normalisePunctuation } from './tokenise-query.ts'

// The position is that of the first character of the offending token, in the query as it was sent.
const REFUSALS: [reason: string, query: string, position: number][] = [
  ['an empty query', '', 0],
  ['a blank query', ' \n\u200b', 0],
  ['an unclosed quote', 'java "machine learning', 5],
  ['a third quote', '"a b" c"', 7],
  ['an unclosed typographic quote', 'java “python', 5],
  ['a missing )', 'a (b OR (c d)', 2],
  ['an extra )', '(a OR b)) c', 8],
  ['a ) before its (', 'a ) b (', 2],
  ['empty ()', 'java ( )', 5],
  ['empty ""', 'java ""', 5],
  ['quotes without a word', 'java "..."', 5],
  ['an operator without a left operand', 'AND java', 0],
  ['an OR after a parenthesis', 'java (OR python)', 6],
  ['an operator without a right operand', 'java python OR', 12],
  ['an operator before a )', '(java AND) python', 6],
  ['two operators that need an operand between', 'java AND OR python', 5],
  ['NOT without an operand', 'java NOT', 5],
  ['NOT before an operator', 'java NOT AND python', 5],
  ['an alias without an operand', 'java &&', 5],
  ['a sign before an operator', 'java -and python', 5],
  ['a lone wildcard', 'java *', 5],
  ['a lone ?', '?', 0],
  ['a leading wildcard', 'java *script', 5],
  ['a leading wildcard after NOT', 'java -?ython', 6],
  ['fewer than 2 characters before a wildcard', 'java s*', 5],
  ['a lone wildcard in a phrase', '"java *"', 6],
  ['a wildcard before the last word of a phrase', '"account manag* role"', 9],
  ['a wildcard before the last part of a word', 'java fro*-end', 5],
  ['a wildcard longer than any word', `java ab?${'x'.repeat(80)}`, 5],
  ['a comma', 'java, python', 4],
  ['a semicolon', 'java ; python', 5],
  ['an ideographic comma', 'java、python', 4],
  ['a small comma', 'java﹐python', 4],
  ['a small minus, lone', 'java ﹣ python', 5],
  ['square brackets', 'java [python]', 5],
  ['curly brackets', 'java{2}', 4],
  ['angle brackets', '<java>', 0],
  ['field:', 'java title:engineer', 5],
  ['field: with a phrase', 'java title:"chief engineer"', 5],
  ['NEAR', 'java NEAR python', 5],
  ['near/n', 'java near/3 python', 5],
  ['/n', 'java /3 python', 5],
  ['~n', '"java python"~3', 13],
  ['~', 'java~ python', 4],
  ['a boost', 'java^2', 4],
  ['an escape', 'java\\*', 4],
  ['| glued to words', 'java|python', 4],
  ['&& glued to words', 'java&&python', 4],
  ['a single-quoted phrase', "java 'machine learning'", 5],
  ['typographic single quotes', 'java ‘machine learning’', 5],
  ['a single quote after a word', "managers' java", 8],
  ['a lone -', 'java - python', 5],
  ['a lone - at the end', 'java -', 5],
  ['a lone !', 'java ! python', 5],
  ['a lone +', 'java + python', 5],
  ['a lone en dash', 'java – python', 5],
  ['an en dash for NOT', 'java –python', 5],
  ['a - between a word and a phrase', 'java-"a b"', 4],
  ['a - between a phrase and a word', '"full stack"-developer', 12],
  ['a word without letters', 'java % python', 5],
  ['NOT alone: true for an empty profile', 'NOT java', 0],
  ['only negations: true for an empty profile', '-java -python', 0],
  ['OR NOT: true for an empty profile', 'java OR NOT python', 8],
  ['a nested negation: true for an empty profile', 'NOT (java AND NOT python)', 0],
  ['NUL inside a word', 'ja\u0000va', 2],
  ['a control character inside a phrase', 'java "pyt\u0007hon"', 9],
  ['a control character between words', 'java \u001b python', 5],
  ['a control character at the end', 'java\u007f', 4],
  ['a C1 control character, after a valid term', 'java \u0085python', 5],
  ['a vertical tab between words', 'java\u000bpython', 4],
  ['a mark of annotation, which nobody sees', 'ja\ufff9va', 2],
  ['a control of hieroglyphs, which nobody sees', 'java \u{13430}python', 5],
  ['a lone high surrogate', 'java \ud83dpython', 5],
  ['a lone low surrogate in a phrase', '"java \ude00"', 6],
  ['positions count UTF-16 code units', '😀a “b” )', 8],
  ['positions count invisible characters', '\u2060😀a\u00ad “b” )', 10],
  ['half of a surrogate pair beside an invisible character', 'a \ud83d\u2060\ude00', 2],
  ['nothing but invisible characters', '\u200b\u2060', 0],
  ['quotes around an invisible character', 'java "\u200b"', 5],
  ['an operator with invisible characters and without an operand', 'java \u2060A\u200bND', 6],
  ['a wildcard with fewer than 2 such letters before it', 'java 工*', 5],
  ['a ? after such letters', 'java 软件?', 5],
  ['a ? between such letters', 'java 软?师', 5],
  ['a wildcard before such letters', 'java *工', 5],
  ['a double dash inside a word', 'java--python', 4],
  ['a dash after a mark', 'java/-python', 5],
  ['a dash after an emoji', '👍-java python', 2],
  ['a dash at the end of a word', 'python java- c', 11],
  ['a full-width minus, lone', 'java － python', 5],
  ['percent-encoding', 'coder%20developer', 5],
  ['percent-encoding of letters', 'd%C3%A9veloppeur', 1],
  ['¬ for NOT', 'java ¬python', 5],
  ['∨ for OR', 'java∨python', 4],
  ['a sign at NOT, which would be no NOT', 'java -not python', 5],
  ['a mathematical minus', 'java ⊖python', 5],
  ['a turned sign for NOT', 'java ⌐python', 5],
]

test.each(REFUSALS)('400 invalid_query: %s: %s (D-41)', (_, query, position) => {
  expect(refusalPosition(query)).toBe(position)
})

test.each([
  'java\tpython',
  'java\npython',
  'java\r\npython',
  'java\u2028python',
  '"java\u2029python"',
  '😀a',
])('white space and pairs of surrogates are no control characters: %j', (query) => {
  expect(refusalPosition(query)).toBeUndefined()
})

test('any query with a control character is refused, at that character at the latest (D-41)', () => {
  const part = fc.string({ unit: fc.constantFrom(...'ab "()-*'), maxLength: 12 })
  const control = fc.constantFrom(
    '\0',
    '\u0001',
    '\u0008',
    '\u000c',
    '\u001f',
    '\u007f',
    '\u009f',
    '\ud800',
    '\udc00',
  )
  fc.assert(
    fc.property(part, control, part, (before, mark, after) => {
      expect(refusalPosition(before + mark + after)).toBeLessThanOrEqual(before.length)
    }),
  )
})

test('the message ends with the position (D-41)', () => {
  expect(() => parse('java AND')).toThrow(/AND.* \(position 5\)$/)
})

const OPERATORS_WITH_MARKS =
  `and/or OR. OR… AND, or; NOT: not/ or! OR- -OR +OR+ %20OR%20 *OR* OR* or? “OR (OR &&. &,|. _OR_ /or/ •or
  O.R. o-r o/r o_r o'r N.O.T. ÓR O\u0332R\u0332 𝐎𝐑 ⓞⓡ ＋ＯＲ＋ OR️。 or。 and-or AND-NOT andnot near. ‐or or–
  coder+OR+developer coder%20OR%20developer coder/or/developer coder_AND_developer coder.not.developer coder-OR-developer
  \u061cOR\u2060. [OR] {or} <or> #or @or $or or\u00b7 or\u2022 \u00bfor? OR\u0301. （ＯＲ
  工程師OR設計師 java工程師and設計師 not经理 วิศวกรORช่าง`.split(/\s+/)

test.each(OPERATORS_WITH_MARKS)(
  '400 invalid_query: an operator with marks is no word: %j (D-40, P-15)',
  (token) => {
    expect(refusalPosition(`coder ${token} developer`)).toBeGreaterThanOrEqual(6)
  },
)

test('marks, invisible characters and letter case around an operator: it is that operator, or 400 (D-40)', () => {
  const mark = fc.oneof(
    fc.constantFrom(...".,;:!/_-–—−…·•+&|%#@'’*?"),
    fc.constantFrom('\u00ad', '\u200b', '\u2060', '\u061c', '\ufe0f', '\u0301', '\u0332', '\ufeff'),
    fc
      .string({ unit: codePoint, minLength: 1, maxLength: 1 })
      .filter((one) => !/[\p{L}\p{N}\s"()]/u.test(normalise(normalisePunctuation(one)))),
  )
  const marks = fc.string({ unit: mark, maxLength: 2 })
  const operator = fc.constantFrom('and', 'OR', 'nOt', 'AND', 'or')
  fc.assert(
    fc.property(operator, fc.array(marks, { minLength: 4, maxLength: 4 }), (word, [first, ...others]) => {
      const token = `${first}${[...word].map((letter, i) => `${letter}${others[i]}`).join('')}`
      const printed = tryPrint(`coder ${token} developer`)
      expect([`coder ${word === 'nOt' ? 'AND NOT' : word.toUpperCase()} developer`, undefined]).toContain(
        printed,
      )
    }),
    { numRuns: numRuns * 10 },
  )
})

test('every dash before a term is NOT or 400, and between two words a hyphen (D-40)', () => {
  const wrong = codePoints().filter((code) => {
    const dash = String.fromCodePoint(code)
    if (!/\p{Dash}/u.test(dash) && !'˗⁃⁒⎯⎺⎻⎼⎽⑈─━┄┅┈┉╌╍╴╶╸╺╼╾➖⹃'.includes(dash)) return false
    const before = [' -b', ' -"b"', ' -(b)'].map((part) => tryPrint(`a${part.replace('-', dash)}`))
    const isLost = before.some((printed) => printed !== undefined && printed !== 'a AND NOT b')
    return isLost || tryPrint(`a${dash}b`) !== '"a b"' || tryPrint(`a b${dash} c`) !== undefined
  })
  expect(wrong.map((code) => code.toString(16))).toEqual([])
})

test('invisible characters anywhere in a query change nothing, or it is 400 (D-40)', () => {
  const part = fc.constantFrom(
    ...[
      ' ',
      ' ',
      'a',
      'java',
      'OR',
      'and',
      ' not ',
      '-',
      '!',
      '+',
      '(',
      ')',
      '"',
      '“',
      '&',
      '||',
      '工程',
      'ที่',
      'ក្',
      'ក',
      "d'",
      '.',
      'ja*',
      '😀',
    ],
  )
  // U+200B has a meaning between letters of a script without blanks.
  const invisible = fc.constantFrom(
    '\u00ad',
    '\u061c',
    '\u200c',
    '\u200d',
    '\u200e',
    '\u202e',
    '\u2060',
    '\ufe0f',
    '\ufeff',
    '\u3164',
  )
  const parts = fc.array(fc.tuple(part, fc.option(invisible, { nil: '' })), { maxLength: 14 })
  fc.assert(
    fc.property(parts, (some) => {
      const plain = tryPrint(some.map(([text]) => text).join(''))
      const query = some.map(([text, mark]) => `${mark}${[...text].join(mark)}`).join('')
      expect(tryPrint(query)).toBe(plain)
    }),
    { numRuns: numRuns * 10 },
  )
})

const { queryCharacters, terms, depth, phraseWords, phraseLetters } = limits
const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`).join(' ')

const LIMITS: [limit: string, allowed: string, refused: string, position: number][] = [
  [
    `${queryCharacters} characters`,
    'a'.padEnd(queryCharacters),
    'a'.padEnd(queryCharacters + 1),
    queryCharacters,
  ],
  [`${terms} terms`, words(terms), words(terms + 1), words(terms).length + 1],
  [`${terms} terms, a phrase is one`, '"a b" '.repeat(terms), '"a b" '.repeat(terms + 1), terms * 6],
  [`depth ${depth}`, nested(depth), nested(depth + 1), depth],
  [`depth ${depth} of NOT`, `a ${'-'.repeat(depth)}b`, `a ${'-'.repeat(depth + 1)}b`, depth + 2],
  [
    `depth ${depth} of both`,
    `a ${'-('.repeat(12)}-b${')'.repeat(12)}`,
    `a ${'-('.repeat(13)}b${')'.repeat(13)}`,
    27,
  ],
  ['depth counts nesting, not siblings', '(a) -b '.repeat(26), `${'(a) -b '.repeat(26)})`, 182],
  [`a phrase of ${phraseWords} words`, `a "${words(phraseWords)}"`, `a "${words(phraseWords + 1)}"`, 2],
  [`a word of ${phraseWords} parts`, 'a b-c-d-e-f-g', 'a b-c-d-e-f-g-h', 2],
  [
    `${phraseLetters} letters that are words`,
    `a ${'工'.repeat(phraseLetters)}`,
    `a ${'工'.repeat(phraseLetters + 1)}`,
    2,
  ],
  ['letters that follow each other are one word', 'a "b c d e f 工程 师"', 'a "b c d e 工 f 工程"', 2],
  [
    'letters with many marks',
    `a ${'ก\u0e34'.repeat(phraseLetters)}`,
    `a ${`ก${'\u0e34'.repeat(18)}`.repeat(phraseLetters)}`,
    2,
  ],
]

test.each(LIMITS)('400 invalid_query: more than %s (D-41)', (_, allowed, refused, position) => {
  expect(refusalPosition(allowed)).toBeUndefined()
  expect(refusalPosition(refused)).toBe(position)
})

test.each([
  '(',
  '-',
  '+',
  '-(',
  '"',
  '" ',
  '!+',
  "'",
  'a-',
  'a.',
  '.',
  '*',
  '?',
  'a*',
  'ab?',
  'a AND ',
  '\u0301',
  '😀',
  '|',
  "a'",
])('a query that repeats %j up to the limit is parsed or refused with a position', (piece) => {
  refusalPosition(piece.repeat(queryCharacters / piece.length))
  refusalPosition(`ab${piece.repeat((queryCharacters - 4) / piece.length)} b`)
})

test('any string is parsed or refused at a position inside it', () => {
  const mark = fc.constantFrom(...'ab "()*?-!+&|,.:~#\'“’\n', ' AND ', ' or ', ' NOT ', 'c++', '😀', 'é')
  const query = fc.oneof(fc.string({ unit: mark, maxLength: 60 }), fc.string({ unit: codePoint }))
  fc.assert(
    fc.property(query, (text) => {
      const position = refusalPosition(text)
      if (position === undefined) return
      expect(position).toBeGreaterThanOrEqual(0)
      expect(position).toBeLessThanOrEqual(Math.max(0, text.length - 1))
    }),
    { numRuns: numRuns * 3 },
  )
})

function tryPrint(query: string): string | undefined {
  try {
    return printQuery(parse(query))
  } catch (error) {
    if (error instanceof InvalidQuery) return undefined
    throw error
  }
}

function nested(levels: number): string {
  return `${'('.repeat(levels)}a${')'.repeat(levels)}`
}

function refusalPosition(query: string): number | undefined {
  try {
    parse(query)
    return undefined
  } catch (error) {
    if (error instanceof InvalidQuery) return error.position
    throw error
  }
}
