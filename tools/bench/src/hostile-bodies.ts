const BYTES = 1_040_000
const NEWLINE = '\\n'

const filled = (part: string) => part.repeat(Math.floor(BYTES / part.length))
const names = (count: number, length: number) =>
  `{${Array.from({ length: count }, (_, i) => `"${`k${i}`.padEnd(length, 'x')}":0`).join()}}`
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

/** One key sends 90 times the same body of about 1 MB, unless it says another size. */
export interface Attack {
  what: string
  /** Whose key sends it, and whose service handles it. */
  by: 'employer' | 'candidate'
  body: string
  headers?: Record<string, string>
}

export const attacks: Attack[] = [
  // What any 90 calls at this pace cost.
  { what: 'refused, 100 bytes', by: 'employer', body: `{"title":7,"a":"${'x'.repeat(83)}"}` },
  { what: '`[[[[…`', by: 'employer', body: filled('[') },
  { what: '`[[[[…` to the profile', by: 'candidate', body: filled('[') },
  { what: 'valid nesting', by: 'employer', body: nested(BYTES / 2) },
  {
    what: 'valid nesting in the profile',
    by: 'candidate',
    body: `{"headline":"A","x":${nested(BYTES / 2 - 20)}}`,
  },
  { what: '90 000 names', by: 'employer', body: names(90_000, 6) },
  { what: '19 900 names, accepted', by: 'candidate', body: names(19_900, 45) },
  {
    what: '19 900 names, strict',
    by: 'employer',
    body: names(19_900, 45),
    headers: { prefer: 'handling=strict' },
  },
  { what: 'no JSON at its last byte', by: 'employer', body: `["${filled(NEWLINE)}"` },
  { what: 'lines without a value', by: 'employer', body: filled('\n') },
  { what: 'a title of 1 MB', by: 'employer', body: JSON.stringify({ title: '😀'.repeat(BYTES / 4) }) },
  {
    what: '19 000 wrong items, 40 KB',
    by: 'employer',
    body: `{"title":"A","screeningQuestions":[${'1,'.repeat(19_000)}1]}`,
  },
]
