import type { Event } from '@jobboard/contracts/event'
import type { Consumer } from './consumer.ts'

/** An event as `handle` receives it, or why it breaks its contract. */
export function parseEvent(
  consumer: Consumer,
  event: Event<string>,
): { event: Event } | { invalid: unknown } {
  const type = consumer.events.find(({ subject }) => subject === event.subject)
  if (!type) return { invalid: `this version of the consumer does not accept ${event.subject}` }
  const parsed = type.data.safeParse(parseJson(event.data))
  return parsed.success ? { event: { ...event, data: parsed.data } } : { invalid: parsed.error }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Breaks every contract of an event.
    return undefined
  }
}
