import { expect, test } from 'vitest'
import { contactMask, maskName } from './contact-mask.ts'

const LONGEST = 20_000
const LENGTHS = [LONGEST / 100, LONGEST / 10, LONGEST]
/** Ten times the text may take at most thirty times as long. */
const MAX_GROWTH = 30
const ROUNDS = 3

const own = {
  firstName: `${'- '.repeat(14)}a`,
  lastName: 'ああああああああい',
  email: 'a.a.a.a.a@a.a.a.b',
  phone: '1111111111112',
  linkedInUrl: `https://www.linkedin.com/in/${'a-'.repeat(50)}b`,
  gitHubUrl: 'https://github.com/aaab',
  websiteUrl: `https://a.a.a.b/${'a/'.repeat(500)}b`,
  street: 'a a a a b',
  places: { city: 'a a a a a a a b', region: 'あああああい', postalCode: '1 1 1 1 1 2', country: 'US' },
}

// Repeated up to the length. Each makes one scanner begin as often as possible without an end.
const PARTS = [
  ...[
    'a',
    ' ',
    '- ',
    '@',
    'a@',
    '@ a ',
    'a@a,',
    'a..',
    'a-.',
    '1 ',
    '1a',
    '(1',
    '+',
    '1.-',
    '://',
    'a://',
    'a+',
    'www.',
    'tel : ',
  ],
  ...[
    'a at ',
    '(at)',
    'a at a dot ',
    ' dot ',
    'a . ',
    'a a ',
    'a-a_',
    "a'",
    'com.',
    'a.com/',
    'a.a.a.b/',
    'あい',
    '李 ',
  ],
  ...['e\u0301', '\u0301\u0327', '\u200b', '①', '⑴', '\ufdfa', '👩‍💻'],
]

// Names with many spellings, and texts that nearly are one.
const spelled = [
  ['ийийийийийийийийийийийийийийийийийийийийийийийийийийийийийийийй', 'i'],
  ['ийийийийийийийийийийийийийийийийийийийийийийийийийийийийийийийй', 'iiiiiiiiiiiiiiiiiii '],
  ['ä ö ü å '.repeat(20), 'a o u '],
  ['щука '.repeat(40), 'щук '],
  ['shuka '.repeat(40), 'щукь '],
  ['даддадад дададад дадада дададада дадад', 'dadadad '],
  ['σσσσσσσσσσσσσσσσσσσσσσσσσσσσ', 'ssssssssssssssssssssssssssssss '],
  ['muellermueller', 'müllermülle '],
]

test.each(spelled)(
  'the name %s: ten times the text "%s" takes at most thirty times as long',
  (name, part) => {
    const { mask } = contactMask({ firstName: name, lastName: name.slice(1), street: name })
    expectLinear((length) => {
      const text = `${part.repeat(Math.ceil(length / part.length)).slice(0, length - 1)}!`
      return () => mask(text)
    })
  },
)

test.each(PARTS)('%j: ten times the text takes at most thirty times as long', (part) => {
  const { mask } = contactMask(own)
  expectLinear((length) => {
    // The last character fits nothing before it.
    const text = `${part.repeat(Math.ceil(length / part.length)).slice(0, length - 1)}!`
    return () => mask(text)
  })
})

test('a name is masked in linear time', () => {
  expectLinear((length) => {
    const name = { firstName: '- '.repeat(length / 2), lastName: '-' }
    return () => maskName(name)
  })
})

test('a text of dashes costs the same whether the name is of dashes or of letters', () => {
  const text = `${'-'.repeat(50)}a`.repeat(200)
  const dashes = contactMask({ ...own, firstName: '- '.repeat(28), lastName: '-' })
  const letters = contactMask({ ...own, firstName: 'Ada', lastName: 'Quill' })
  const works = [() => letters.mask(text), () => dashes.mask(text)]
  for (const work of works) work()
  expectGrowthBelow(MAX_GROWTH, works)
})

/** Compares the work for a hundredth, a tenth and all of `LONGEST`: each is repeated to the same number of characters, so that the
 * clock and other processes matter to each alike. */
function expectLinear(workFor: (length: number) => () => unknown): void {
  const works = LENGTHS.map((length) => {
    const work = workFor(length)
    return () => {
      for (let left = LONGEST; left > 0; left -= length) work()
    }
  })
  // Compiles what all of them run.
  works[0]!()
  // Equal in linear time.
  expectGrowthBelow(MAX_GROWTH / 10, works)
}

/** Expects that no work takes this many times the CPU time of the one before. A round that says so is repeated: other work of
 * the process can have been part of it. */
function expectGrowthBelow(most: number, works: (() => unknown)[]): void {
  let growth = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS && growth >= most; round++) {
    const times = works.map(timed)
    growth = Math.max(...times.slice(1).map((time, i) => time / times[i]!))
  }
  expect(growth).toBeLessThan(most)
}

function timed(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return Math.max(user + system, 1)
}
