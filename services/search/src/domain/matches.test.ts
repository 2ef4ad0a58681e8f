import type { Profile } from '@jobboard/contracts/candidate'
import { toSearchDocument } from '@jobboard/search-query/document'
import { evaluate } from '@jobboard/search-query/evaluate'
import { parse } from '@jobboard/search-query/parse'
import { blankProfile } from '@jobboard/testkit/blank-profile'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { queryMatcher } from './matches.ts'
import { searchableTexts } from './searchable-texts.ts'
import { currentTokeniser } from './tokeniser.ts'

const position = (fields: Partial<Profile['employmentHistory'][number]>) => ({
  title: '',
  employer: '',
  description: '',
  startMonth: null,
  endMonth: null,
  ...fields,
})
const profile: Profile = {
  ...blankProfile,
  firstName: 'Ada',
  lastName: 'Quill',
  email: 'ada.quill@post.example',
  phone: '+47 912 34 567',
  headline: 'Senior Java developer, ada.quill@post.example',
  summary: 'Java and Kotlin. Ada Quill, call 912 34 567 or see quill.dev/cv',
  skills: ['Machine learning', 'Java', 'C#'],
  languages: [{ language: 'Norwegian', level: 'Native' }],
  employmentHistory: [
    position({ title: 'Baker', employer: 'Acme', description: 'Taught machine operators.' }),
    position({ title: 'Developer', employer: 'Kotlin House' }),
  ],
  education: [{ school: 'Acme College', degree: 'BSc', field: 'Physics', endYear: null }],
}
const matchesOf = (query: string, of: Profile = profile) =>
  Object.fromEntries(
    queryMatcher(parse(query), currentTokeniser)(of).map(({ term, sections }) => [term, sections]),
  )

test('each term of the query with the sections that contain it, in the order of query and profile', () => {
  const matches = queryMatcher(parse('kotlin OR Java "Machine Learning" (c# OR cobol)'), currentTokeniser)
  expect(matches(profile)).toEqual([
    { term: 'kotlin', sections: ['summary', 'employmentHistory'] },
    { term: 'java', sections: ['headline', 'skills', 'summary'] },
    { term: '"machine learning"', sections: ['skills'] },
    { term: 'c#', sections: ['skills'] },
  ])
})

test('every searchable field belongs to a section', () => {
  const query = 'senior AND learning AND call AND norwegian AND baker AND acme AND taught AND bsc AND physics'
  expect(matchesOf(query)).toEqual({
    senior: ['headline'],
    learning: ['skills'],
    call: ['summary'],
    norwegian: ['languages'],
    baker: ['employmentHistory'],
    acme: ['employmentHistory', 'education'],
    taught: ['employmentHistory'],
    bsc: ['education'],
    physics: ['education'],
  })
})

test('a wildcard is listed as in the query, never as the word that it matched', () => {
  expect(matchesOf('ja* OR ko?lin OR "machine operat*"')).toEqual({
    'ja*': ['headline', 'skills', 'summary'],
    'ko?lin': ['summary', 'employmentHistory'],
    '"machine operat*"': ['employmentHistory'],
  })
})

test('terms under NOT are left out, those under two of them are not; a repeated term is listed once', () => {
  expect(matchesOf('java AND NOT (cobol AND kotlin)')).toEqual({ java: ['headline', 'skills', 'summary'] })
  expect(queryMatcher(parse('java JAVA NOT (cobol NOT kotlin)'), currentTokeniser)(profile)).toEqual([
    { term: 'java', sections: ['headline', 'skills', 'summary'] },
    { term: 'kotlin', sections: ['summary', 'employmentHistory'] },
  ])
})

test('what only masked details contain is no match, in any section, also by wildcards and phrases', () => {
  for (const term of [
    'post',
    'ada',
    'qui*',
    '912',
    '"912 34"',
    '91*',
    'exam?le',
    '"post example"',
    '"ada quill"',
  ])
    expect([term, matchesOf(`java OR ${term}`)]).toEqual([term, { java: ['headline', 'skills', 'summary'] }])
  // Masking leaves the words around it apart.
  const around = { ...profile, summary: 'ada.quill@post.example, post 912 34 567 example' }
  expect(matchesOf('java OR "post example"', around)).not.toHaveProperty('"post example"')
})

test('a word that masking cuts out of another is no match', () => {
  const named = { ...profile, firstName: 'Al', lastName: 'B', headline: 'java, local banana' }
  expect(matchesOf('java OR anana OR loc', named)).not.toHaveProperty('anana')
  expect(matchesOf('java OR anana OR loc', named)).not.toHaveProperty('loc')
})

test('words beyond the indexed ones of a profile are no match', () => {
  const long = { ...profile, headline: '', skills: ['first '.repeat(10_000)], summary: 'java' }
  expect(matchesOf('first OR java', long)).toEqual({ first: ['skills'] })
})

test('property: every candidate that a query finds has a match, and each match is one for the evaluator', () => {
  const words = 'c c++ java javascript woman women machine learning résumé'.split(' ')
  const word = fc.constantFrom(...words)
  const leaf = fc.oneof(
    word,
    fc.constantFrom('java*', 'wom?n', 'le*ing'),
    fc.tuple(word, word).map((two) => `"${two.join(' ')}"`),
  )
  const { node: query } = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'node' },
      leaf,
      fc
        .tuple(tie('node'), fc.constantFrom(' AND ', ' OR ', ' NOT '), tie('node'))
        .map(([a, operator, b]) => `(${a}${operator}${b})`),
      tie('node').map((node) => `NOT (${node})`),
    ),
  }))
  const text = fc.array(word, { maxLength: 5 }).map((some) => some.join(' '))
  let found = 0
  fc.assert(
    fc.property(query, text, text, fc.array(text, { maxLength: 3 }), (sent, headline, summary, skills) => {
      const any: Profile = { ...blankProfile, firstName: 'Ada', lastName: 'Quill', headline, summary, skills }
      const node = tryParse(sent)
      if (!node || !evaluate(node, toSearchDocument(searchableTexts(any)).sections)) return
      found++
      const matches = queryMatcher(node, currentTokeniser)(any)
      expect(matches).not.toEqual([])
      const texts = { headline: [headline], summary: [summary], skills } as Record<string, string[]>
      for (const { term, sections } of matches) {
        for (const section of sections)
          expect(evaluate(parse(term), toSearchDocument(texts[section]!).sections)).toBe(true)
      }
    }),
    { numRuns: 1_000 },
  )
  expect(found).toBeGreaterThan(100)
})

function tryParse(sent: string) {
  try {
    return parse(sent)
  } catch {
    return undefined
  }
}
