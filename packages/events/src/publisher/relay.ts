import type { ServiceName } from '@jobboard/contracts/endpoint'
import type { Db } from '@jobboard/db/db'
import { failpoint } from '@jobboard/failpoint/failpoint'
import type { Log } from '../log.ts'
import type { Bus } from '../nats/bus.ts'
import type { OutboxRow } from '../nats/message.ts'
import { ensureTopology } from '../nats/topology.ts'
import { cleanOutbox } from '../retention.ts'
import { wakeableSleep } from '../wakeable-sleep.ts'
import { leadership } from './leadership.ts'
import { OUTBOX_CHANNEL } from './outbox.ts'
import { isStreamMissing, publishBatch } from './publish-batch.ts'

/** The loop that publishes the outbox of a service. */
export interface Relay {
  /** Reads the outbox now instead of at the next poll. */
  wake(): void
  /** Finishes the current batch and releases the leadership. */
  stop(): Promise<void>
  metrics(): Promise<RelayMetrics>
}

/** `published` and `failures` count since the start of this process. */
export interface RelayMetrics {
  leader: number
  unpublished: number
  oldestUnpublishedSeconds: number
  published: number
  failures: number
}

const POLL_MS = 100
const STANDBY_POLL_MS = 500
const RETRY_DELAY_MS = 500
const CLEANUP_INTERVAL_MS = 3_600_000
const BATCH_ROWS = 500
const BATCH_BYTES = 8_388_608

/** Publishes the outbox: one leader per service and schema, at least once, in order per aggregate. Commits in
 * any replica wake the leader; a wake-up can be lost, so it also polls every 100 ms. */
export function startRelay({
  db,
  bus,
  service,
  log,
}: {
  db: Db
  bus: Bus
  service: ServiceName
  log: Log
}): Relay {
  const wakeSubject = `wake.${service}`
  const relayLeadership = leadership(db.directUrl, `relay:${service}`)
  const { wake, sleep } = wakeableSleep()
  const counts = { leader: 0, published: 0, failures: 0 }
  let stopping = false
  let topologyNeeded = true
  let nextCleanupAt = Date.now() + CLEANUP_INTERVAL_MS

  const unlisten = db.listen(OUTBOX_CHANNEL, () => {
    if (counts.leader) wake()
    else if (bus.isUp()) bus.nc.publish(wakeSubject)
  })
  const unsubscribe = bus.onConnect((nc) => {
    topologyNeeded = true
    nc.subscribe(wakeSubject, { callback: wake })
    wake()
  })

  /** Publishes one batch if this process is the leader. Returns the milliseconds to sleep afterwards. */
  async function publishNext(): Promise<number> {
    const leading = await relayLeadership.tryAcquire()
    if (leading !== Boolean(counts.leader)) log.info({ leading }, 'relay leadership changed')
    counts.leader = Number(leading)
    if (!leading) return STANDBY_POLL_MS
    if (Date.now() >= nextCleanupAt) {
      nextCleanupAt = Date.now() + CLEANUP_INTERVAL_MS
      await cleanOutbox(db)
    }
    if (!bus.isUp()) return POLL_MS
    if (topologyNeeded) await ensureTopology(bus, [service])
    topologyNeeded = false
    const rows = await readUnpublished(db)
    if (rows.length === 0) return POLL_MS
    const { acked, failure } = await publishBatch(bus, rows)
    if (acked.length > 0) {
      failpoint('relay-after-publish')
      // Asynchronous commit: a mark lost in a crash only publishes the event again with the same message id.
      await db.sql`
        update outbox set published_at = now()
        from (select set_config('synchronous_commit', 'off', true)) as relaxed where id = any(${acked})`
      counts.published += acked.length
    }
    if (failure) throw failure
    // More rows may be waiting, except behind a single row: a commit since then has called `wake`.
    return rows.length === 1 ? POLL_MS : 0
  }

  async function run(): Promise<void> {
    while (!stopping) {
      const pause = await publishNext().catch((error: unknown) => {
        counts.failures++
        topologyNeeded ||= isStreamMissing(error)
        log.warn({ err: error, service }, 'relay failed, events wait in the outbox')
        return RETRY_DELAY_MS
      })
      if (pause > 0 && !stopping) await sleep(pause)
    }
    counts.leader = 0
    await relayLeadership.release()
  }

  const running = run()
  return {
    wake,
    async stop() {
      stopping = true
      unlisten()
      unsubscribe()
      wake()
      await running
    },
    async metrics() {
      const [age] = await db.sql<{ unpublished: number; oldestUnpublishedSeconds: number }>`
        select count(*) as unpublished,
          coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest_unpublished_seconds
        from outbox where published_at is null`
      return { ...counts, ...age! }
    },
  }
}

/** The oldest unpublished events: at most 500 and about 8 MiB, and at least one. No transaction: it would
 * keep row locks and the vacuum horizon while NATS hangs. */
function readUnpublished(db: Db): Promise<OutboxRow[]> {
  return db.sql<OutboxRow>`
    select id, event_id, subject, aggregate_id, aggregate_version, occurred_at, payload::text as payload, traceparent
    from (
      select next.*, sum(payload_bytes) over (order by id) - payload_bytes as bytes_before
      from (select * from outbox where published_at is null order by id limit ${BATCH_ROWS}) as next
    ) as batch
    where bytes_before < ${BATCH_BYTES}
    order by id`
}
