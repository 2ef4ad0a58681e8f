import type { Document, Operation, Parameter } from './document.ts'
import { follow } from './document.ts'
import { PythonTypes } from './python-types.ts'
import type { Schema } from './schema-change.ts'

const FILE = 'clients/python/jobboard/operations.py'

/** The generated module of clients/python by path: the schemas as TypedDicts, and a method per operation. */
export function printPythonFile(document: Document): Record<string, string> {
  const schemas = Object.entries((document.components?.schemas ?? {}) as Record<string, Schema>)
  const types = new PythonTypes(schemas.map(([name]) => name))
  for (const [name, schema] of schemas) types.declare(name, schema)
  const events = Object.values(document.webhooks ?? {}).map(
    (webhook) => (webhook as { post: Operation }).post.requestBody!.content['application/json']!.schema,
  )
  if (events.length > 0) types.declare('WebhookEvent', { oneOf: events })
  const methods = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, Operation>).map(([verb, operation]) =>
      printMethod(document, types, verb.toUpperCase(), path, operation),
    ),
  )
  const text = [
    '# Printed from openapi/v1.json by `npm run openapi`: do not edit.',
    '"""The types of the API, and one method per operation."""',
    '',
    'from __future__ import annotations',
    '',
    'from typing import Any, Literal, NotRequired, TypedDict, Unpack, cast',
    '',
    'from .keywords import CallOptions, operation, repeated',
    ...types.print(),
    '',
    '',
    'class Operations:',
    '    """One method per operation, named by its operationId."""',
    '',
    '    strict: bool = False',
    '',
    '    def call(self, method: str, path: str, *args: Any, **parts: Any) -> Any:',
    '        raise NotImplementedError',
    ...methods,
    '',
  ].join('\n')
  return { [FILE]: text }
}

function printMethod(
  document: Document,
  types: PythonTypes,
  verb: string,
  path: string,
  operation: Operation,
): string {
  const title = pascal(operation.operationId!)
  const parameters = (operation.parameters ?? []).map((one) => follow<Parameter>(one, document))
  const inPath = parameters.filter((one) => one.in === 'path')
  const inQuery = parameters.filter((one) => one.in === 'query')
  const isKeyed = parameters.some((one) => one.name === 'Idempotency-Key')
  const body = operation.requestBody?.content['application/json']?.schema
  const isOptional = operation.requestBody?.required === false
  const bodyType = body && types.typeOf(body, `${title}Body`)
  const signature = [
    'self',
    ...inPath.map((one) => `${snake(one.name)}: ${types.typeOf(one.schema, title + pascal(one.name))}`),
    ...(bodyType ? [`body: ${isOptional ? `${optional(bodyType)} = None` : bodyType}`] : []),
    ...(inQuery.length > 0 ? ['*'] : []),
    ...inQuery.map(
      (one) => `${snake(one.name)}: ${optional(types.typeOf(one.schema, title + pascal(one.name)))} = None`,
    ),
    '**options: Unpack[CallOptions]',
  ]
  const parts = [
    quoted(verb),
    quoted(path),
    ...(inPath.length > 0 ? [`path_params=${dict(inPath)}`] : []),
    ...(inQuery.length > 0 ? [`query=${dict(inQuery)}`] : []),
    ...(body ? ['body=body'] : []),
    // Such as one that returns a secret: a repeat would have a second effect.
    ...(isKeyed || verb === 'GET' || verb === 'PUT' ? [] : ['accepts_idempotency_key=False']),
    '**options',
  ]
  const result = resultOf(document, types, operation, `${title}Result`)
  const call = `self.call(${parts.join(', ')})`
  return [
    '',
    '    @operation',
    `    def ${snake(operation.operationId!)}(`,
    ...signature.map((one) => `        ${one},`),
    `    ) -> ${result}:`,
    `        """${summaryOf(operation)}."""`,
    `        ${result === 'None' ? call : `return cast(${quoted(result)}, ${call})`}`,
  ].join('\n')
}

function resultOf(document: Document, types: PythonTypes, operation: Operation, name: string): string {
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))
  const schema = success && follow(success[1], document).content?.['application/json']?.schema
  return schema ? types.typeOf(schema, name) : 'None'
}

const optional = (type: string) => (type.endsWith('None') ? type : `${type} | None`)
const quoted = (text: string) => JSON.stringify(text)
const snake = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_')
const pascal = (name: string) =>
  name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
const dict = (parameters: Parameter[]) =>
  `{${parameters.map((one) => `${quoted(one.name)}: ${sent(one)}`).join(', ')}}`
const sent = ({ name, schema }: Parameter) =>
  schema.type === 'array' ? `repeated(${snake(name)})` : snake(name)
const summaryOf = (operation: Operation) => String((operation as { summary?: string }).summary ?? '')
