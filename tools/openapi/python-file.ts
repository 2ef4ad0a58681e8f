import type { Document, Operation, Parameter } from './document.ts'
import { follow } from './document.ts'
import type { Schema } from './schema-change.ts'

const FILE = 'clients/python/jobboard/operations.py'

/** The generated module of clients/python by path: the schemas as TypedDicts, and a method per operation. */
export function printPythonFile(document: Document): Record<string, string> {
  // An alias such as a union is evaluated where it stands, so what it names comes first.
  const rank = ([, schema]: [string, Schema]) => (schema.properties ? 0 : schema.enum ? 1 : 2)
  const schemas = Object.entries((document.components?.schemas ?? {}) as Record<string, Schema>).sort(
    (a, b) => rank(a) - rank(b),
  )
  const methods = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, Operation>).map(([verb, operation]) =>
      printMethod(document, verb.toUpperCase(), path, operation),
    ),
  )
  const text = [
    '# Printed from openapi/v1.json by `npm run openapi`: do not edit.',
    '"""The types of the API, and one method per operation."""',
    '',
    'from __future__ import annotations',
    '',
    'from typing import Any, Literal, NotRequired, TypedDict',
    ...schemas.map(([name, schema]) => printSchema(name, schema)),
    '',
    '',
    'class Operations:',
    '    """One method per operation, named by its operationId."""',
    '',
    '    def call(self, method: str, path: str, **parts: Any) -> Any:',
    '        raise NotImplementedError',
    ...methods,
    '',
  ].join('\n')
  return { [FILE]: text }
}

function printSchema(name: string, schema: Schema): string {
  if (!schema.properties) return `\n\n${name} = ${typeOf(schema)}`
  const required = new Set(schema.required)
  // The functional form: a field can have any name.
  const fields = Object.entries(schema.properties).map(([field, value]) => {
    const type = typeOf(value)
    return `        ${quoted(field)}: ${quoted(required.has(field) ? type : `NotRequired[${type}]`)},`
  })
  return ['', '', `${name} = TypedDict(`, `    ${quoted(name)},`, '    {', ...fields, '    },', ')'].join(
    '\n',
  )
}

function printMethod(document: Document, verb: string, path: string, operation: Operation): string {
  const parameters = (operation.parameters ?? []).map((one) => follow<Parameter>(one, document))
  const inPath = parameters.filter((one) => one.in === 'path')
  const inQuery = parameters.filter((one) => one.in === 'query')
  const body = operation.requestBody?.content['application/json']?.schema
  const isOptional = operation.requestBody?.required === false
  const signature = [
    'self',
    ...inPath.map((one) => `${snake(one.name)}: ${typeOf(one.schema)}`),
    ...(body ? [`body: ${typeOf(body)}${isOptional ? ' | None = None' : ''}`] : []),
    ...(inQuery.length > 0 ? ['*'] : []),
    ...inQuery.map((one) => `${snake(one.name)}: ${optional(typeOf(one.schema))} = None`),
    '**options: Any',
  ]
  const parts = [
    quoted(verb),
    quoted(path),
    ...(inPath.length > 0 ? [`path_params=${dict(inPath)}`] : []),
    ...(inQuery.length > 0 ? [`query=${dict(inQuery)}`] : []),
    ...(body ? ['body=body'] : []),
    '**options',
  ]
  return [
    '',
    `    def ${snake(operation.operationId!)}(`,
    ...signature.map((one) => `        ${one},`),
    `    ) -> ${resultOf(document, operation)}:`,
    `        """${summaryOf(operation)}."""`,
    `        return self.call(${parts.join(', ')})`,
  ].join('\n')
}

function resultOf(document: Document, operation: Operation): string {
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))
  const schema = success && follow(success[1], document).content?.['application/json']?.schema
  return schema ? typeOf(schema) : 'None'
}

function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1)!
  const values = schema.const === undefined ? schema.enum : [schema.const]
  if (values) return `Literal[${values.map(literal).join(', ')}]`
  const options = schema.anyOf ?? schema.oneOf
  if (options) return [...new Set(options.map(typeOf))].join(' | ')
  return [schema.type ?? 'any']
    .flat()
    .map((type) => plainType(type, schema))
    .join(' | ')
}

function plainType(type: string, schema: Schema): string {
  if (type === 'array') return `list[${typeOf(schema.items ?? {})}]`
  const types: Record<string, string> = {
    ...{ string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' },
    object: 'dict[str, Any]',
  }
  return types[type] ?? 'Any'
}

const literal = (value: unknown) =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : value === null ? 'None' : JSON.stringify(value)
const optional = (type: string) => (type.endsWith('None') ? type : `${type} | None`)
const quoted = (text: string) => JSON.stringify(text)
const snake = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_')
const dict = (parameters: Parameter[]) =>
  `{${parameters.map(({ name }) => `${quoted(name)}: ${snake(name)}`).join(', ')}}`
const summaryOf = (operation: Operation) => String((operation as { summary?: string }).summary ?? '')
