import { openConnection } from '@jobboard/db/connections'
import type { Bus } from '@jobboard/events/nats/bus'
import { fromMessage } from '@jobboard/events/nats/message'
import { AckPolicy, DeliverPolicy } from '@nats-io/jetstream'

/** The tables of a database with a row that contains one of the texts, in a column of any type. */
export async function findTextInDatabase(databaseUrl: string, texts: readonly string[]): Promise<string[]> {
  const client = await openConnection(databaseUrl, 60_000)
  try {
    const { rows: columns } = await client.query<{
      schema: string
      table: string
      name: string
      type: string
    }>(`
      select table_schema as schema, table_name as table, column_name as name, data_type as type
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_type = 'BASE TABLE' and table_schema = current_schema()
      order by table_name, ordinal_position`)
    const found: string[] = []
    for (const { schema, table, name, type } of columns) {
      const column = `"${name}"`
      // The text of a bytea is hexadecimal; bytes that are not printable ASCII are escaped, the rest is as it is.
      const text = type === 'bytea' ? `encode(${column}, 'escape')` : `${column}::text`
      const { rows } = await client.query(
        `select ${text} as value from "${schema}"."${table}" where lower(${text}) like any($1) limit 3`,
        [texts.map((one) => `%${one.toLowerCase()}%`)],
      )
      for (const { value } of rows) found.push(`${table}.${name}: ${String(value).slice(0, 300)}`)
    }
    if (columns.length === 0) throw new Error('the database has no tables')
    return found
  } finally {
    await client.end()
  }
}

/** The messages of every stream, key buckets included, that contain one of the texts. */
export async function findTextInStreams({ js, jsm }: Bus, texts: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for await (const { config } of jsm.streams.list()) {
    const { name, num_pending } = await jsm.consumers.add(config.name, {
      ack_policy: AckPolicy.None,
      deliver_policy: DeliverPolicy.All,
      inactive_threshold: 10_000_000_000,
    })
    if (num_pending > 0) {
      const source = await js.consumers.get(config.name, name)
      for await (const message of await source.fetch({ max_messages: num_pending, expires: 2_000 })) {
        const { subject, seq } = message
        const all = `${subject} ${message.headers} ${message.string()} ${fromMessage(message).event.data}`
        if (texts.some((text) => all.toLowerCase().includes(text.toLowerCase())))
          found.push(`${config.name} ${seq} ${subject}`)
      }
    }
    await jsm.consumers.delete(config.name, name)
  }
  return found
}
