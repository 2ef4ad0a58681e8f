import { z } from 'zod'
import { MAX_ID } from '../limits.ts'
import { NamedSchemas } from './names.ts'

/** A JSON Schema (2020-12), as OpenAPI 3.1 uses it. */
export type Schema = z.core.JSONSchema.BaseSchema

/** Prints zod schemas; those with a name go to `components` and are referred to. */
export interface SchemaPrinter {
  components: Record<string, Schema>
  /** `input` is what a client sends, `output` what it gets. Throws when one name has two shapes. */
  print(schema: z.ZodType, io: 'input' | 'output'): Schema
}

/** Opens a printer with no components yet. */
export function openPrinter(): SchemaPrinter {
  const metadata = new NamedSchemas()
  const components: Record<string, Schema> = {}
  return {
    components,
    print(schema, io) {
      // A transform has no shape of its own: what it is printed as stands in its `meta`.
      const printed = z.toJSONSchema(schema, { io, metadata, unrepresentable: 'any', override: tidy })
      const { $defs = {}, $schema: _, ...rest } = withComponentRefs(printed)
      for (const [name, component] of Object.entries($defs)) keep(components, name, component)
      return rest
    },
  }
}

function keep(components: Record<string, Schema>, name: string, component: Schema): void {
  const known = components[name]
  if (known && JSON.stringify(known) !== JSON.stringify(component)) {
    throw new Error(`${name} has two shapes: what is sent and what is answered need a name each`)
  }
  components[name] = component
}

function withComponentRefs(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))
}

// What zod adds for its own sake, and what only looks like a rule, is left out.
function tidy({ jsonSchema: schema }: { jsonSchema: Schema }): void {
  delete schema.id
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.format === 'date-time' || schema.format === 'uuid') delete schema.pattern
  if (schema.type === 'integer' && schema.maximum === MAX_ID) schema.format = 'int32'
  // Within v1 answers may get new fields (Spec §9), and unknown ones in a request are ignored (D-07).
  if (schema.additionalProperties === false) delete schema.additionalProperties
  if (schema.anyOf) schema.anyOf = schema.anyOf.flatMap((option) => branches(option as Schema))
}

function branches(option: Schema): Schema[] {
  return option.anyOf && Object.keys(option).length === 1 ? (option.anyOf as Schema[]) : [option]
}
