import { expect, test } from 'vitest'
import { command } from './command.ts'
import { count, flag, required, text, texts, UsageError, withDefault } from './option.ts'

let got: unknown
const paint = command({
  words: 'wall paint',
  summary: 'paint a wall',
  args: 'WALL',
  example: 'wall paint north --colour red',
  options: {
    colour: required(text('COLOUR', 'red, blue')),
    coats: withDefault(count('N', 'how often', 1, 3), 2),
    helper: texts('NAME', 'who helps; repeat it for more'),
    note: text('TEXT', 'any text'),
    since: text('TIME', 'from then on'),
    dry: flag('only look'),
  },
  exits: { 0: 'painted', 130: 'interrupted' },
  async run(values, positionals) {
    got = { ...values, positionals }
    return 0
  },
})

test('the options are parsed and checked before the command runs; the last one counts', async () => {
  const line =
    'north --colour blue --colour red --coats 3 --helper a --helper b --since 2026-01-31T12:00:00+01:00'
  expect(await paint.run(line.split(' '))).toBe(0)
  expect(got).toEqual({
    ...{ colour: 'red', coats: 3, helper: ['a', 'b'], note: undefined, dry: false },
    ...{ since: '2026-01-31T12:00:00+01:00', positionals: ['north'] },
  })
})

test.each([
  ['', '--colour is missing: red, blue'],
  ['--colour red --coats 4', '--coats must be a whole number from 1 to 3'],
  ['--colour red --brush', "Unknown option '--brush'"],
])('a wrong line is refused: %s', async (line, reason) => {
  const run = paint.run(line.split(' ').filter(Boolean))
  await expect(run).rejects.toThrow(reason)
  await expect(run).rejects.toBeInstanceOf(UsageError)
})

test('the help is made of the same declaration', () => {
  expect(paint.help).toBe(`Paint a wall

Usage
  npm run jobboard -- wall paint WALL --colour COLOUR [options]

Try it
  npm run jobboard -- wall paint north --colour red

Options
  --colour COLOUR  red, blue
  --coats N        how often (default: 2)
  --helper NAME    who helps; repeat it for more
  --note TEXT      any text
  --since TIME     from then on
  --dry            only look
  -h, --help       show this text

Exit codes
  0    painted
  1    not done, or not all of it; the output says what and why
  2    the command line is wrong
  130  interrupted
`)
})
