import { readdirSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ServiceName } from '@jobboard/contracts/endpoint'
import type { EventType } from '@jobboard/contracts/event'
import { openPrinter, type Schema } from '@jobboard/contracts/openapi/schema'
import { webhookData } from '@jobboard/contracts/webhook-event'

const EACH = '<service>' as ServiceName
const folder = new URL('../../packages/contracts/src/events/', import.meta.url)

/** Every event that a file of contracts/events exports. Throws when one does not say when it is told. */
export async function readEvents(): Promise<EventType[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const modules = await Promise.all(
    files.map(
      (name): Promise<Record<string, unknown>> => import(pathToFileURL(fileURLToPath(folder) + name).href),
    ),
  )
  const events = modules.flatMap((exports) =>
    Object.values(exports)
      .map(asEvent)
      .filter((event) => event !== undefined),
  )
  const silent = events.filter(({ when }) => when === '')
  if (silent.length > 0) throw new Error(`${silent.map(({ type }) => type)}: say when it is told`)
  return events.sort((a, b) => (a.subject < b.subject ? -1 : 1))
}

// An event that every service tells is a function of the service.
function asEvent(value: unknown): EventType | undefined {
  const event = typeof value === 'function' ? value(EACH) : value
  return typeof event === 'object' && event !== null && 'subject' in event ? (event as EventType) : undefined
}

/** docs/events.md: what travels between services and what employers are told. */
export function printEvents(events: EventType[]): string {
  const rows = events.map(
    ({ subject, when, owner }) => `| \`${subject}\` | ${owner === EACH ? 'each' : owner} | ${when} |`,
  )
  const shapes = new Map<string, string[]>()
  for (const { subject, data } of events) {
    const fields = fieldsOf(data)
    shapes.set(fields, [...(shapes.get(fields) ?? []), `\`${subject}\``])
  }
  const data = [...shapes].map(([fields, subjects]) => `| ${subjects.join('<br>')} | ${fields} |`)
  const payloads = Object.entries(webhookData).map(
    ([event, schema]) => `| \`${event}\` | ${fieldsOf(schema)} |`,
  )
  return `# Events

Printed from \`packages/contracts/src/events\` by \`npm run openapi\`: change the contracts, not this file.

## Between services
Each event goes through the outbox of its owner to a JetStream subject, at least once; of two, the higher \`aggregateVersion\` is the newer. It has \`id\`,
\`subject\`, \`aggregateId\`, \`aggregateVersion\`, \`occurredAt\` and \`data\`, which within a version only gets new fields.

| subject | owner | told when |
|---|---|---|
${rows.join('\n')}

| subject | data |
|---|---|
${data.join('\n')}

## To employers
Signed webhooks: \`{id, type, timestamp, data}\`. Headers and schemas stand in \`openapi/v1.json\` under \`webhooks\`.

| event | data |
|---|---|
${payloads.join('\n')}
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
