import { expect, test } from 'vitest'
import { printTypes } from './typescript-file.ts'

/** The printed type of a schema, without line breaks. */
const typeOf = (schema: object) =>
  /A: (.*); \};/s.exec(
    printTypes({ paths: {}, components: { schemas: { A: schema } } }).replace(/\s+/g, ' '),
  )?.[1]

test.each([
  [{ type: ['integer', 'null'] }, 'number | null'],
  [{ enum: ['a', 1], type: ['string', 'null'] }, '"a" | 1 | null'],
  [{ const: 'a' }, '"a"'],
  [{ type: 'array', items: { enum: ['a', 'b'] } }, '("a" | "b")[]'],
  [
    { type: 'array', items: { anyOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }] } },
    '(components["schemas"]["A"] | null)[]',
  ],
  [{ type: 'object', additionalProperties: { type: 'boolean' } }, '{ [key: string]: boolean; }'],
  [{ type: 'object' }, 'Record<string, never>'],
  [
    { allOf: [{ $ref: '#/components/schemas/A' }, { type: 'object', properties: { b: {} } }] },
    'components["schemas"]["A"] & { b?: unknown; }',
  ],
])('the type of %j is %s', (schema, type) => {
  expect(typeOf(schema)).toBe(type)
})

test('a property that is not required is optional, and a text ends no comment', () => {
  const properties = { 'a-b': { type: 'string', description: 'One */ two.' }, c: { type: 'string' } }
  const type = typeOf({ type: 'object', properties, required: ['c'] })
  expect(type).toBe('{ /** @description One *\\/ two. */ "a-b"?: string; c: string; }')
})
