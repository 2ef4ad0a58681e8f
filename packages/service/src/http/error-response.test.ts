import { expect, test } from 'vitest'
import { z } from 'zod'
import { parsing, validationError } from './error-response.ts'

test('an error names the first 100 invalid fields of a body, and how many more there are', () => {
  const { error } = z
    .object({ events: z.array(z.enum(['a', 'b'])) })
    .safeParse({ events: Array(15_000).fill(1) }, parsing)
  const { message, fields } = validationError(error, 'body')
  expect(message).toMatch(
    /^events\.0: must be one of a, b; .*; events\.99: must be one of a, b; and 14900 more\.$/,
  )
  expect(fields).toHaveLength(100)
})
