import { failpoint } from '@jobboard/process/failpoint'
import type { JsMsg } from '@nats-io/jetstream'
import { fromMessage } from '../nats/message.ts'
import { parseEvent } from './parse-event.ts'
import { type ConsumerContext, processMessage } from './process-message.ts'

/** Handles states in one transaction and acknowledges them. When it fails, each is handled in a transaction of its own,
 * so that one bad state costs no other its effect. Never throws. */
export async function processStates(messages: JsMsg[], context: ConsumerContext): Promise<void> {
  const { db, consumer, counts } = context
  const batch: JsMsg[] = []
  const single: JsMsg[] = []
  const events = messages.flatMap((message) => {
    const { event, malformed } = fromMessage(message)
    const parsed = malformed ? { invalid: malformed } : parseEvent(consumer, event)
    // The first delivery of a redelivered one may have ended the process.
    const isSingle = 'invalid' in parsed || message.redelivered
    ;(isSingle ? single : batch).push(message)
    return isSingle ? [] : [parsed.event]
  })
  try {
    if (events.length > 0) {
      await db.tx(async (sql) => {
        for (const event of events) await consumer.handle(sql, event)
      })
      failpoint('consumer-after-commit')
    }
    counts.handled += batch.length
    for (const message of batch) message.ack()
  } catch {
    // Its error is found again, and stored with its state, below.
    single.push(...batch)
  }
  for (const message of single) await processMessage(message, context)
}
