import type { Endpoint } from '../endpoint.ts'
import { examples } from './examples/all.ts'
import type { Schema, SchemaPrinter } from './schema.ts'

/** Prints the path or query parameters of an endpoint. */
export function ownParameters(
  endpoint: Endpoint,
  place: 'path' | 'query',
  printer: SchemaPrinter,
): Record<string, unknown>[] {
  const declared = place === 'path' ? endpoint.params : endpoint.query
  if (!declared) return []
  // Parameters are sent as text: their parsed type (a number) is in the output schema, whether they are
  // required in the input schema.
  const input = printer.print(declared, 'input')
  const output = printer.print(declared, 'output')
  const sent: Record<string, unknown> = examples[endpoint.name]?.[place] ?? {}
  return Object.entries(input.properties ?? {}).map(([name, inputSchema]) => {
    const parsed = output.properties?.[name] as Schema | undefined
    const { description, ...schema } = isTyped(parsed) ? parsed : (inputSchema as Schema)
    const required = place === 'path' || (input.required?.includes(name) ?? false)
    return {
      name,
      in: place,
      ...(required ? { required } : {}),
      ...(description ? { description } : {}),
      schema,
      ...(name in sent ? { example: sent[name] } : {}),
    }
  })
}

// A transform without a JSON Schema prints as its description alone.
function isTyped(schema: Schema | undefined): schema is Schema {
  return schema !== undefined && Object.keys(schema).some((keyword) => keyword !== 'description')
}
