import { codePoint } from '@jobboard/testkit/code-point'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openHighlighter } from './highlight.ts'
import { addressOf, checkQuery, excerptOf, readCountries, refusedQuery, valuesOf } from './query.ts'

test('the place of a mistake, cut to what is near it and never within a character', () => {
  expect(checkQuery('java AND')).toEqual({
    message: "Write a term after 'AND', or quote it to find the word.",
    position: 5,
  })
  expect(excerptOf('java AND (oil OR', 14)).toEqual({ before: 'java AND (oil ', marked: 'OR', after: '' })
  expect(excerptOf('java', 4)).toMatchObject({ before: 'java', after: '' })
  const long = `${'a'.repeat(100)} ${'b'.repeat(500)} ${'c'.repeat(100)}`
  expect(excerptOf(long, 101)).toEqual({
    before: `…${'a'.repeat(39)} `,
    marked: 'b'.repeat(24),
    after: `${'b'.repeat(40)}…`,
  })
  expect(excerptOf('𝕏'.repeat(60), 61).before.isWellFormed()).toBe(true)
  expect(refusedQuery('query: Use more characters before this wildcard (position 7)')).toEqual({
    message: 'Use more characters before this wildcard.',
    position: 7,
  })
})

test('every query is checked, and every address fills the form as it was', () => {
  const query = fc.string({ unit: codePoint, maxLength: 2_500 })
  fc.assert(
    fc.property(query, (typed) => {
      const checked = checkQuery(typed)
      if ('position' in checked) excerptOf(typed, checked.position)
      const values = valuesOf({ query: typed, countries: 'NO, Sweden', days: '7', size: '50', page: '2' })
      const address = new URL(addressOf('/search', values), 'http://portal.test')
      expect(address.href.length).toBeLessThan(16_000)
      const read = valuesOf(Object.fromEntries(address.searchParams))
      expect(read).toEqual({ ...values, query: values.query.toWellFormed() })
    }),
  )
})

test('countries by name and code', () => {
  expect(readCountries(' norway; SE,Côte d’Ivoire, uk\nUSA')).toEqual({
    numbers: [578, 752, 384, 826, 840],
    unknown: undefined,
  })
  expect(readCountries('Norway, Atlantis-on-Sea').unknown).toEqual({
    word: 'Atlantis-on-Sea',
    meant: undefined,
  })
  expect(readCountries('Swedn').unknown?.meant).toBe('Sweden')
  expect(readCountries('')).toEqual({ numbers: [], unknown: undefined })
})

const { contains, highlight, termsIn } = openHighlighter()
const marked = (text: string, ...terms: string[]) => {
  const matches = terms.map((term) => ({ term, sections: ['headline' as const] }))
  const pieces = highlight(text, termsIn(matches, 'headline'))
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
  return pieces.filter(({ isMatch }) => isMatch).map((piece) => piece.text)
}

test('marks words, phrases and beginnings as they are written in the text, without the marks around them', () => {
  expect(marked('Senior engineer (TypeScript, Go)', 'typescript')).toEqual(['TypeScript'])
  expect(marked('Node.js and  C++, “résumé”', '"node js"', 'c++', 'resume')).toEqual([
    'Node.js',
    'C++',
    'résumé',
  ])
  expect(marked('machine  learning, then learning', '"machine learning"')).toEqual(['machine  learning'])
  expect(marked('engineering engineers', 'engineer*')).toEqual([
    'engineering engineers'.split(' ')[0],
    'engineers',
  ])
  expect(marked('or not', '"or"')).toEqual(['or'])
  expect(marked('nothing here', 'java')).toEqual([])
  expect(marked('', 'java')).toEqual([])
  expect(termsIn([{ term: 'java', sections: ['skills'] }], 'headline')).toEqual([])
})

test('marks letters of scripts without blanks, and words beside them', () => {
  expect(marked('高级软件工程师，熟悉C#与Java', '"工程师"', 'c#')).toEqual(['工程师', 'C#'])
  expect(marked('เป็นวิศวกรที่ทำ ﾊﾞｯｸ', '"วิศวกร"', '"バック"')).toEqual(['วิศวกร', 'ﾊﾞｯｸ'])
  expect(marked("chef d'équipe soft\u2060ware", 'equipe', 'software')).toEqual(["d'équipe", 'soft\u2060ware'])
})

test('says whether a term is in a text', () => {
  const terms = termsIn([{ term: '"node js"', sections: ['skills'] }], 'skills')
  expect([contains('Node.js', terms), contains('Node', terms), contains('Node.js', [])]).toEqual([
    true,
    false,
    false,
  ])
})

test('a text of marks alone stays as it is', () => {
  expect(marked(`${'('.repeat(200)} ${')'.repeat(200)}`, 'java')).toEqual([])
})
