import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from './endpoints.ts'

test('every endpoint whose response contains a secret is marked returnsSecret', () => {
  const withSecret = endpoints.filter(({ response }) => {
    return (
      response instanceof z.ZodObject && ('apiKey' in response.shape || 'signingSecret' in response.shape)
    )
  })
  expect(withSecret.length).toBeGreaterThan(3)
  expect(withSecret.filter(({ returnsSecret }) => !returnsSecret).map(({ name }) => name)).toEqual([])
})
