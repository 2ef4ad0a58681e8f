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

/** The loop that tells a service's events. */
export interface Relay {
  /** Looks at the outbox now. */
  wake(): void
  /** Ends after the batch at hand and gives the lead away. */
  stop(): Promise<void>
  metrics(): Promise<RelayMetrics>
}

/** Ages in seconds; `published` and `failures` count since the start of this process. */
export interface RelayMetrics {
  leader: number
  unpublished: number
  oldestUnpublishedSeconds: number
  published: number
  failures: number
}

const POLL_MS = 100
const FOLLOW_MS = 500
const FAILURE_MS = 500
const CLEAN_MS = 3_600_000
const BATCH_ROWS = 500
const BATCH_BYTES = 8_388_608

/** Publishes the outbox: one leader per service and schema, at least once, in order per aggregate, published again after
 * a crash with the same message id. Woken by commits here and in other replicas; polls every 100 ms as the guarantee. */
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
  const lead = leadership(db.url, `relay:${service}`)
  const { wake, sleep } = wakeableSleep()
  const counts = { leader: 0, published: 0, failures: 0 }
  let stopping = false
  let topologyNeeded = true
  let cleanAt = Date.now() + CLEAN_MS

  const unlisten = db.listen(OUTBOX_CHANNEL, () => {
    if (counts.leader) wake()
    else if (bus.isUp()) bus.nc.publish(wakeSubject)
  })
  const unsubscribe = bus.onConnect((nc) => {
    topologyNeeded = true
    nc.subscribe(wakeSubject, { callback: wake })
    wake()
  })

  /** One look at the outbox. Returns how long to sleep. */
  async function turn(): Promise<number> {
    const leading = await lead.held()
    if (leading !== Boolean(counts.leader)) log.info({ leading }, 'relay lead changed')
    counts.leader = Number(leading)
    if (!leading) return FOLLOW_MS
    if (Date.now() >= cleanAt) {
      cleanAt = Date.now() + CLEAN_MS
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
      // No flush is waited for: a mark that is lost in a crash means one more publication with the same message id.
      await db.sql`
        update outbox set published_at = now()
        from (select set_config('synchronous_commit', 'off', true)) as relaxed where id = any(${acked})`
      counts.published += acked.length
    }
    if (failure) throw failure
    // A lone row had nothing behind it, and what was committed since has rung.
    return rows.length === 1 ? POLL_MS : 0
  }

  async function run(): Promise<void> {
    while (!stopping) {
      const pause = await turn().catch((error: unknown) => {
        counts.failures++
        topologyNeeded ||= isStreamMissing(error)
        log.warn({ err: error, service }, 'relay failed; events wait in the outbox')
        return FAILURE_MS
      })
      if (pause > 0 && !stopping) await sleep(pause)
    }
    counts.leader = 0
    await lead.release()
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

/** The next events in order, without a transaction: at most 500 and about 8 MiB, and at least one. */
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
