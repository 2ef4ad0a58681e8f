import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { Schema } from './samples.ts'

/** The golden files of a release. */
export const FILES = ['events', 'internal', 'public', 'admin', 'webhooks', 'messages'] as const
export type GoldenFile = (typeof FILES)[number]

/** Who sends a part: the caller of an endpoint, the service that serves it, or a publisher to consumers. */
type Sender = 'caller' | 'service' | 'publisher'

/** One part of a contract, such as the body of a request. */
export interface Part {
  sender: Sender
  type: z.ZodType
  /** Examples that the release has of its own. */
  own: unknown[]
  /** Path and query are sent as text. */
  isText: boolean
}

/** A contract of a release: an event by its subject, an endpoint by service, method and path, and so on. */
export interface Contract {
  file: GoldenFile
  name: string
  parts: Record<string, Part>
}

/** The part of an endpoint that is read here; releases agree on these fields. */
interface AnEndpoint {
  name: string
  plane: 'public' | 'admin' | 'internal'
  service: string
  method: string
  path: string
  bodyType?: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  response?: z.ZodType
}
const INTERNAL = /\/internal\.ts$/
const EVENTS = /\/events\.ts$/

/** What is read by its name, wherever it stands. */
interface Exports {
  endpoints: AnEndpoint[]
  examples: Examples
  webhookExamples: Record<string, unknown>
  webhookBodies: Record<string, z.ZodType>
  webhookTestBody: z.ZodType
  keyRecord: z.ZodType
  keyWatermark: z.ZodType
}
type Examples = Record<string, { path?: unknown; query?: unknown; body?: unknown; response?: unknown }>

const EVERY_SERVICE = '<service>'

/** Every contract of the release whose sources are below `root`. */
export async function readContracts(root: string): Promise<Contract[]> {
  const src = join(root, 'packages/contracts/src')
  const load = async (file: string): Promise<[string, Record<string, unknown>]> => [
    file,
    await import(pathToFileURL(join(src, file)).href),
  ]
  const files = globSync('**/*.ts', { cwd: src, exclude: ['**/*.test.ts'] })
  const modules = await Promise.all(files.map(load))
  const all = Object.assign({}, ...modules.map(([, exports]) => exports)) as Exports
  const exportsOf = (names: RegExp) =>
    modules
      .filter(([file]) => names.test(file))
      .flatMap(([, exports]) => Object.values(exports))
      .map(ofEveryService)
  const internal = exportsOf(INTERNAL).filter(isEndpoint)
  const events = exportsOf(EVENTS).filter(isEvent)
  const { endpoints, examples, webhookExamples, webhookBodies, webhookTestBody, keyRecord, keyWatermark } =
    all
  const published = (file: GoldenFile, name: string, type: z.ZodType, own: unknown[] = []): Contract => {
    return { file, name, parts: { data: { sender: 'publisher', type, own, isText: false } } }
  }
  const contracts = [
    ...[...endpoints, ...internal].map((endpoint) => ofEndpoint(endpoint, examples)),
    ...events.map(({ subject, data }) => published('events', subject, data)),
    ...Object.entries({ ...webhookBodies, 'webhook.test': webhookTestBody }).map(([name, type]) =>
      published('webhooks', name, type, name in webhookExamples ? [webhookExamples[name]] : []),
    ),
    published('messages', 'entry of the key bucket', keyRecord),
    published('messages', 'watermark of the key feed', keyWatermark),
  ]
  const byName = new Map(contracts.map((contract) => [`${contract.file} ${contract.name}`, contract]))
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

// A schema with a name would be a reference to a definition.
const NAMELESS = new (class extends z.core.$ZodRegistry<Record<string, unknown>> {
  override get(schema: z.core.$ZodType): Record<string, unknown> | undefined {
    const { id: _, example: _example, examples: _examples, ...meta } = z.globalRegistry.get(schema) ?? {}
    return meta
  }
})()

/** The JSON Schema of a part: of what a consumer or a service accepts, or of what a service returns. A response may get new
 * fields, which no caller refuses. */
export function schemaOf({ sender, type }: Part): Schema {
  const io = sender === 'service' ? 'output' : 'input'
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    io,
    unrepresentable: 'any',
    metadata: NAMELESS,
    override({ jsonSchema }) {
      delete jsonSchema.description
      if (['date-time', 'date', 'uuid', 'email'].includes(jsonSchema.format ?? '')) delete jsonSchema.pattern
      if (sender === 'service' && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties
    },
  })
  return JSON.parse(JSON.stringify(schema))
}

function ofEndpoint(endpoint: AnEndpoint, examples: Examples): Contract {
  const { name, plane, service, method, path, params, query, body, response, bodyType } = endpoint
  const example = examples[name]
  const own = (value: unknown): unknown[] => (value === undefined ? [] : [value])
  const part = (
    sender: Sender,
    type: z.ZodType | undefined,
    value: unknown,
    isText = false,
  ): Part | undefined => (type ? { sender, type, own: own(value), isText } : undefined)
  const parts = {
    params: part('caller', params, example?.path, true),
    query: part('caller', query, example?.query, true),
    body: part('caller', bodyType ? undefined : body, example?.body),
    response: part('service', response, example?.response),
  }
  const present = Object.entries(parts).filter((entry): entry is [string, Part] => entry[1] !== undefined)
  return { file: plane, name: `${service}: ${method} ${path}`, parts: Object.fromEntries(present) }
}

// What several services have, the same in each, is exported as a function of the service.
function ofEveryService(value: unknown): unknown {
  return typeof value === 'function' ? value(EVERY_SERVICE) : value
}

function isEndpoint(value: unknown): value is AnEndpoint {
  return typeof value === 'object' && value !== null && 'plane' in value && 'path' in value
}

function isEvent(value: unknown): value is { subject: string; data: z.ZodType } {
  return typeof value === 'object' && value !== null && 'subject' in value && 'data' in value
}
