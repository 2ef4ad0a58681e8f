import { expect, test } from 'vitest'
import { documentLinks, toSearchDocument } from './document.ts'
import { parse } from './parse.ts'
import { encodeWord } from './tokenise.ts'
import { linkValues, pairValues, wordLink } from './word-links.ts'

test('links go from each word to the next content word of the section, with the inner words between them, each once', () => {
  expect(linksIn('v x y v x y', 'e', 'w z')).toEqual(links('v x', 'x y', 'y v', 'w z'))
  expect(linksIn('the head of the sales and')).toEqual(links('head of the sales'))
  expect(linksIn('nurses on call')).toEqual(links('nurses on call', 'on call'))
  expect(linksIn('x a a a a y', 'x a a a a a y')).toEqual(links('x a a a a y'))
  expect(linksIn()).toEqual([])
})

test('a link is ambiguous where not each link from its last word follows it: pairs are stored for those that do', () => {
  expect(linksIn('air traffic control', 'heavy traffic')).toEqual(
    sorted([...links('air traffic', 'traffic control'), ambiguous('heavy traffic')]),
  )
  expect(linksIn('air traffic control', 'heavy traffic jams')).toEqual(
    sorted([
      ambiguous('air traffic'),
      ambiguous('heavy traffic'),
      ...links('traffic control', 'traffic jams'),
      pair('air traffic control'),
      pair('heavy traffic jams'),
    ]),
  )
  const all = ['air traffic control', 'heavy traffic jams', 'air traffic jams', 'heavy traffic control']
  expect(linksIn(...all)).toEqual(links('air traffic', 'heavy traffic', 'traffic control', 'traffic jams'))
})

test('pairs of more words than a phrase can have are left out', () => {
  expect(linksIn('x a a a y a a z', 'v y w')).toEqual(
    sorted([ambiguous('x a a a y'), ambiguous('v y'), ...links('y a a z', 'y w'), pair('v y w')]),
  )
})

test('a pair that a phrase of six words contains is stored, also where two of its letters are one word', () => {
  const phrase = '工 程 of the a to x'
  expect(parse(`"${phrase}"`)).toMatchObject({ type: 'phrase' })
  expect(linksIn(phrase, '学 程 of the y')).toContain(pair(phrase.split(' ').map(encodeWord).join(' ')))
})

test('a link is nine characters that Meilisearch stores as they are; another format needs another index version', () => {
  expect(wordLink('years/of/experience', false)).toBe('/|[lmb)+{')
  const made = new Set(Array.from({ length: 10_000 }, (_, i) => wordLink(`machine/w${i >> 1}`, i % 2 === 0)))
  expect(made.size).toBe(10_000)
  for (const link of made) expect(link).toMatch(/^[^\sA-Z"'\\`]{9}$/)
})

// About 300 pairs follow and 2 000 do not: 2 of those have the short form of one that does.
test.each([1, 2, 3, 4, 5])(
  'text %i of 300 words, of 30: a pair is in it if and only if its words follow',
  (seed) => {
    expectExactPairs(30, 300, seed)
  },
)

test('the pairs of a text that has more than are compared have the long form', () => {
  expectExactPairs(110, 3_000, 1)
  expect(linksIn(textOf(110, 3_000, 1).join(' ')).filter((link) => link.length < 9)).toEqual([])
  expect(linksIn(textOf(30, 300, 1).join(' ')).filter((link) => link.length < 9).length).toBeGreaterThan(200)
})

/** Checks each pair of two links of a text of `length` words out of `vocabulary`. */
function expectExactPairs(vocabulary: number, length: number, seed: number) {
  const text = textOf(vocabulary, length, seed)
  const inDocument = new Set(linksIn(text.join(' ')))
  const followed = new Set(text.slice(2).map((end, i) => `${text[i]} ${text[i + 1]} ${end}`))
  const isEither = (link: string) => linkValues(link).some((value) => inDocument.has(value))
  const words = Array.from({ length: vocabulary }, (_, i) => word(i))
  let wrong = 0
  for (const first of words)
    for (const middle of words) {
      if (!isEither(`${first}/${middle}`)) continue
      for (const end of words) {
        if (!isEither(`${middle}/${end}`)) continue
        const isPair = pairValues(`${first}/${middle}/${end}`).some((value) => inDocument.has(value))
        const isDecided = inDocument.has(wordLink(`${first}/${middle}`, false)) || isPair
        wrong += Number(isDecided !== followed.has(`${first} ${middle} ${end}`))
      }
    }
  expect([wrong, followed.size > 200]).toEqual([0, true])
}

function textOf(vocabulary: number, length: number, seed: number) {
  return Array.from({ length }, (_, i) => word(hash32(seed * 10_000 + i) % vocabulary))
}

const word = (i: number) => `w${i}`

function hash32(seed: number): number {
  let value = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d)
  value = Math.imul(value ^ (value >>> 12), 0x297a2d39)
  return (value ^ (value >>> 15)) >>> 0
}

function linksIn(...texts: string[]) {
  return sorted(documentLinks(toSearchDocument(texts).body))
}

const links = (...phrases: string[]) => sorted(phrases.map((phrase) => wordLink(slashed(phrase), false)))
const ambiguous = (phrase: string) => wordLink(slashed(phrase), true)
const pair = (phrase: string) => pairValues(slashed(phrase))[0]
const sorted = (values: string[]) => values.toSorted()

function slashed(phrase: string) {
  return phrase.replaceAll(' ', '/')
}
