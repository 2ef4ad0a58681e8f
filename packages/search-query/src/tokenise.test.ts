import { codePoint } from '@jobboard/testkit/code-point'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numRuns } from '../test/support/arbitrary.ts'
import { codePoints } from '../test/support/code-points.ts'
import { evaluate } from './evaluate.ts'
import { parse } from './parse.ts'
import { isLoneWord, joinedWords, splitText, tokenise, tokenisePattern } from './tokenise.ts'

test.each([
  ['C, C++, C# and F#', 'c c++ c# and f#'],
  ['C++17 and C#8', 'c++ 17 and c# 8'],
  ['.NET (.NET) C#.NET', '.net .net c# .net'],
  ['ASP.NET', 'asp net'],
  ['etc...and so on. Next', 'etc and so on next'],
  ['Node.js CI/CD front-end', 'node js ci cd front end'],
  ["bachelor's bachelor’s O'Brien 'quoted'", 'bachelors bachelors obrien quoted'],
  ['A+, Security+ 3+ a+b', 'a+ security+ 3 a b'],
  ['R&D; AT&T', 'r d at t'],
  ['50% of 10,000', '50 of 10 000'],
  ['snake_case', 'snake case'],
  ['c+++ # + . ++', 'c++'],
  ['日本語 Ελλάς', '日 本 語 ελλασ'],
  ['软件工程师，五年经验', '软 件 工 程 师 五 年 经 验'],
  ['Java工程师 3年 C#開発 熟悉.NET', 'java 工 程 师 3 年 c# 開 発 熟 悉 .net'],
  ['サーバーがｴﾝｼﾞﾆｱ・々〆〇', 'サ ー バ ー が エ ン ジ ニ ア 々 〆 〇'],
  ['เป็นวิศวกรที่ทำ๒๕๖๐', 'เ ป็ น วิ ศ ว ก ร ที่ ทํ า ๒๕๖๐'],
  ['ນັກບັນຊີ', 'ນັ ກ ບັ ນ ຊີ'],
  ['ស្ត្រីក្រុម', 'ស្ត្រី ក្រុ ម'],
  ['မြန်မာ သဒ္ဒါ', 'မြ န် မာ သ ဒ္ဒါ'],
  ['한국어 개발자', '한국어 개발자'],
  ['葛\u{e0100}城 工\u200b程\u2060师', '葛 城 工 程 师'],
  ['soft\u200bware so\u061cft\u034fware\ufeff s\u3164oft\ufe0fware\u{e0020}', 'software software software'],
  [
    "d’ingénieur l'équipe dell`ufficio un′altra qu’il jusqu’à L\u00ad’Hospitalet",
    'd ingenieur l equipe dell ufficio un altra qu il jusqu a l hospitalet',
  ],
  [
    'aujourd’hui prud’homme O’Brien McD’s all’s d’s rock’n’roll',
    'aujourdhui prudhomme obrien mcds alls ds rocknroll',
  ],
  ["main-d'œuvre L'1 l'", 'main d oeuvre l1 l'],
  ['', ''],
])('%j has the words %j (D-40)', (text, words) => {
  expect(tokenise(text)).toEqual(words.split(' ').filter(Boolean))
})

test.each([
  ['wom?n java*', 'wom?n java*'],
  ['c++* c#?', 'c++* c#?'],
  ['node.js*', 'node js*'],
  ['.n*', '.n*'],
  ["d'ingén*", 'd ingen*'],
  ['软件* java*软', '软 件* java* 软'],
])('tokenisePattern preserves wildcards: %j has the words %j', (text, words) => {
  expect(tokenisePattern(text)).toEqual(words.split(' '))
})

test('tokenising a word returns that word, so every word of a profile can be searched', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint, maxLength: 40 }), (text) => {
      for (const word of tokenise(text)) {
        expect(tokenise(word)).toEqual([word])
        expect(tokenisePattern(word)).toEqual([word])
      }
    }),
    { numRuns },
  )
})

test('without wildcards tokenisePattern and tokenise return the same words', () => {
  const text = fc.string({ unit: fc.constantFrom(...'aéc1+#.-/\'’ "ß日́'), maxLength: 20 })
  fc.assert(
    fc.property(text, (query) => {
      expect(tokenisePattern(query)).toEqual(tokenise(query))
    }),
    { numRuns },
  )
})

const invisible = fc.constantFrom(
  ...[
    '\u00ad',
    '\u034f',
    '\u061c',
    '\u115f',
    '\u17b4',
    '\u180b',
    '\u200b',
    '\u200c',
    '\u200d',
    '\u200e',
    '\u202e',
  ],
  ...[
    '\u2060',
    '\u2066',
    '\u206a',
    '\u3164',
    '\ufe0f',
    '\ufeff',
    '\uffa0',
    '\ufff0',
    '\u{1d173}',
    '\u{e0001}',
    '\u{e0100}',
  ],
)
const written = fc.constantFrom(
  ...[
    "d'",
    'l’',
    'C++',
    ' .NET',
    ' ',
    '工',
    '程',
    'ที่',
    'กำ',
    'ក',
    '្',
    'ｶ',
    'ﾊﾞ',
    'é',
    'e\u0301',
    '1',
    '-',
    'Ａ',
    '한',
  ],
)

test('invisible characters anywhere in a text change nothing (D-40)', () => {
  const parts = fc.array(fc.tuple(written, fc.option(invisible, { nil: '' })), { maxLength: 20 })
  fc.assert(
    fc.property(parts, (some) => {
      const plain = some.map(([part]) => part).join('')
      const text = some.map(([part, mark]) => `${mark}${[...part].join(mark)}`).join('')
      expect(tokenise(text)).toEqual(tokenise(plain))
      // Apart from one before a letter that stacks below, which is then a piece of its own.
      if (text.includes('\u17d2')) return
      expect(splitText(text).flatMap((piece) => tokenise(piece))).toEqual(tokenise(plain))
    }),
    { numRuns: numRuns * 5 },
  )
})

test('every default-ignorable code point inside a word changes nothing (D-40)', () => {
  const changed = codePoints().filter((code) => {
    const character = String.fromCodePoint(code)
    return (
      /\p{Default_Ignorable_Code_Point}/u.test(character) && tokenise(`so${character}ft`).join() !== 'soft'
    )
  })
  expect(changed).toEqual([])
})

// Without marks, which could stand on a letter of another script.
const anyThree = fc
  .string({ unit: codePoint, maxLength: 3 })
  .map((text) => text.replace(/[\p{M}\p{Default_Ignorable_Code_Point}\u0e33\u0eb3]/gu, '-'))

test('the pieces of a text are the text, and their words its words', () => {
  const text = fc.array(fc.oneof(written, anyThree), { maxLength: 20 })
  fc.assert(
    fc.property(text, (parts) => {
      const whole = parts.join('')
      expect(splitText(whole).join('')).toBe(whole)
      expect(splitText(whole).flatMap((piece) => tokenise(piece))).toEqual(tokenise(whole))
    }),
    { numRuns: numRuns * 3 },
  )
})

test('a query for any part of a text in a script without blanks finds it, with other scripts around it (D-40)', () => {
  const letter = fc.constantFrom(
    '工',
    '程',
    '师',
    'サ',
    'ー',
    'ﾊﾞ',
    'ที่',
    'น้ำ',
    'ក្រុ',
    'မြ',
    '한',
    'java',
    '3',
    'C#',
    '，',
    '・',
  )
  const lone = letter.filter((one) => isLoneWord(tokenise(one)[0] ?? ''))
  const text = fc.array(letter, { maxLength: 8 })
  const part = fc.array(lone, { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(text, part, text, (before, wanted, after) => {
      const sections = [tokenise([...before, ...wanted, ...after].join(''))]
      expect(evaluate(parse(wanted.join('')), sections)).toBe(true)
    }),
    { numRuns: numRuns * 3 },
  )
})

test('joinedWords leaves letters of a script without blanks together', () => {
  expect(joinedWords("软件工程师 d'ingénieur Java")).toEqual(['软件工程师', 'd', 'ingenieur', 'java'])
})

test('a long text has the words of its parts', () => {
  const part = fc.oneof(
    fc.constantFrom("Bachelor's ", 'C++', ' .NET', 'Scores™ ', 'ﷺ', 'Straße', '\n', "'", '.', '#'),
    fc.string({ unit: codePoint, maxLength: 20 }),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const text = `${parts.join('')} `.repeat(300)
      expect(tokenise(text)).toEqual(text.split(/(?=(?!\ufeff)\s)/).flatMap((piece) => tokenise(piece)))
    }),
    { numRuns },
  )
})

test('a long text without blanks has the same words as its letters one by one', () => {
  const letters = Array.from({ length: 9_000 }, (_, i) => ['工', 'ﾊﾞ', 'ที่', 'น้ำ', 'ក្រុ'][(i * i) % 5]!)
  expect(tokenise(letters.join(''))).toEqual(letters.flatMap((letter) => tokenise(letter)))
})

test.each(['ﷺ', '㌖', '中', 'a ', 'x'])('of a long text of %j no more is read than counts', (character) => {
  expect(tokenise(character.repeat(100_000), 10)).toEqual(tokenise(character.repeat(8_000)).slice(0, 10))
  const words = tokenise(character.repeat(100_000))
  expect(words.join('').length).toBeLessThanOrEqual(400_000)
})
