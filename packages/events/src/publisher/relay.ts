import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceName } from '@jobboard/contracts/endpoint'
import type { Db } from '@jobboard/db/db'
import { failpoint } from '@jobboard/process/failpoint'
import { startLoop } from '@jobboard/process/loop'
import { openRush } from '@jobboard/process/rush'
import { startPublishSpan } from '@jobboard/process/tracing/span'
import type { StreamInfo } from '@nats-io/jetstream'
import type { Bus, Log } from '../nats/bus.ts'
import { isStreamFull, isStreamMissing, namedStreamError, StreamError } from '../nats/stream-error.ts'
import { raiseOwnStream, streamName } from '../nats/topology.ts'
import { openCleanup } from '../retention.ts'
import { LEADER_TIMES, type LeaderTimes, leadership } from './leadership.ts'
import { OUTBOX_CHANNEL } from './outbox.ts'
import { publishBatch } from './publish-batch.ts'
import { REPLAY_CHANNEL } from './replay.ts'
import { openReplayPublisher } from './replay-publisher.ts'
import { openStreamHistory } from './stream-history.ts'
import { openStreamRoom } from './stream-room.ts'
import { openUnpublished } from './unpublished.ts'

/** The loop that publishes the outbox of a service. */
export interface Relay {
  /** Reads the outbox now instead of at the next poll. */
  wake(): void
  /** Finishes the current batch and releases the leadership. */
  stop(): Promise<void>
  counts(): RelayCounts
  /** Reads the database. */
  backlog(): Promise<RelayBacklog>
  /** Why events wait for longer than `staleSeconds`, or why the stream accepts none; undefined while all is well. */
  problem(staleSeconds: number): Promise<string | undefined>
}

/** `published` and `failures` count since the start of this process. */
export interface RelayCounts {
  leader: number
  published: number
  failures: number
}

/** The events that are not published yet. */
export interface RelayBacklog {
  unpublished: number
  oldestUnpublishedSeconds: number
}

const POLL_MS = 2_000
/** After several events at once, and in a rush of single ones, so that the next read is not of one. */
const PAUSE_MS = 20
const RETRY_DELAY_MS = 500
const NATS_DOWN_POLL_MS = 500
const STREAM_CHECK_INTERVAL_MS = 30_000
const NOT_CHECKED = -1

interface RelayOptions {
  db: Db
  bus: Bus
  service: ServiceName
  /** The durables that must have acknowledged a message before it may leave a stream that fills up. */
  readers: readonly string[]
  log: Log
  times?: LeaderTimes
}

/** Publishes the outbox: one leader per service and schema, at least once, in order per aggregate. Commits in
 * any replica wake the leader; a wake-up can be lost, so it also polls every 2 s. */
export function startRelay(options: RelayOptions): Relay {
  const { db, bus, service, readers, log, times = LEADER_TIMES } = options
  const wakeSubject = `wake.${service}`
  const stream = streamName(service)
  const lock = leadership(db.directUrl, `relay:${service}`, times)
  const unpublished = openUnpublished(db)
  const history = openStreamHistory(db, log)
  const room = openStreamRoom({ bus, stream, readers, log })
  const replays = openReplayPublisher({ db, bus, stream, history, mayPublish: lock.isHeld, log })
  const cleanHourly = openCleanup(db)
  const counts = { published: 0, failures: 0 }
  let leading = false
  let session = 0
  let failure: unknown
  let checkedConnection = NOT_CHECKED
  let raisedConnection = NOT_CHECKED
  let streamCheckAt = 0
  let natsUpAt = performance.now()
  const isRush = openRush()

  /** Followers sleep on: they would try the lock for every commit. */
  function subscribe(wake: () => void): () => void {
    const wakeLeader = (channel: string) => {
      if (!lock.isHeld()) return
      if (channel === REPLAY_CHANNEL) replays.lookNow()
      wake()
    }
    const wakeOnCommit = (channel: string) => {
      if (lock.isHeld()) wakeLeader(channel)
      else if (bus.isUp()) bus.nc.publish(wakeSubject, channel)
    }
    const unsubscribes = [
      db.listen(OUTBOX_CHANNEL, () => wakeOnCommit(OUTBOX_CHANNEL)),
      db.listen(REPLAY_CHANNEL, () => wakeOnCommit(REPLAY_CHANNEL)),
      bus.onConnect((nc) => {
        nc.subscribe(wakeSubject, { callback: (_error, message) => wakeLeader(message.string()) })
        wake()
      }),
    ]
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }

  /** Whether this process is the leader. Without NATS it does not try, and later it gives the lock up. */
  async function lead(): Promise<boolean> {
    const now = performance.now()
    if (bus.isUp()) natsUpAt = now
    else if (leading && now - natsUpAt > times.natsDownLimitMs) await lock.release()
    const isLeader = bus.isUp() || lock.isHeld() ? await lock.tryAcquire() : false
    if (isLeader !== leading) log.info({ leading: isLeader }, 'relay leadership changed')
    if (isLeader && lock.sessions() !== session) {
      session = lock.sessions()
      // A session ends when the database is restored or fails over, and before another leader publishes.
      unpublished.reset()
      history.reset()
      replays.lookNow()
      streamCheckAt = 0
    }
    leading = isLeader
    return isLeader
  }

  /** Creates the stream when it is missing, starts a replay when it lost events, and makes room when it fills up. */
  async function checkStream(): Promise<void> {
    const { connections } = bus
    const isReconnected = connections !== checkedConnection
    if (!isReconnected && !room.needsUpdate() && performance.now() < streamCheckAt) return
    const info = connections === raisedConnection ? await bus.jsm.streams.info(stream) : await raise()
    if (await history.compare(info)) replays.lookNow()
    await room.update(info)
    checkedConnection = connections
    streamCheckAt = performance.now() + STREAM_CHECK_INTERVAL_MS
  }

  async function raise(): Promise<StreamInfo> {
    const { connections } = bus
    const { info, othersExist } = await raiseOwnStream(bus, service, log)
    // The server that has another service's stream may be gone for long: the next check tries again.
    if (othersExist !== undefined) raisedConnection = connections
    return info
  }

  /** Publishes one batch if this process is the leader. Returns the milliseconds to sleep afterwards. */
  async function publishNext(): Promise<number> {
    if (!(await lead())) {
      failure = undefined
      // Jitter spreads the lock queries of followers that were started together.
      return bus.isUp() ? times.followerPollMs * (0.75 + Math.random() / 2) : NATS_DOWN_POLL_MS
    }
    await cleanHourly()
    if (!bus.isUp()) return NATS_DOWN_POLL_MS
    await checkStream()
    const waiting = await unpublished.read(!room.isOpen())
    const rows = room.admit(waiting)
    if (rows.length === 0 && !room.isOpen()) throw room.problem()
    if (rows.length === 0) {
      const pause = await replays.publishNext()
      if (pause !== undefined) streamCheckAt = 0
      failure = room.problem()
      return pause ?? POLL_MS
    }
    const result = await publishBatch(bus, rows, {
      mayPublish: lock.isHeld,
      messageId: ({ eventId }) => eventId,
      startSpan: startPublishSpan,
    })
    if (!history.record(result.acked)) streamCheckAt = 0
    if (result.acked.length > 0) {
      failpoint('relay-after-publish')
      await unpublished.markPublished(result.acked)
      counts.published += result.acked.length
    }
    if (result.failure) throw result.failure
    failure = room.problem()
    // Not to be woken from: what is committed meanwhile is read at once.
    if (isRush() || waiting.length > 1) await sleep(PAUSE_MS)
    // More rows may be waiting, except behind a single row: a commit since then has called `wake`.
    return waiting.length === 1 ? POLL_MS : 0
  }

  function onError(error: unknown): void {
    counts.failures++
    failure = namedStreamError(stream, error)
    if (isStreamMissing(error)) checkedConnection = raisedConnection = NOT_CHECKED
    if (isStreamFull(error)) streamCheckAt = 0
    log.warn({ err: failure, service }, 'relay failed, events wait in the outbox')
  }

  const loop = startLoop({ step: publishNext, subscribe, onError, retryMs: RETRY_DELAY_MS })
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop()
      await lock.release()
    },
    counts: () => ({ leader: Number(lock.isHeld()), ...counts }),
    backlog: unpublished.backlog,
    async problem(staleSeconds) {
      if (failure instanceof StreamError) return `${failure.name}: ${failure.message}`
      const seconds = Math.floor(await unpublished.oldestSeconds())
      if (seconds <= staleSeconds) return undefined
      return `OutboxStale: the oldest unpublished event has waited for ${seconds} s (limit ${staleSeconds} s)`
    },
  }
}
