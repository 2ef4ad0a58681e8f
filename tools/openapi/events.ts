import { globSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ServiceName } from '@jobboard/contracts/endpoint'
import type { EventType } from '@jobboard/contracts/event'
import { openPrinter, type Schema } from '@jobboard/contracts/openapi/schema'
import { webhookData } from '@jobboard/contracts/webhooks/public-events'

const EVERY_SERVICE = '<service>' as ServiceName
const folder = fileURLToPath(new URL('../../packages/contracts/src/', import.meta.url))

/** Reads every event that an events.ts of contracts exports, sorted by subject. Throws when an event has no `when` text. */
export async function readEvents(): Promise<EventType[]> {
  const files = globSync('*/events.ts', { cwd: folder })
  const modules = await Promise.all(
    files.map((name): Promise<Record<string, unknown>> => import(pathToFileURL(join(folder, name)).href)),
  )
  const events = modules.flatMap((exports) =>
    Object.values(exports)
      .map(asEvent)
      .filter((event) => event !== undefined),
  )
  const undescribed = events.filter(({ when }) => when === '')
  if (undescribed.length > 0) {
    throw new Error(
      `${undescribed.map(({ type }) => type)}: set \`when\` to a sentence that says when it is published`,
    )
  }
  return events.sort((a, b) => (a.subject < b.subject ? -1 : 1))
}

// An event that every service publishes is exported as a function of the service name.
function asEvent(value: unknown): EventType | undefined {
  const event = typeof value === 'function' ? value(EVERY_SERVICE) : value
  return typeof event === 'object' && event !== null && 'subject' in event ? (event as EventType) : undefined
}

/** Prints docs/events.md: the events between services and the webhooks to employers. */
export function printEvents(events: EventType[]): string {
  const rows = events.map(
    ({ subject, when, owner }) =>
      `| \`${subject}\` | ${owner === EVERY_SERVICE ? 'every service' : owner} | ${when} |`,
  )
  const shapes = new Map<string, string[]>()
  for (const { subject, data } of events) {
    const fields = fieldsOf(data)
    shapes.set(fields, [...(shapes.get(fields) ?? []), `\`${subject}\``])
  }
  const dataRows = [...shapes].map(([fields, subjects]) => `| ${subjects.join('<br>')} | ${fields} |`)
  const webhookRows = Object.entries(webhookData).map(
    ([event, schema]) => `| \`${event}\` | ${fieldsOf(schema)} |`,
  )
  return `# Events

Generated from \`packages/contracts/src\` by \`npm run openapi\`. Change the contracts, not this file.

## Between services
Each event is relayed from the outbox of its owner to a JetStream subject and delivered at least once. Fields: \`id\`, \`subject\`, \`aggregateId\`, \`aggregateVersion\`, \`occurredAt\` and \`data\`. Of two events of one aggregate the one with the higher \`aggregateVersion\` is newer. Within a subject version \`data\` only gets new fields.

| subject | owner | published when |
|---|---|---|
${rows.join('\n')}

| subject | data |
|---|---|
${dataRows.join('\n')}

## To employers
Signed webhooks with the body \`{id, type, timestamp, data}\`. \`openapi/v1.json\` describes headers and schemas under \`webhooks\`.

| event | data |
|---|---|
${webhookRows.join('\n')}
`
}

function fieldsOf(data: EventType['data']): string {
  const printer = openPrinter()
  const { $ref, ...printed } = printer.print(data, 'output')
  const schema = $ref ? printer.components[$ref.slice($ref.lastIndexOf('/') + 1)]! : printed
  return Object.entries(schema.properties ?? {})
    .map(([name, field]) => `\`${name}\` ${typeText(field as Schema)}`)
    .join('<br>')
}

function typeText(schema: Schema): string {
  if (schema.$ref) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  if (schema.anyOf) return schema.anyOf.map((option) => typeText(option as Schema)).join(' or ')
  if (schema.enum) return schema.enum.join(', ')
  if (schema.type === 'array') return `list of ${typeText(schema.items as Schema)}`
  if (schema.type === 'object') return `{${Object.keys(schema.properties ?? {}).join(', ')}}`
  return [schema.format === 'date-time' ? 'timestamp' : (schema.type ?? 'anything')].flat().join(' or ')
}
