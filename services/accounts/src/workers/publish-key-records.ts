import {
  KEY_BUCKET,
  KEY_WATERMARK_BUCKET,
  KEY_WATERMARK_INTERVAL_MS,
} from '@jobboard/contracts/keys/internal'
import { raiseReplicas } from '@jobboard/events/nats/topology'
import { leadership } from '@jobboard/events/publisher/leadership'
import { startLoop } from '@jobboard/process/loop'
import { openKeyFeedSigner } from '@jobboard/service/auth/key-feed-signer'
import type { Worker } from '@jobboard/service/lifecycle/define'
import { announceWatermark, storeWatermark, type Watermark } from '../peers/key-watermark.ts'
import { type KeyChanges, openKeyChanges } from '../store/key-bucket.ts'
import { publishPass } from './publish-pass.ts'

const RETRY_MS = 250
/** A leader that publishes nothing reads the database this often. Its notifications arrive on the same
 * connection, so a connection that silently broke is detected then. */
const READ_INTERVAL_MS = 1_250
/** A watermark is announced for this long after the read that it is based on began. */
const MAX_READ_AGE_MS = READ_INTERVAL_MS + 500
const LEADERSHIP_INTERVAL_MS = 5_000
const STANDBY_INTERVAL_MS = 2_000
const STORE_INTERVAL_MS = 5_000

/** Publishes every change of a key to the bucket that gateways follow (D-16), right after its commit in any
 * replica, and announces the watermark while nothing is left to publish. One replica leads, and a put never
 * replaces a newer version: two leaders are harmless. */
export const publishKeyRecords: Worker = async (deps) => {
  const { env, db, bus, log } = deps
  const signer = openKeyFeedSigner(env.CALLER_SECRET)
  const lock = leadership(db.directUrl, 'key-records')
  let changes: KeyChanges | undefined
  let hasChanged = true
  let isLeader = false
  let lockCheckedAtMs = Number.NEGATIVE_INFINITY
  let readAtMs = Number.NEGATIVE_INFINITY
  let storedAtMs = Number.NEGATIVE_INFINITY
  let announcedAtMs = 0
  let raisedConnection: number | undefined
  let watermark: Watermark | undefined

  function markChanged(wake: () => void): void {
    hasChanged = true
    wake()
  }

  async function closeChanges(): Promise<void> {
    const open = changes
    changes = undefined
    watermark = undefined
    hasChanged = true
    await open?.close()
  }

  async function checkLeadership(): Promise<boolean> {
    if (isLeader && performance.now() - lockCheckedAtMs < LEADERSHIP_INTERVAL_MS) return true
    isLeader = await lock.tryAcquire()
    lockCheckedAtMs = performance.now()
    if (!isLeader) await closeChanges()
    return isLeader
  }

  /** Returns the milliseconds until the next step. */
  async function step(): Promise<number> {
    if (!bus.isUp()) return RETRY_MS
    if (!(await checkLeadership())) return STANDBY_INTERVAL_MS
    changes ??= await openKeyChanges(db.directUrl, () => markChanged(loop.wake))
    if (hasChanged || performance.now() - readAtMs >= READ_INTERVAL_MS) {
      hasChanged = false
      readAtMs = performance.now()
      watermark = await publishPass(deps, signer, changes)
      if (!watermark) {
        hasChanged = true
        return 0
      }
      if (hasChanged) return 0
    }
    if (performance.now() - readAtMs < MAX_READ_AGE_MS) announce(watermark!)
    return KEY_WATERMARK_INTERVAL_MS
  }

  /** Once per connection, as the streams. */
  async function raiseBuckets(): Promise<void> {
    const { connections } = bus
    if (raisedConnection === connections) return
    for (const bucket of [KEY_BUCKET, KEY_WATERMARK_BUCKET]) await raiseReplicas(bus, `KV_${bucket}`, log)
    raisedConnection = connections
  }

  function announce(current: Watermark): void {
    // A commit can end a pause at once, and gateways would take two announcements of one millisecond for a replay.
    announcedAtMs = Math.max(Date.now(), announcedAtMs + 1)
    announceWatermark(bus, signer, current, announcedAtMs)
    if (performance.now() - storedAtMs < STORE_INTERVAL_MS) return
    storedAtMs = performance.now()
    // Apart from the announcements, which must not wait.
    storeWatermark(bus, signer, current)
      .then(raiseBuckets)
      .catch((error: unknown) =>
        log.warn({ err: error, retryMs: STORE_INTERVAL_MS }, 'the watermark of the key feed was not stored'),
      )
  }

  const loop = startLoop({
    step,
    subscribe: (wake) => bus.onConnect(() => markChanged(wake)),
    async onError(error) {
      log.warn({ err: error, retryMs: RETRY_MS }, 'key records were not published')
      isLeader = false
      await closeChanges()
    },
    retryMs: RETRY_MS,
  })
  return {
    async stop() {
      await loop.stop()
      await closeChanges()
      await lock.release()
    },
  }
}
