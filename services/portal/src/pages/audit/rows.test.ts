import { expect, test } from 'vitest'
import { differences } from './rows.ts'

test.each<[string, unknown, unknown, ReturnType<typeof differences>]>([
  ['nothing', null, null, []],
  ['a new object', null, { name: 'A' }, [{ field: 'name', before: undefined, after: 'A' }]],
  ['a deleted one', { n: 1 }, null, [{ field: 'n', before: '1', after: undefined }]],
  [
    'what stays is left out',
    { a: 1, b: [1], c: null },
    { a: 1, b: [1, 2], c: 'x' },
    [
      { field: 'b', before: '[1]', after: '[1,2]' },
      { field: 'c', before: 'null', after: 'x' },
    ],
  ],
  ['what is no object', 1, 2, [{ field: '', before: '1', after: '2' }]],
  [
    'hostile names',
    JSON.parse('{"__proto__":{"x":1}}'),
    {},
    [{ field: '__proto__', before: '{"x":1}', after: undefined }],
  ],
])('%s', (_name, before, after, expected) => {
  expect(differences(before, after)).toEqual(expected)
})
