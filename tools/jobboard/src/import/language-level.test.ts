import { expect, test } from 'vitest'
import { levelOf } from './language-level.ts'

test.each([
  ['A1', 'Basic'],
  ['a2', 'Basic'],
  ['Elementary proficiency', 'Basic'],
  ['Basic user (A2)', 'Basic'],
  ['Beginner', 'Basic'],
  ['Grundkenntnisse', 'Basic'],
  ['débutant', 'Basic'],
  ['B1', 'Conversational'],
  ['B2 (upper intermediate)', 'Conversational'],
  ['Professional working proficiency', 'Conversational'],
  ['Intermédiaire', 'Conversational'],
  ['C1/C2', 'Fluent'],
  ['CEFR level C2', 'Fluent'],
  ['Full professional proficiency', 'Fluent'],
  ['FLUENT', 'Fluent'],
  ['Business fluent', 'Fluent'],
  ['Fließend in Wort und Schrift', 'Fluent'],
  ['verhandlungssicher', 'Fluent'],
  ['Native', 'Native'],
  ['Native speaker', 'Native'],
  ['Native or bilingual proficiency', 'Native'],
  ['Native French speaker', 'Native'],
  ['Mother tongue', 'Native'],
  ['Muttersprache', 'Native'],
  ['langue maternelle', 'Native'],
  ['Lengua materna', 'Native'],
  ['родной', 'Native'],
  ['母语', 'Native'],
  ['ネイティブ', 'Native'],
])('%s is %s', (fluency, level) => {
  expect(levelOf(fluency, 'French')).toBe(level)
})

test.each([
  '',
  'Non-native',
  'nonnative',
  'Not fluent',
  'not native, but fluent',
  'Near-native',
  'native-like',
  'Nicht fließend',
  'non courant',
  'almost C1',
  'A2-B1',
  'Advanced beginner',
  'fluent reading, basic writing',
  'Limited working proficiency',
  'formerly fluent',
  'Native German speaker',
  'Professional translator',
  'Second language',
  'very good',
  'speaker',
  'C3',
  '非母语',
  '5/5',
])('%s states no level', (fluency) => {
  expect(levelOf(fluency, 'French')).toBeUndefined()
})
