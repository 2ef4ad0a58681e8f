import {
  type Body,
  type Document,
  follow,
  type Operation,
  type Parameter,
  type Reference,
  type Response,
} from './document.ts'
import { type Located, type Schema, schemaBreaks } from './schema-change.ts'

/** What in `after` breaks a client built for `before`, one line each; empty when the change is additive (Spec §9). */
export function breaksOf(before: Document, after: Document): string[] {
  return [
    ...Object.entries(before.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => {
        const label = `${method.toUpperCase()} ${path}`
        const now = after.paths[path]?.[method]
        if (!now) return [`${label}: is gone`]
        return operationBreaks({ before, after, label }, operation as Operation, now as Operation)
      }),
    ),
    ...webhookBreaks(before, after),
    ...envelopeBreaks(before, after),
  ]
}

interface Scope {
  before: Document
  after: Document
  label: string
}

function operationBreaks(scope: Scope, was: Operation, is: Operation): string[] {
  const renamed =
    was.operationId === is.operationId ? [] : [`${scope.label}: ${was.operationId} has another name`]
  return [
    ...renamed,
    ...securityBreaks(scope, was, is),
    ...parameterBreaks(scope, was, is),
    ...bodyBreaks(scope, was.requestBody, is.requestBody),
    ...responsesBreaks(scope, was, is),
  ]
}

function securityBreaks({ label }: Scope, was: Operation, is: Operation): string[] {
  return (was.security ?? []).flatMap((way) => {
    const isStillOpen = (is.security ?? []).some((now) =>
      Object.entries(now).every(
        ([scheme, scopes]) => way[scheme] && scopes.every((one) => way[scheme]!.includes(one)),
      ),
    )
    return isStillOpen ? [] : [`${label}: ${Object.keys(way)} with ${Object.values(way)} no longer opens it`]
  })
}

function parameterBreaks(scope: Scope, was: Operation, is: Operation): string[] {
  const parametersOf = (operation: Operation, document: Document) =>
    new Map(
      (operation.parameters ?? [])
        .map((one) => follow<Parameter>(one, document))
        .map((one) => [`${one.in} parameter ${one.name}`, one]),
    )
  const old = parametersOf(was, scope.before)
  const now = parametersOf(is, scope.after)
  const breaks: string[] = []
  for (const [name, parameter] of now) {
    if (parameter.required && !old.get(name)?.required) breaks.push(`${scope.label}: ${name} is now required`)
  }
  for (const [name, parameter] of old) {
    const after = now.get(name)
    if (!after) breaks.push(`${scope.label}: ${name} is gone`)
    else
      breaks.push(
        ...schemaBreaks(...both(scope, parameter.schema, after.schema), 'request', `${scope.label}: ${name}`),
      )
  }
  return breaks
}

function bodyBreaks(scope: Scope, was: Body | undefined, is: Body | undefined): string[] {
  const at = `${scope.label}: body`
  if (!was) return is?.required ? [`${at} is now required`] : []
  if (!is) return [`${at} is gone`]
  const required = is.required && !was.required ? [`${at} is now required`] : []
  return [...required, ...contentBreaks(scope, was.content, is.content, 'request', at)]
}

function responsesBreaks(scope: Scope, was: Operation, is: Operation): string[] {
  const breaks = Object.keys(is.responses)
    .filter((status) => status.startsWith('2') && !was.responses[status])
    .map((status) => `${scope.label}: success may now be ${status}`)
  for (const [status, response] of Object.entries(was.responses)) {
    const at = `${scope.label}: ${status}`
    const now = is.responses[status]
    if (now) breaks.push(...responseBreaks(scope, response, now, at))
    else breaks.push(`${at} is gone`)
  }
  return breaks
}

function responseBreaks(
  scope: Scope,
  before: Response | Reference,
  after: Response | Reference,
  at: string,
): string[] {
  const was = follow<Response>(before, scope.before)
  const is = follow<Response>(after, scope.after)
  const headers = Object.keys(was.headers ?? {}).filter((name) => !is.headers?.[name])
  const codes = was['x-codes']?.filter((code) => !is['x-codes']?.includes(code)) ?? []
  const filled = !was.content && is.content ? [`${at} now has a body`] : []
  return [
    ...headers.map((name) => `${at}: the header ${name} is gone`),
    ...codes.map((code) => `${at}: the code ${code} is gone`),
    ...filled,
    ...contentBreaks(scope, was.content ?? {}, is.content ?? {}, 'response', at),
  ]
}

function contentBreaks(
  scope: Scope,
  was: Body['content'],
  is: Body['content'],
  direction: 'request' | 'response',
  at: string,
): string[] {
  return Object.entries(was).flatMap(([type, { schema }]) => {
    const now = is[type]
    return now ? schemaBreaks(...both(scope, schema, now.schema), direction, at) : [`${at}: ${type} is gone`]
  })
}

// What we send to employers is read by their programs, like a response.
function webhookBreaks(before: Document, after: Document): string[] {
  return Object.entries(before.webhooks ?? {}).flatMap(([event, item]) => {
    const was = (item as { post: Operation }).post
    const is = (after.webhooks?.[event] as { post: Operation } | undefined)?.post
    if (!is) return [`webhook ${event}: is gone`]
    const scope = { before, after, label: `webhook ${event}` }
    const names = new Set(is.parameters?.map((one) => follow<Parameter>(one, after).name))
    const headers = (was.parameters ?? []).map((one) => follow<Parameter>(one, before).name)
    return [
      ...headers
        .filter((name) => !names.has(name))
        .map((name) => `webhook ${event}: the header ${name} is gone`),
      ...contentBreaks(
        scope,
        was.requestBody?.content ?? {},
        is.requestBody?.content ?? {},
        'response',
        scope.label,
      ),
    ]
  })
}

// Nothing may be added to the envelope of errors either (Spec §9).
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
  return shape(before) === shape(after) ? [] : ['The error envelope has changed']
}

function both(scope: Scope, before: Schema, after: Schema): [Located, Located] {
  return [
    { schema: before, document: scope.before },
    { schema: after, document: scope.after },
  ]
}
