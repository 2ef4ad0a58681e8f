import { resolve, type Schema } from './schema-change.ts'

/** As much of an OpenAPI document as clients rely on. */
export interface Document {
  paths: Record<string, Record<string, unknown>>
  webhooks?: Record<string, unknown>
  components?: Record<string, Record<string, unknown>>
}

/** One operation. */
export interface Operation {
  operationId?: string
  security?: Record<string, string[]>[]
  parameters?: (Parameter | Reference)[]
  requestBody?: Body
  responses: Record<string, Response | Reference>
}

/** A place in `components`. */
export interface Reference {
  $ref: string
}

/** What goes into the path, the query or a header. */
export interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: Schema
}

/** What a client sends, by media type. */
export interface Body {
  required?: boolean
  content: Record<string, { schema: Schema }>
}

/** What it gets, by media type. */
export interface Response {
  headers?: Record<string, unknown>
  content?: Record<string, { schema: Schema }>
  'x-codes'?: string[]
}

/** The thing itself, or what stands at its reference. */
export function follow<T>(value: T | Reference, document: Document): T {
  const { $ref } = value as Reference
  return $ref === undefined ? (value as T) : resolve<T>($ref, document)
}
