import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from './endpoints/all.ts'

test('every answer that shows a secret is marked, so that it is never stored for a replay', () => {
  const showing = endpoints.filter(({ response: answer }) => {
    return answer instanceof z.ZodObject && ('apiKey' in answer.shape || 'signingSecret' in answer.shape)
  })
  expect(showing.length).toBeGreaterThan(3)
  expect(
    showing.filter(({ returnsSecret: answersSecret }) => !answersSecret).map(({ name }) => name),
  ).toEqual([])
})
