import { expect, test } from 'vitest'
import { email } from './text.ts'

const problem = (text: unknown) => email().safeParse(text).error?.issues[0]?.message

test.each([
  'ada@example.com',
  'r&d@example.com',
  'a/b=c@example.com',
  'x!y@example.com',
  'a#1@example.com',
  '~jobs@example.com',
  "o'neil+tag@example.com",
  '{a|b}^`$%*?_-@example.com',
  'jobs@xn--80aswg.xn--p1ai',
  'JOBS@EXAMPLE.COM',
  'root@localhost',
  '.a..b.@example.com',
  `a@${'b'.repeat(63)}.c1`,
  `${'a'.repeat(188)}@example.com`,
])('%s is an address, as in a browser (P-601)', (text) => {
  expect(email().parse(` ${text} `)).toBe(text)
})

test.each([
  '',
  'ada',
  '@example.com',
  'ada@',
  'ada@@example.com',
  'a b@example.com',
  'ada@exam ple.com',
  'ada@-example.com',
  'ada@example-.com',
  'ada@example..com',
  'ada@example.com.',
  'ada@[127.0.0.1]',
  '"a b"@example.com',
  'ada@example.com, bo@example.com',
  'Ada <ada@example.com>',
  'ada(comment)@example.com',
  'a@exa_mple.com',
  `a@${'b'.repeat(64)}.com`,
])('%s is none (P-601)', (text) => {
  expect(problem(text)).toBe('must be an e-mail address')
})

test('an address with a line break or of 201 characters is refused before it is read (P-601)', () => {
  expect(problem('ada@example.com\r\nBcc: bo@example.com')).toMatch('line breaks')
  expect(problem(`${'a'.repeat(189)}@example.com`)).toBe('must have at most 200 characters')
})

test.each(['ü@example.com', 'ada@bücher.example', 'ada@почта.рф'])(
  '%s is refused with a word on its ASCII form (P-601)',
  (text) => {
    expect(problem(text)).toMatch('in ASCII; an international domain has such a form, which begins with xn--')
  },
)
