import { expect, test } from 'vitest'
import { openHighlighter } from './highlight.ts'

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
