import type { Schema } from './schema-change.ts'
import { resolve } from './schema-change.ts'

/** The parts of an OpenAPI document that clients rely on. */
export interface Document {
  paths: Record<string, Record<string, unknown>>
  webhooks?: Record<string, unknown>
  components?: Record<string, Record<string, unknown>>
}

export interface Operation {
  operationId?: string
  security?: Record<string, string[]>[]
  parameters?: (Parameter | Reference)[]
  requestBody?: Body
  responses: Record<string, Response | Reference>
}

/** A reference into `components`. */
export interface Reference {
  $ref: string
}

/** A path, query or header parameter. */
export interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: Schema
  example?: unknown
}

/** A request body by media type. */
export interface Body {
  required?: boolean
  content: Record<string, { schema: Schema }>
}

/** A response by media type. */
export interface Response {
  headers?: Record<string, unknown>
  content?: Record<string, { schema: Schema }>
  'x-codes'?: string[]
}

/** Resolves a reference; returns any other value unchanged. */
export function follow<T>(value: T | Reference, document: Document): T {
  const { $ref } = value as Reference
  return $ref === undefined ? (value as T) : resolve<T>($ref, document)
}

const PREFER = '#/components/parameters/PreferDryRun'
const RESULT = '#/components/schemas/DryRunResult'
const STATUS = '200'

/** The responses of an operation, by status. */
export type Responses = Pick<Operation, 'responses'>

/** The document with the responses of the calls themselves. The types of our own clients are printed from it: they ask for
 * a dry run with a method of its own, so the type of any other call is that of its success alone. */
export function withoutDryRuns<D extends Document>(document: D): D {
  const paths = Object.entries(document.paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => [
        method,
        { ...(operation as Operation), ...withoutDryRun(operation as Operation) },
      ]),
    ),
  ])
  return { ...document, paths: Object.fromEntries(paths) }
}

/** The responses to a call without `Prefer: dry-run`. */
export function withoutDryRun(operation: Operation): Responses {
  const { responses } = operation
  if (!acceptsDryRun(operation) || !responses[STATUS]) return { responses }
  const { [STATUS]: success, ...others } = responses
  const call = choose(success, (schema) => {
    if (schema.$ref === RESULT) return undefined
    const [first, second, ...rest] = schema.oneOf ?? []
    return first && second?.$ref === RESULT && rest.length === 0 ? first : schema
  })
  return { responses: call ? { [STATUS]: call, ...others } : others }
}

/** The response that is the result of a dry run; none where the operation declares none. */
export function onlyDryRun(operation: Operation): Responses {
  const success = acceptsDryRun(operation) ? operation.responses[STATUS] : undefined
  const result =
    success &&
    choose(success, (schema) => [schema, ...(schema.oneOf ?? [])].find(({ $ref }) => $ref === RESULT))
  return { responses: result ? { [STATUS]: result } : {} }
}

const acceptsDryRun = ({ parameters = [] }: Operation) =>
  parameters.some((parameter) => (parameter as Reference).$ref === PREFER)

// The response with the chosen part of each schema; undefined when nothing of its body is chosen.
function choose(
  response: Response | Reference,
  chosen: (schema: Schema) => Schema | undefined,
): Response | Reference | undefined {
  if (!('content' in response) || !response.content) return response
  const content = Object.entries(response.content).flatMap(([type, media]) => {
    const schema = chosen(media.schema)
    return schema ? [[type, { ...media, schema }]] : []
  })
  return content.length > 0 ? { ...response, content: Object.fromEntries(content) } : undefined
}
