import { expect, test } from 'vitest'
import { checkMatch, etagOf } from './etag.ts'

const body = { title: 'A' }
const etag = etagOf(body)
const refusal = (ifMatch: string | undefined, object: unknown = body) => {
  try {
    checkMatch(ifMatch === undefined ? {} : { 'if-match': ifMatch }, object)
    return undefined
  } catch (error) {
    return (error as { code: string }).code
  }
}

test.each([
  undefined,
  etag,
  '*',
  ' * ',
  `"other", ${etag}`,
  `"with,comma" ,\t${etag},`,
  `W/"x",${etag}`,
  `"",${etag}`,
])('If-Match: %s matches (D-61)', (ifMatch) => {
  expect(refusal(ifMatch)).toBeUndefined()
})

test.each(['"other"', `W/${etag}`, '"a", "b"', '"ümlaut"', '""'])(
  '412 precondition_failed: If-Match: %s names other versions',
  (ifMatch) => {
    expect(refusal(ifMatch)).toBe('precondition_failed')
    expect(refusal(ifMatch, undefined)).toBe('precondition_failed')
  },
)

test.each([
  '',
  ',',
  etag.slice(1, -1),
  etag.slice(0, -1),
  `${etag} ${etag}`,
  `${etag}x`,
  `w/${etag}`,
  `*, ${etag}`,
  `${etag}, *`,
  '"a b"',
  "'a'",
  'null',
])('400 invalid_request: If-Match: %s has not the form of the header (D-61)', (ifMatch) => {
  expect(refusal(ifMatch)).toBe('invalid_request')
})

test('the order of fields changes no ETag, that of a list does (D-61)', () => {
  const one = { a: [{ b: 1, cc: 'x' }, { b: null }], at: new Date(0), d: { ab: 1, aa: 2 } }
  const other = { d: { aa: 2, ab: 1 }, at: '1970-01-01T00:00:00.000Z', a: [{ cc: 'x', b: 1 }, { b: null }] }
  expect(etagOf(one)).toBe(etagOf(other))
  expect(etagOf(one)).not.toBe(etagOf({ ...one, a: one.a.toReversed() }))
  expect(etagOf({ a: undefined })).toBe(etagOf({}))
  expect(etagOf({ a: [] })).not.toBe(etagOf({ a: {} }))
})
