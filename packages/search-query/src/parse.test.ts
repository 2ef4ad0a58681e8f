import { expect, test } from 'vitest'
import { parse } from './parse.ts'
import { printQuery } from './print-query.ts'

// The query as `printQuery` prints it: NOT binds tighter than AND, AND tighter than OR.
const QUERIES: [promise: string, query: string, printed: string][] = [
  ['adjacency is AND', 'java python', 'java AND python'],
  ['AND binds tighter than OR', 'a AND b OR c AND d', 'a AND b OR c AND d'],
  ['adjacency binds tighter than OR', 'a OR b c', 'a OR b AND c'],
  ['NOT binds tighter than AND', 'NOT a AND b', 'NOT a AND b'],
  ['parentheses first', '(a OR b) c', '(a OR b) AND c'],
  ['redundant parentheses change nothing', '((a) (b AND (c)))', 'a AND b AND c'],
  ['operators in any letter case', 'a or b And nOt c', 'a OR b AND NOT c'],
  ['AND NOT and a bare NOT between terms', 'a AND NOT b NOT c', 'a AND NOT b AND NOT c'],
  ['OR NOT', 'z (a OR NOT b)', 'z AND (a OR NOT b)'],
  ['& and && standing alone are AND', 'a & b && c', 'a AND b AND c'],
  ['| and || standing alone are OR', 'a | b || c', 'a OR b OR c'],
  ['& inside a word separates words', 'R&D', '"r d"'],
  ['a leading - is NOT', 'a -b -"c d" -(e OR f)', 'a AND NOT b AND NOT "c d" AND NOT (e OR f)'],
  ['a leading ! is NOT', 'a !b !"c d" !(e f)', 'a AND NOT b AND NOT "c d" AND NOT (e AND f)'],
  ['a leading + is ignored', '+a +"b c" +(d OR e) ++f', 'a AND "b c" AND (d OR e) AND f'],
  ['a dash inside a word is not NOT', 'front-end', '"front end"'],
  ['NOT NOT x is x (D-41)', 'NOT NOT a --b !-!-c', 'a AND b AND c'],
  ['NOT of a group', 'a NOT (b OR c)', 'a AND NOT (b OR c)'],
  ['quoted words are a phrase', '"machine  learning"', '"machine learning"'],
  ['one quoted word is a term', '"java"', 'java'],
  [
    'operators inside quotes are plain words',
    '"and" "this OR that" "NOT"',
    '"and" AND "this or that" AND "not"',
  ],
  ['punctuation inside quotes separates words', '"Washington, DC: (a|b) -c"', '"washington dc a b c"'],
  ['typographic quotes count as quotes', '“a b” „c d“ «e f» ＂g h"', '"a b" AND "c d" AND "e f" AND "g h"'],
  ['full-width marks count as their ASCII equivalents', '（ａ　ＯＲ　ｂ）ｃ', '(a OR b) AND c'],
  ['operators between quotes need no white space', '"a-b"OR"c" -"d"NOT"e"', '"a b" OR c AND NOT d AND NOT e'],
  ['small marks too', '﹙a OR b﹚ ﹣c ﹠ d', '(a OR b) AND NOT c AND d'],
  ['quotes and parentheses need no white space around them', '"a b"OR(c)AND"d e"', '"a b" OR c AND "d e"'],
  ['white space of any kind separates', '\u00a0a\n\tAND\u2028b\u2003\u2800c', 'a AND b AND c'],
  [
    'invisible characters count nowhere',
    '\ufeffja\u00adva\u2060 \u061cO\u200dR\u200b "so\u200eft\u200bware"',
    'java OR software',
  ],
  [
    'invisible characters in operators, signs and quotes',
    'a \u200b&\u2060& \u200f-\u200bb \u2066(c OR d)\u2069',
    'a AND NOT b AND (c OR d)',
  ],
  ['full-width operators', 'a ＡＮＤ b ＯＲ ｎｏｔ c d', 'a AND b OR NOT c AND d'],
  [
    'a word of a script without blanks is a phrase of its letters (P-591)',
    '软件工程师 -经理',
    '"软件工程师" AND NOT "经理"',
  ],
  ['scripts without blanks and others in one word', 'Java工程师 3年', '"java 工程师" AND "3 年"'],
  ['blanks between such letters do not matter in a phrase', '"高级 工程师"', '"高级工程师"'],
  [
    'a zero width space between such letters is a blank',
    'ซอฟต์แวร์\u200bวิศวกร 工\u2060\u200b程',
    '"ซอฟต์แวร์" AND "วิศวกร" AND 工 AND 程',
  ],
  ['and elsewhere it is nothing', '工\u200bjava ja\u200bva', '"工 java" AND java'],
  ['a wildcard after such letters', '软件* "高级 工程*"', '"软件*" AND "高级工程*"'],
  ['a letter that stacks below another is not the one beside it', '"ក្ រ" ក្រ', '"ក្ រ" AND ក្រ'],
  ['an elided article is a word', "d'ingénieur l’équipe*", '"d ingenieur" AND "l equipe*"'],
  [
    'any dash between two words is a hyphen',
    'front–end a−b c\u2010d e➖f Dipl.-Ing. c++-developer C#-.NET',
    '"front end" AND "a b" AND "c d" AND "e f" AND "dipl ing" AND "c++ developer" AND "c# .net"',
  ],
  [
    'operators that are parts of a phrase',
    "drag-and-drop not-for-profit Côte-d'Or R&D",
    '"drag and drop" AND "not for profit" AND "cote d or" AND "r d"',
  ],
  ['quoted operators with marks', '"and/or" "or*" "O.R." "near"', '"and or" AND "or*" AND "o r" AND "near"'],
  ['case does not matter', 'JAVA', 'java'],
  ['diacritics do not matter', 'résumé ŁÓDŹ', 'resume AND lodz'],
  ['C++, C#, .NET and C are four different terms', 'C++ C# .NET C', 'c++ AND c# AND .net AND c'],
  ['Node.js, CI/CD and front-end are phrases', 'Node.js CI/CD', '"node js" AND "ci cd"'],
  ["bachelor's equals bachelors", "bachelor's bachelor’s", 'bachelors AND bachelors'],
  ['a full stop at the end is not part of the word', 'java.', 'java'],
  ['* is any run of characters', 'java*', 'java*'],
  ['? is one character', 'wom?n', 'wom?n'],
  ['wildcards inside a word and next to each other', 'de*er ab?*?* java**', 'de*er AND ab??* AND java*'],
  [
    'a wildcard on the last word of a phrase',
    '"account manage*" "two wom?n"',
    '"account manage*" AND "two wom?n"',
  ],
  ['a wildcard on a word that becomes a phrase', 'front-en*', '"front en*"'],
  ['wildcards after C++ and .NET', 'c++* .net*', 'c++* AND .net*'],
]

test.each(QUERIES)('%s: %s (D-40)', (_, query, printed) => {
  expect(printQuery(parse(query))).toBe(printed)
})

test('the tree of a query has the position of each leaf and NOT', () => {
  expect(parse('a (be* OR "c wom?n") -d')).toEqual({
    type: 'and',
    of: [
      { type: 'term', word: 'a', at: 0 },
      {
        type: 'or',
        of: [
          { type: 'prefix', word: 'be', at: 3 },
          { type: 'phrase', head: ['c'], last: { type: 'wild', pattern: 'wom?n', at: 13 }, at: 10 },
        ],
      },
      { type: 'not', of: { type: 'term', word: 'd', at: 22 }, at: 21 },
    ],
  })
})

test('positions are those in the query as sent, with its invisible characters', () => {
  expect(parse('\u200ba \u2060-\u00ad"b\u200b c"')).toEqual({
    type: 'and',
    of: [
      { type: 'term', word: 'a', at: 1 },
      {
        type: 'not',
        of: { type: 'phrase', head: ['b'], last: { type: 'term', word: 'c', at: 10 }, at: 6 },
        at: 4,
      },
    ],
  })
})
