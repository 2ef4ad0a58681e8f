import { resolve, type Schema } from './schema-change.ts'

/** The parts of an OpenAPI document that clients rely on. */
export interface Document {
  paths: Record<string, Record<string, unknown>>
  webhooks?: Record<string, unknown>
  components?: Record<string, Record<string, unknown>>
}

/** An operation. */
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
