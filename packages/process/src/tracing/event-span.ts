import { type Span, startSpan } from './span.ts'

/** An event as its spans show it. */
interface TracedEvent {
  eventId: string
  subject: string
  traceparent: string | null | undefined
}

/** Starts the span of publishing an event. An event that no traced request caused begins a trace. */
export function startPublishSpan({ eventId, subject, traceparent }: TracedEvent): Span | undefined {
  return startSpan({
    name: `publish ${subject}`,
    kind: 'producer',
    parent: traceparent,
    attributes: attributesOf(subject, eventId),
  })
}

/** Starts the span of handling an event; undefined for an event without a trace. */
export function startProcessSpan(
  consumer: string,
  { eventId, subject, traceparent }: TracedEvent,
): Span | undefined {
  if (!traceparent) return undefined
  const attributes = { ...attributesOf(subject, eventId), 'messaging.consumer.group.name': consumer }
  return startSpan({ name: `process ${subject}`, kind: 'consumer', parent: traceparent, attributes })
}

function attributesOf(subject: string, eventId: string) {
  return {
    'messaging.system': 'nats' as const,
    'messaging.destination.name': subject,
    'jobboard.event_id': eventId,
  }
}
