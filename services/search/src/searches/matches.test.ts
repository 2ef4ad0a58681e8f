import type { Profile } from '@jobboard/contracts/candidates/profile'
import type { Node } from '@jobboard/search-query/ast'
import { evaluate } from '@jobboard/search-query/evaluate'
import { parse } from '@jobboard/search-query/parse'
import { blankProfile } from '@jobboard/testkit/blank-profile'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allSteps } from '../../test/support/steps.ts'
import { buildDocument, currentTokeniser, maskProfile } from '../documents/document.ts'
import { queryMatcher } from './matches.ts'

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
const listOf = (query: Node, of: Profile) =>
  allSteps(queryMatcher(query, currentTokeniser)(allSteps(maskProfile(of))))
const matchesOf = (query: string, of: Profile = profile) =>
  Object.fromEntries(listOf(parse(query), of).map(({ term, sections }) => [term, sections]))

test('each term of the query with the sections that contain it, in the order of query and profile (P-207)', () => {
  expect(listOf(parse('baker OR Java "Machine Learning" (c# OR cobol)'), profile)).toEqual([
    { term: 'baker', sections: ['employmentHistory'] },
    { term: 'java', sections: ['headline', 'skills'] },
    { term: '"machine learning"', sections: ['skills'] },
    { term: 'c#', sections: ['skills'] },
  ])
})

test('every field that rows and previews show belongs to a section; the others are in none (D-44)', () => {
  const query = 'senior OR learning OR norwegian OR baker OR bsc OR physics'
  const hidden = 'call OR see OR acme OR ac* OR house OR college OR taught OR "machine operators"'
  expect(matchesOf(`${query} OR ${hidden}`)).toEqual({
    senior: ['headline'],
    learning: ['skills'],
    norwegian: ['languages'],
    baker: ['employmentHistory'],
    bsc: ['education'],
    physics: ['education'],
  })
})

test('a wildcard is listed as in the query, never as the word that it matched', () => {
  expect(matchesOf('ja* OR ba?er OR "machine learn*"')).toEqual({
    'ja*': ['headline', 'skills'],
    'ba?er': ['employmentHistory'],
    '"machine learn*"': ['skills'],
  })
})

test('terms under NOT are left out, those under two of them are not; a repeated term is listed once', () => {
  expect(matchesOf('java AND NOT (cobol AND baker)')).toEqual({ java: ['headline', 'skills'] })
  expect(listOf(parse('java JAVA NOT (cobol NOT baker)'), profile)).toEqual([
    { term: 'java', sections: ['headline', 'skills'] },
    { term: 'baker', sections: ['employmentHistory'] },
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
    expect([term, matchesOf(`java OR ${term}`)]).toEqual([term, { java: ['headline', 'skills'] }])
  // Masking leaves the words around it apart.
  const around = { ...profile, headline: 'java ada.quill@post.example, post 912 34 567 example' }
  expect(matchesOf('java OR "post example"', around)).not.toHaveProperty('"post example"')
})

test('a word that masking cuts out of another is no match', () => {
  const named = { ...profile, firstName: 'Al', lastName: 'B', headline: 'java, local banana' }
  expect(matchesOf('java OR anana OR loc', named)).not.toHaveProperty('anana')
  expect(matchesOf('java OR anana OR loc', named)).not.toHaveProperty('loc')
})

test('words beyond the indexed ones of a profile are no match', () => {
  const long = { ...profile, headline: '', skills: ['first '.repeat(10_000), 'java'] }
  expect(matchesOf('first OR java', long)).toEqual({ first: ['skills'] })
})

test('property: every candidate whom a query finds by shown texts has a match, and each match is one for the evaluator', () => {
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
    fc.property(query, text, fc.array(text, { maxLength: 3 }), (sent, headline, skills) => {
      const any: Profile = { ...blankProfile, firstName: 'Ada', lastName: 'Quill', headline, skills }
      const node = tryParse(sent)
      if (!node || !evaluate(node, sectionsOf(any))) return
      found++
      const matches = listOf(node, any)
      expect(matches).not.toEqual([])
      const of = { headline: { headline }, skills: { skills } } as Record<string, Partial<Profile>>
      for (const { term, sections } of matches) {
        for (const section of sections)
          expect(evaluate(parse(term), sectionsOf({ ...blankProfile, ...of[section] }))).toBe(true)
      }
    }),
    { numRuns: 1_000 },
  )
  expect(found).toBeGreaterThan(100)
})

function sectionsOf(of: Profile): string[][] {
  return allSteps(buildDocument(of, currentTokeniser)).sections
}

function tryParse(sent: string) {
  try {
    return parse(sent)
  } catch {
    return undefined
  }
}
