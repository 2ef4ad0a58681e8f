import { KEY_WATERMARK_INTERVAL_MS } from '@jobboard/contracts/internal/keys'
import { wakeableSleep } from '@jobboard/events/wakeable-sleep'
import type { Worker } from '@jobboard/service/lifecycle/define'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import { announceWatermark, openKeyBucket, putKeyRecord } from '../peers/key-bucket.ts'
import { KEY_CHANNEL } from '../store/key.ts'
import { findWatermark, listUnpublished, markPublished, settleGeneration } from '../store/unpublished-key.ts'
import { toRecord } from '../wire/key.ts'

const RETRY_MS = 250
const BATCH_SIZE = 200
const MAX_CONCURRENT_PUTS = 20

/** Publishes every change of a key to the bucket that gateways follow (D-16): after its commit and by
 * polling. Announces the watermark whenever nothing is left to publish. Runs in every replica; a put never
 * replaces a newer version. */
export const publishKeyRecords: Worker = async (deps) => {
  const { db, bus, log } = deps
  const { wake, sleep } = wakeableSleep()
  let stopping = false
  const unlisten = db.listen(KEY_CHANNEL, wake)
  const unsubscribe = bus.onConnect(wake)

  async function run(): Promise<void> {
    while (!stopping) {
      const pauseMs = await publishBatch(deps).catch((error: unknown) => {
        log.warn({ err: error, retryMs: RETRY_MS }, 'key records were not published')
        return RETRY_MS
      })
      if (pauseMs > 0 && !stopping) await sleep(pauseMs)
    }
  }

  const running = run()
  return {
    async stop() {
      stopping = true
      unlisten()
      unsubscribe()
      wake()
      await running
    },
  }
}

/** Publishes up to `BATCH_SIZE` records of each kind of key. Returns the milliseconds until the next batch. */
async function publishBatch({ db, bus }: Deps): Promise<number> {
  if (!bus.isUp()) return KEY_WATERMARK_INTERVAL_MS
  const { bucket, state } = await openKeyBucket(bus)
  const generation = await settleGeneration(db, state)
  const keys = await listUnpublished(db, BATCH_SIZE)
  for (let from = 0; from < keys.length; from += MAX_CONCURRENT_PUTS) {
    const chunk = keys.slice(from, from + MAX_CONCURRENT_PUTS)
    const puts = chunk.map(({ hash, ...key }) => putKeyRecord(bucket, hash, toRecord(key)))
    const revisions = await Promise.all(puts)
    await markPublished(db, generation, chunk, Math.max(...revisions))
  }
  if (keys.length >= BATCH_SIZE) return 0
  const watermark = await findWatermark(db, generation)
  if (watermark) announceWatermark(bus, watermark)
  return KEY_WATERMARK_INTERVAL_MS
}
