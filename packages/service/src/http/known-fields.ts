import { z } from 'zod'

/** The fields that a JSON value may have. What it has beside them is unknown, unless `isOpen`. */
export interface KnownFields {
  readonly fields: Map<string, KnownFields>
  /** Of each item, when the value is an array. */
  items: KnownFields | undefined
  isOpen: boolean
}

type Schema = z.core.JSONSchema.BaseSchema

const ofSchemas = new WeakMap<z.ZodType, KnownFields>()

/** The fields that a schema of a body declares, nested ones too. Throws for a recursive schema. */
export function knownFieldsOf(body: z.ZodType): KnownFields {
  const known = ofSchemas.get(body) ?? read(body)
  ofSchemas.set(body, known)
  return known
}

function read(body: z.ZodType): KnownFields {
  // An own registry: nothing has a name there, so nothing but a recursion is a reference.
  const metadata = z.registry<{ id?: string }>()
  const known = nothing()
  add(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any', metadata }), known)
  return known
}

function nothing(): KnownFields {
  return { fields: new Map(), items: undefined, isOpen: false }
}

// Branches of a union add their fields to the same value: a field of any branch is known.
function add(schema: Schema, known: KnownFields): void {
  if (schema.$ref) throw new Error('a body with a recursive schema is not supported')
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  for (const branch of branches) add(branch as Schema, known)
  const hasMore = schema.additionalProperties !== undefined && schema.additionalProperties !== false
  const isAnything =
    schema.type === undefined && branches.length === 0 && !('enum' in schema || 'const' in schema)
  if (hasMore || isAnything) known.isOpen = true
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const inner = known.fields.get(name) ?? nothing()
    add(field as Schema, inner)
    known.fields.set(name, inner)
  }
  if (!schema.items) return
  known.items ??= nothing()
  add(schema.items as Schema, known.items)
}
