import type { Endpoint } from '@jobboard/contracts/endpoint'
import { endpoints } from '@jobboard/contracts/endpoints'
import { printOpenApi } from '@jobboard/contracts/openapi/document'
import { datedExamples } from '@jobboard/contracts/openapi/examples'

// biome-ignore lint/suspicious/noExplicitAny: reads nested parts of the documents
type Json = any

/** The request that a document shows for an operation. */
export interface ExampleRequest {
  endpoint: Endpoint
  /** With the ids of objects that exist. */
  path: string
  body: unknown
  contentType: string
}

/** Values that replace those of the examples, by the name of the parameter or field: ids of objects that exist. */
export type Values = Record<string, number | string>

/** Every operation of both documents but the health check, by its id, with the dates that a gateway serves today. */
export const operations = new Map<string, { operation: Json; endpoint: Endpoint }>(
  (['public', 'admin'] as const).flatMap((plane) =>
    Object.values(datedExamples(printOpenApi(plane), new Date()).paths).flatMap((item) =>
      Object.values(item as Record<string, Json>).flatMap((operation) => {
        const endpoint = endpoints.find(({ name }) => name === operation.operationId)
        return endpoint ? [[operation.operationId as string, { operation, endpoint }] as const] : []
      }),
    ),
  ),
)

export function exampleRequest(name: string, values: Values): ExampleRequest {
  const { operation, endpoint } = operations.get(name)!
  const query = new URLSearchParams()
  let { path } = endpoint
  for (const parameter of operation.parameters ?? []) {
    if (parameter.in === 'path') {
      const value = values[objectOf(endpoint.path, parameter.name)] ?? parameter.example
      path = path.replace(`{${parameter.name}}`, encodeURIComponent(String(value)))
    }
    if (parameter.in === 'query' && parameter.example !== undefined)
      query.set(parameter.name, parameter.example)
  }
  const [[contentType, content] = ['application/json', undefined]] = Object.entries<Json>(
    operation.requestBody?.content ?? {},
  )
  const search = query.size > 0 ? `?${query}` : ''
  return { endpoint, path: path + search, body: replaced(content?.example, values), contentType }
}

// `{id}` is named by the collection before it.
function objectOf(path: string, parameter: string): string {
  if (parameter !== 'id') return parameter
  const [, collection] = /(\w+)\/\{id\}/.exec(path)!
  return `${collection!.replace(/(?<=ch)es$|s$/, '')}Id`
}

function replaced(value: Json, values: Values): Json {
  if (Array.isArray(value)) return value.map((item) => replaced(item, values))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, values[name] ?? replaced(field, values)]),
  )
}
