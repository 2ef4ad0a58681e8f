import {
  type Body,
  type Document,
  follow,
  type Operation,
  onlyDryRun,
  type Parameter,
  type Reference,
  type Response,
  type Responses,
  withoutDryRun,
} from './document.ts'
import { type Located, type Schema, schemaBreaks } from './schema-change.ts'

/** The changes from `before` to `after` that break existing clients, one line each; empty when every change is
 * additive (Spec §9). */
export function breakingChanges(before: Document, after: Document): string[] {
  return [
    ...Object.entries(before.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => {
        const label = `${method.toUpperCase()} ${path}`
        const changed = after.paths[path]?.[method]
        if (!changed) return [`${label}: removed`]
        return operationBreaks({ before, after, label }, operation as Operation, changed as Operation)
      }),
    ),
    ...webhookBreaks(before, after),
    ...envelopeBreaks(before, after),
  ]
}

/** The two documents, and the operation or webhook that is compared. */
interface ComparedDocuments {
  before: Document
  after: Document
  label: string
}

function operationBreaks(documents: ComparedDocuments, was: Operation, is: Operation): string[] {
  const { operationId } = was
  const renamed = `${documents.label}: operationId changed from ${operationId} to ${is.operationId}`
  return [
    ...(operationId === is.operationId ? [] : [renamed]),
    ...securityBreaks(documents, was, is),
    ...parameterBreaks(documents, was, is),
    ...bodyBreaks(documents, was.requestBody, is.requestBody),
    ...responsesBreaks(documents, withoutDryRun(was), withoutDryRun(is)),
    ...dryRunBreaks(documents, was, is),
  ]
}

function securityBreaks({ label }: ComparedDocuments, was: Operation, is: Operation): string[] {
  return (was.security ?? []).flatMap((accepted) => {
    const isStillAccepted = (is.security ?? []).some((requirement) =>
      Object.entries(requirement).every(
        ([scheme, scopes]) => accepted[scheme] && scopes.every((one) => accepted[scheme]!.includes(one)),
      ),
    )
    if (isStillAccepted) return []
    return [`${label}: ${Object.keys(accepted)} with ${Object.values(accepted)} is no longer accepted`]
  })
}

function parameterBreaks(documents: ComparedDocuments, was: Operation, is: Operation): string[] {
  const parametersOf = (operation: Operation, document: Document) =>
    new Map(
      (operation.parameters ?? [])
        .map((one) => follow<Parameter>(one, document))
        .map((one) => [`${one.in} parameter ${one.name}`, one]),
    )
  const old = parametersOf(was, documents.before)
  const current = parametersOf(is, documents.after)
  const breaks: string[] = []
  for (const [name, parameter] of current) {
    if (parameter.required && !old.get(name)?.required)
      breaks.push(`${documents.label}: ${name} is now required`)
  }
  for (const [name, parameter] of old) {
    const after = current.get(name)
    if (!after) breaks.push(`${documents.label}: ${name} removed`)
    else
      breaks.push(
        ...schemaBreaks(
          ...both(documents, parameter.schema, after.schema),
          'request',
          `${documents.label}: ${name}`,
        ),
      )
  }
  return breaks
}

function bodyBreaks(documents: ComparedDocuments, was: Body | undefined, is: Body | undefined): string[] {
  const at = `${documents.label}: body`
  if (!was) return is?.required ? [`${at} is now required`] : []
  if (!is) return [`${at} removed`]
  const required = is.required && !was.required ? [`${at} is now required`] : []
  return [...required, ...contentBreaks(documents, was.content, is.content, 'request', at)]
}

// Only a request with the preference gets it, so declaring it is additive.
function dryRunBreaks(documents: ComparedDocuments, was: Operation, is: Operation): string[] {
  const declared = onlyDryRun(was)
  if (!declared.responses['200']) return []
  const label = `${documents.label} with a dry run`
  return responsesBreaks({ ...documents, label }, declared, onlyDryRun(is))
}

function responsesBreaks(documents: ComparedDocuments, was: Responses, is: Responses): string[] {
  const breaks = Object.keys(is.responses)
    .filter((status) => status.startsWith('2') && !was.responses[status])
    .map((status) => `${documents.label}: new success status ${status}`)
  for (const [status, response] of Object.entries(was.responses)) {
    const at = `${documents.label}: ${status}`
    const current = is.responses[status]
    if (current) breaks.push(...responseBreaks(documents, response, current, at))
    else breaks.push(`${at} removed`)
  }
  return breaks
}

function responseBreaks(
  documents: ComparedDocuments,
  before: Response | Reference,
  after: Response | Reference,
  at: string,
): string[] {
  const was = follow<Response>(before, documents.before)
  const is = follow<Response>(after, documents.after)
  const removedHeaders = Object.keys(was.headers ?? {}).filter((name) => !is.headers?.[name])
  const removedCodes = was['x-codes']?.filter((code) => !is['x-codes']?.includes(code)) ?? []
  const newBody = !was.content && is.content ? [`${at} now has a body`] : []
  return [
    ...removedHeaders.map((name) => `${at}: header ${name} removed`),
    ...removedCodes.map((code) => `${at}: code ${code} removed`),
    ...newBody,
    ...contentBreaks(documents, was.content ?? {}, is.content ?? {}, 'response', at),
  ]
}

function contentBreaks(
  documents: ComparedDocuments,
  was: Body['content'],
  is: Body['content'],
  direction: 'request' | 'response',
  at: string,
): string[] {
  return Object.entries(was).flatMap(([type, { schema }]) => {
    const current = is[type]
    if (!current) return [`${at}: ${type} removed`]
    return schemaBreaks(...both(documents, schema, current.schema), direction, at)
  })
}

// Receivers parse webhooks like a response: the same changes break them.
function webhookBreaks(before: Document, after: Document): string[] {
  return Object.entries(before.webhooks ?? {}).flatMap(([event, item]) => {
    const was = (item as { post: Operation }).post
    const is = (after.webhooks?.[event] as { post: Operation } | undefined)?.post
    if (!is) return [`webhook ${event}: removed`]
    const documents = { before, after, label: `webhook ${event}` }
    const names = new Set(is.parameters?.map((one) => follow<Parameter>(one, after).name))
    const headers = (was.parameters ?? []).map((one) => follow<Parameter>(one, before).name)
    return [
      ...headers.filter((name) => !names.has(name)).map((name) => `webhook ${event}: header ${name} removed`),
      ...contentBreaks(
        documents,
        was.requestBody?.content ?? {},
        is.requestBody?.content ?? {},
        'response',
        documents.label,
      ),
    ]
  })
}

// The error envelope is frozen as it is: even an added field is breaking (Spec §9).
function envelopeBreaks(before: Document, after: Document): string[] {
  const shape = (document: Document) => {
    const { properties, required } = (document.components?.schemas?.Error ?? {}) as Schema
    const types = Object.entries(properties ?? {}).map(([name, { type, enum: values }]) => [
      name,
      type,
      values,
    ])
    return JSON.stringify([types.sort(), required?.toSorted()])
  }
  return shape(before) === shape(after) ? [] : ['The error envelope changed']
}

function both(documents: ComparedDocuments, before: Schema, after: Schema): [Located, Located] {
  return [
    { schema: before, document: documents.before },
    { schema: after, document: documents.after },
  ]
}
