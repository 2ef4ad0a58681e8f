import { expect, test } from 'vitest'
import { printOpenApi } from './document.ts'

// biome-ignore lint/suspicious/noExplicitAny: the test reads nested parts of the document
type Json = any

const planes = ['public', 'admin'] as const

/** The places of a document that a reader needs a description of and that have none. */
function undescribed(document: Json): string[] {
  const missing: string[] = []
  const check = (at: string, value: Json) => {
    if (!describes(value, document)) missing.push(at)
  }
  for (const [path, item] of Object.entries<Json>(document.paths)) {
    for (const [method, operation] of Object.entries<Json>(item)) {
      const at = `${method.toUpperCase()} ${path}`
      if (!operation.summary) missing.push(`${at}: summary`)
      check(at, operation)
      for (const parameter of operation.parameters ?? []) check(`${at}: ${parameter.name}`, parameter)
      for (const [status, response] of Object.entries<Json>(operation.responses)) {
        check(`${at}: ${status}`, response)
        for (const schema of schemasOf(response, document)) properties(`${at}: ${status}`, schema, check)
      }
      for (const schema of schemasOf(operation.requestBody, document)) {
        check(`${at}: body`, schema)
        properties(`${at}: body`, schema, check)
      }
    }
  }
  for (const [event, { post }] of Object.entries<Json>(document.webhooks ?? {})) {
    check(`webhook ${event}`, post)
    for (const parameter of post.parameters) check(`webhook ${event}: ${parameter.name}`, parameter)
  }
  for (const kind of ['schemas', 'headers', 'parameters', 'responses', 'securitySchemes']) {
    for (const [name, component] of Object.entries<Json>(document.components[kind])) {
      check(`${kind} ${name}`, component)
      if (kind === 'schemas') properties(name, component, check)
    }
  }
  for (const tag of document.tags) check(`tag ${tag.name}`, tag)
  return missing
}

function schemasOf(part: Json, document: Json): Json[] {
  const content = (part?.$ref ? resolve(part.$ref, document) : part)?.content ?? {}
  return Object.values<Json>(content).map(({ schema }) => schema)
}

function properties(at: string, schema: Json, check: (at: string, value: Json) => void): void {
  for (const [name, property] of Object.entries<Json>(schema.properties ?? {})) {
    check(`${at}.${name}`, property)
    properties(`${at}.${name}`, property, check)
  }
  if (schema.items) properties(`${at}[]`, schema.items, check)
  for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) {
    properties(at, part, check)
  }
}

const resolve = (reference: string, document: Json) =>
  reference
    .slice(2)
    .split('/')
    .reduce((part, name) => part[name], document)

// Two words at least; a reference has the description of its target.
function describes({ description, $ref }: Json, document: Json): boolean {
  if (description !== undefined) return description.trim().split(/\s+/).length >= 2
  return $ref !== undefined && describes(resolve($ref, document), document)
}

test.each(planes)(
  'every property, parameter, operation, response and component of the %s document is described',
  (plane) => {
    expect(undescribed(printOpenApi(plane))).toEqual([])
  },
)

test.each(planes)('every endpoint of the %s document is in a tag that has an operation', (plane) => {
  const document = printOpenApi(plane) as Json
  const used = new Set(
    Object.values<Json>(document.paths).flatMap((item) =>
      Object.values<Json>(item).flatMap(({ tags }) => tags),
    ),
  )
  expect(document.tags.filter(({ name }: Json) => !used.has(name))).toEqual([])
})
