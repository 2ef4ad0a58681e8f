import { expect, test } from 'vitest'
import { z } from 'zod'
import { dryRunResult } from '../credits/credit.ts'
import type { Endpoint } from '../endpoint.ts'
import { endpoints } from '../endpoints.ts'
import { examples } from './examples.ts'

const printed = endpoints.filter(({ plane }) => plane !== 'internal')

/** The parts of an endpoint that an example must have, and their schemas. */
function partsOf({ params, query, body, bodyType, response, hasDryRun }: Endpoint) {
  const dryRun = hasDryRun ? dryRunResult : undefined
  return { path: params, query, body: bodyType ? z.string() : body, response, dryRun }
}

test.each(printed.map((endpoint) => [endpoint.name, endpoint] as const))(
  'the example of %s has a request and a response, both valid',
  (name, endpoint) => {
    const example = examples[name]
    expect(example, `${name} has no example`).toBeDefined()
    for (const [part, schema] of Object.entries(partsOf(endpoint))) {
      const value = example![part as keyof typeof example]
      expect(value !== undefined, `${name}: ${part}`).toBe(schema !== undefined)
      if (!schema) continue
      // Path and query are sent as text.
      const isText = part === 'path' || part === 'query'
      const sent = isText ? Object.fromEntries(Object.entries(value as object).map(toText)) : value
      const { error } = schema.safeParse(sent)
      expect(error?.issues ?? [], `${name}: ${part}`).toEqual([])
    }
  },
)

test('there is no example of an endpoint that does not exist', () => {
  const names = new Set(printed.map(({ name }) => name))
  expect(Object.keys(examples).filter((name) => !names.has(name))).toEqual([])
})

function toText([name, value]: [string, unknown]): [string, string] {
  return [name, String(value)]
}
