import type { NatsConnection } from '@nats-io/transport-node'
import type { z } from 'zod'

/** Subscribes to a subject and passes on the messages that match the schema. Others are dropped: a hostile or newer
 * publisher can neither corrupt state nor end the process. */
export function subscribeValidated<Schema extends z.ZodType>(
  nc: Pick<NatsConnection, 'subscribe'>,
  subject: string,
  schema: Schema,
  onMessage: (message: z.output<Schema>) => void,
): void {
  nc.subscribe(subject, {
    callback: (error, message) => {
      if (error) return
      const parsed = schema.safeParse(parseJson(message.string()))
      if (parsed.success) onMessage(parsed.data)
    },
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
