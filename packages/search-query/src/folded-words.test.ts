import { expect, test } from 'vitest'
import { foldedWords } from './folded-words.ts'

test.each([
  ['Café-Ärzte, STRASSE straße', ['cafe', 'arzte', 'strasse']],
  ['REQ-2041/a', ['req', '2041', 'a']],
  ['C++ & C#', ['c++', 'c#']],
  ['工程师', ['工', '程', '师']],
  ['\u0301\u0308 ... !?', []],
])('the words of %s, each once, without case and marks', (text, words) => {
  expect(foldedWords(text)).toEqual(words)
})
