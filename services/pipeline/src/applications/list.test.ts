import { expect, test } from 'vitest'
import { readListCursor, toListCursor } from './list.ts'
import { listTerms } from './words.ts'

const applicant = { employerId: 1, erasedAt: null, email: 'a@post.example', headline: null, phone: null }

test('the cursor of a name is read back, wherever the end of a long one cuts a letter of two units', () => {
  for (let length = 190; length <= 205; length++) {
    // Words of a length that is not truncated.
    const name = `${`${'a'.repeat(39)} `.repeat(4)}${'a'.repeat(length - 160)}\u{10428} b`
    const { listName } = listTerms({ ...applicant, name })
    expect([name.startsWith(listName), listName.length >= Math.min(length, 199)]).toEqual([true, true])
    const position = { key: listName, id: 7, total: 9 }
    expect(readListCursor(toListCursor(position, 'name'), 'name', 1)).toEqual(position)
  }
})

test('the cursor of a name that a release before stored with a replacement character is read back', () => {
  const position = { key: 'ada lind\ufffd', id: 7, total: 9 }
  expect(readListCursor(toListCursor(position, '-name'), '-name', 1)).toEqual(position)
})
