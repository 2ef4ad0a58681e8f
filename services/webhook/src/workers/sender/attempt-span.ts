import { type Span, startSpan } from '@jobboard/process/tracing/span'
import { type AttemptResponse, isSuccess } from '../../domain/attempt-response.ts'
import type { DueDelivery } from '../../store/due-delivery.ts'

/** Starts the span of an attempt, in the trace of its event; undefined for an event without a trace. It does not name the
 * receiver: a URL can contain a secret. */
export function startAttemptSpan({ event, eventId, employerId, traceparent }: DueDelivery): Span | undefined {
  if (!traceparent) return undefined
  return startSpan({
    name: `deliver ${event}`,
    kind: 'client',
    parent: traceparent,
    attributes: {
      'http.request.method': 'POST',
      'jobboard.event_id': eventId,
      'jobboard.employer_id': employerId,
    },
  })
}

/** Ends the span of an attempt with the status of the receiver. */
export function endAttemptSpan(span: Span, response: AttemptResponse): void {
  if (response.statusCode !== null) span.set({ 'http.response.status_code': response.statusCode })
  if (!isSuccess(response)) span.fail()
  span.end()
}
