import { expect, test } from 'vitest'
import type { Document } from './document.ts'
import { printPythonFile } from './python-file.ts'
import { PythonTypes } from './python-types.ts'

const text = { type: 'string' }

test('an object within a schema, a list or a record is a type of its own, before what names it (P-607)', () => {
  const types = new PythonTypes(['Job'])
  const place = { type: 'object', properties: { city: text }, required: ['city'] }
  const properties = {
    place,
    stops: { type: 'array', items: place },
    byName: { type: 'object', additionalProperties: place },
  }
  types.declare('Job', { type: 'object', properties, required: ['place'] })
  const printed = types.print().join('\n')
  for (const line of [
    '"place": "JobPlace"',
    '"stops": "NotRequired[list[JobStop]]"',
    '"byName": "NotRequired[dict[str, JobByNameValue]]"',
  ]) {
    expect(printed).toContain(line)
  }
  const order = ['JobPlace', 'JobStop', 'JobByNameValue', 'Job'].map((name) =>
    printed.indexOf(`\n${name} = `),
  )
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(order).not.toContain(-1)
})

test('a name that a schema of the document has is not taken by another object', () => {
  const types = new PythonTypes(['Job', 'JobPlace'])
  const place = { type: 'object', properties: { city: text } }
  types.declare('Job', { type: 'object', properties: { place }, required: ['place'] })
  types.declare('JobPlace', { type: 'object', properties: { name: text } })
  const printed = types.print().join('\n')
  expect(printed).toContain('"place": "JobPlaceFields"')
  expect(printed.match(/^JobPlace = /gm)).toHaveLength(1)
})

test('a list of a union names the union, and the events of the webhooks are a union', () => {
  const [one, two] = ['One', 'Two'].map((name) => ({ $ref: `#/components/schemas/${name}` }))
  const event = { type: 'object', properties: { id: text } }
  const feed = { type: 'object', properties: { items: { type: 'array', items: { oneOf: [one, two] } } } }
  const webhook = { post: { requestBody: { content: { 'application/json': { schema: one } } } } }
  const printed = pythonOf({
    paths: {},
    webhooks: { one: webhook },
    components: { schemas: { Feed: feed, One: event, Two: event } },
  })
  expect(printed).toContain('"items": "NotRequired[list[FeedItem]]"')
  expect(printed).toContain('\nFeedItem = One | Two\n')
  expect(printed).toContain('\nWebhookEvent = One\n')
})

test('a POST that does not accept an Idempotency-Key says so, and is sent once (P-607)', () => {
  const key = { name: 'Idempotency-Key', in: 'header', schema: text }
  const operation = (operationId: string, parameters: unknown[]) => ({
    post: { operationId, parameters, responses: { 201: {} } },
  })
  const printed = pythonOf({
    paths: { '/jobs': operation('create-job', [key]), '/key/rotate': operation('rotate-own-key', []) },
  })
  expect(printed).toContain('self.call("POST", "/jobs", **options)')
  expect(printed).toContain('self.call("POST", "/key/rotate", accepts_idempotency_key=False, **options)')
})

const pythonOf = (document: unknown) => Object.values(printPythonFile(document as Document))[0]!
