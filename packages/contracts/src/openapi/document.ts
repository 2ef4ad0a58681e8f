import type { Endpoint } from '../endpoint.ts'
import { endpoints } from '../endpoints/all.ts'
import { errorSchemas, headers, parameters, securitySchemes } from './components.ts'
import { openErrorPrinter } from './error-printer.ts'
import { health } from './health.ts'
import { adminIntro, publicIntro } from './intro.ts'
import { operation } from './operation.ts'
import { openPrinter } from './schema.ts'
import { type Tag, tagOf, tagsOf } from './tags.ts'
import { printWebhooks } from './webhooks.ts'

/** A plane that has a document. */
export type PrintedPlane = 'public' | 'admin'

/** An OpenAPI 3.1 document. */
export interface OpenApi {
  openapi: string
  info: { title: string; version: string; description: string }
  tags: Tag[]
  paths: Record<string, Record<string, unknown>>
  webhooks?: Record<string, unknown>
  components: Record<string, Record<string, unknown>>
  [other: string]: unknown
}

const contact = { name: 'Job board support' }
const license = { name: 'MIT', identifier: 'MIT' }
const info = {
  public: {
    title: 'Job board API',
    version: '1',
    summary: 'Jobs, applications, candidates and CV search.',
    description: publicIntro,
    contact,
    license,
  },
  admin: {
    title: 'Job board Admin API',
    version: '1',
    summary: 'Employers, keys, credits, candidates and operations.',
    description: adminIntro,
    contact,
    license,
  },
}

/** Prints one plane. The same contracts print the same document, byte for byte. */
export function printOpenApi(plane: PrintedPlane = 'public'): OpenApi {
  const printer = openPrinter()
  const errors = openErrorPrinter()
  const printed = endpoints.filter((endpoint) => endpoint.plane === plane)
  const paths: OpenApi['paths'] = {}
  for (const endpoint of printed.toSorted(byTagPathMethod(plane))) {
    paths[endpoint.path] ??= {}
    paths[endpoint.path]![endpoint.method.toLowerCase()] = operation(endpoint, printer, errors)
  }
  const webhooks = plane === 'public' ? { webhooks: printWebhooks(printer) } : {}
  const schemas = sorted({ ...printer.components, ...errorSchemas })
  const document = {
    openapi: '3.1.1',
    info: info[plane],
    servers: [{ url: '/', description: 'The server that this document was read from' }],
    tags: tagsOf[plane],
    paths: plane === 'public' ? { ...paths, '/healthz/ready': { get: health } } : paths,
    ...webhooks,
  }
  const shared = { headers, parameters, responses: sorted(errors.components), schemas }
  const components = { securitySchemes: securitySchemes[plane], ...onlyUsed(shared, document) }
  return { ...document, components }
}

const methods = ['GET', 'POST', 'PUT', 'DELETE']

function byTagPathMethod(plane: PrintedPlane): (a: Endpoint, b: Endpoint) => number {
  const order = tagsOf[plane].map(({ name }) => name)
  return (a, b) =>
    order.indexOf(tagOf(a)) - order.indexOf(tagOf(b)) ||
    (a.path < b.path ? -1 : Number(a.path > b.path)) ||
    methods.indexOf(a.method) - methods.indexOf(b.method)
}

function sorted(components: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)))
}

type Components = Record<string, Record<string, unknown>>

// The components that the document refers to, also through other components.
function onlyUsed(all: Components, document: object): Components {
  const used = new Set<string>()
  const follow = (value: unknown) => {
    for (const [, kind = '', name = ''] of JSON.stringify(value).matchAll(
      /"#\/components\/(\w+)\/([^"]+)"/g,
    )) {
      if (used.has(`${kind}/${name}`)) continue
      used.add(`${kind}/${name}`)
      follow(all[kind]![name])
    }
  }
  follow(document)
  const keep = ([kind, components]: [string, Record<string, unknown>]) => {
    const entries = Object.entries(components).filter(([name]) => used.has(`${kind}/${name}`))
    return [kind, Object.fromEntries(entries)] as const
  }
  return Object.fromEntries(Object.entries(all).map(keep))
}
