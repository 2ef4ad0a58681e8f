import { expect, test } from 'vitest'
import { nearest, neighbourhood } from './nearest.ts'
import { decodeWord, encodeWord } from './tokenise.ts'

test.each([
  ['kubernets', ['kubernetes', 'kibernetes', 'ruby'], ['kubernetes', 'kibernetes']],
  ['ubernetes', ['kubernetes'], ['kubernetes']],
  ['machnie', ['machine', 'machines', 'machining'], ['machine', 'machines']],
  ['bakr', ['baker', 'bar', 'back', 'bikers'], ['baker', 'bar']],
  ['go', ['no', 'got'], []],
  ['инжинер', ['инженер', 'инженеры'], ['инженер', 'инженеры']],
  ['same', ['same'], []],
])('of %s the nearest are found by their mistakes', (word, words, found) => {
  expect(nearest(word, words, 3)).toEqual(found)
})

test('every plain word with one mistake is a spelling, or starts like the word', () => {
  for (const other of ['aker', 'bker', 'abker', 'baker2', 'xaker', 'bakerx', 'xbaker', 'bake'])
    expect(neighbourhood('baker').spellings).toContain(other)
  expect(neighbourhood('baker').start).toBeUndefined()
  expect(neighbourhood('bakers').start).toEqual({ prefix: 'bak', minLength: 4, maxLength: 8 })
  expect(neighbourhood('x'.repeat(40))).toMatchObject({ spellings: [], start: { prefix: 'xxx' } })
  expect(neighbourhood('go')).toEqual({ spellings: [], start: undefined })
})

test('a word is decoded to what was encoded', () => {
  for (const word of ['c++', '.net', 'инженер', '工', 'naïve', '🎉', 'ﬃ', 'अनु'])
    expect(decodeWord(encodeWord(word))).toBe(word)
})
