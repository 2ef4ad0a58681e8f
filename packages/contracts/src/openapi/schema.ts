import { z } from 'zod'
import { MAX_ID } from '../limits.ts'

/** A JSON Schema (2020-12), as OpenAPI 3.1 uses it. */
export type Schema = z.core.JSONSchema.BaseSchema

/** Prints zod schemas; a schema with a name is printed once, in `components`, and referenced. */
export interface SchemaPrinter {
  components: Record<string, Schema>
  /** `input` is the shape that clients send, `output` the one they receive. Throws when one name has two
   * different shapes. */
  print(schema: z.ZodType, io: 'input' | 'output'): Schema
}

/** Opens a printer with no components yet. */
export function openPrinter(): SchemaPrinter {
  const components: Record<string, Schema> = {}
  return {
    components,
    print(schema, io) {
      // A transform has no JSON Schema; its `meta` says what to print.
      const printed = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: tidy })
      const { $defs = {}, $schema: _, ...rest } = withComponentRefs(printed)
      for (const [name, component] of Object.entries($defs)) addComponent(components, name, component)
      return rest
    },
  }
}

function addComponent(components: Record<string, Schema>, name: string, component: Schema): void {
  const existing = components[name]
  if (existing && JSON.stringify(existing) !== JSON.stringify(component)) {
    throw new Error(`${name} has two shapes: give the request schema and the response schema different ids`)
  }
  components[name] = component
}

function withComponentRefs(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'), splitTypes)
}

// oapi-codegen for Go reads a list of types only if it is one type and null.
function splitTypes(_key: string, value: unknown): unknown {
  const type = (value as Schema | null)?.type
  if (!Array.isArray(type) || type.filter((one) => one !== 'null').length < 2) return value
  const { type: _, ...rest } = value as Schema
  return { ...rest, anyOf: type.map((one) => ({ type: one })) }
}

// Removes what zod adds for its own purposes and limits that are not limits of the API.
function tidy({ jsonSchema: schema }: { jsonSchema: Schema }): void {
  delete schema.id
  delete schema.example
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.format === 'date-time' || schema.format === 'uuid') delete schema.pattern
  if (schema.type === 'integer' && schema.maximum === MAX_ID) schema.format = 'int32'
  // Within v1 responses may get new fields (Spec §9), and unknown fields in a request are ignored (D-07).
  if (schema.additionalProperties === false) delete schema.additionalProperties
  if (schema.anyOf) schema.anyOf = schema.anyOf.flatMap((option) => branches(option as Schema))
}

function branches(option: Schema): Schema[] {
  return option.anyOf && Object.keys(option).length === 1 ? (option.anyOf as Schema[]) : [option]
}
