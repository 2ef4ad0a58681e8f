import { nanos } from '@nats-io/transport-node'
import type { Log } from '../log.ts'
import type { Bus } from '../nats/bus.ts'
import { streamOfFilter } from '../nats/topology.ts'
import { isStateFilter } from './consumer.ts'

const DAY_MS = 86_400_000
const UNLIMITED = 0

/** Warns when a stream retains events for as long as the inbox remembers them: one that is redelivered later would take
 * effect a second time. The environment cannot say so, because limits on the server may be higher. */
export async function warnOfShortInbox(
  bus: Bus,
  { durable, filter, inboxDays }: { durable: string; filter: string; inboxDays: number },
  log: Log,
): Promise<void> {
  if (isStateFilter(filter)) return
  const stream = streamOfFilter(filter)
  const { max_age } = (await bus.jsm.streams.info(stream)).config
  if (max_age !== UNLIMITED && max_age < nanos(inboxDays * DAY_MS)) return
  const streamDays = max_age === UNLIMITED ? 'unlimited' : max_age / nanos(DAY_MS)
  log.warn(
    { consumer: durable, stream, streamDays, inboxDays },
    'events stay on the stream longer than their inbox rows: raise INBOX_RETENTION_DAYS or lower max_age of the stream',
  )
}
