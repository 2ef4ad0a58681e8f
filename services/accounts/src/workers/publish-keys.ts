import {
  KEY_BUCKET,
  KEY_WATERMARK_INTERVAL_MS,
  KEY_WATERMARK_SUBJECT,
} from '@jobboard/contracts/internal/keys'
import { wakeableSleep } from '@jobboard/events/wakeable-sleep'
import type { Worker } from '@jobboard/service/lifecycle/define'
import type { Deps } from '@jobboard/service/lifecycle/deps'
import { StorageType } from '@nats-io/jetstream'
import { type KV, Kvm } from '@nats-io/kv'
import { putRecord } from '../peers/key-bucket.ts'
import { KEY_CHANNEL } from '../store/key.ts'
import { findTold, listUnpublished, markPublished, settleGeneration } from '../store/unpublished-key.ts'
import { toRecord } from '../wire/key.ts'

const FAILURE_MS = 250
const BATCH = 200
const PARALLEL = 20

/** Puts every change of a key into the bucket that gateways follow (D-16): right after its commit, and by a look several
 * times a second, which tells them too that nothing is left to tell. Every replica does it; the bucket's revisions keep
 * the newest version. */
export const publishKeys: Worker = async (deps) => {
  const { db, bus, log } = deps
  const { wake, sleep } = wakeableSleep()
  let stopping = false
  const unlisten = db.listen(KEY_CHANNEL, wake)
  const unsubscribe = bus.onConnect(wake)

  async function run(): Promise<void> {
    while (!stopping) {
      const pauseMs = await turn(deps).catch((error: unknown) => {
        log.warn({ err: error }, 'keys are not published; trying on')
        return FAILURE_MS
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

/** One look. Returns how long to sleep. */
async function turn({ db, bus }: Deps): Promise<number> {
  if (!bus.isUp()) return KEY_WATERMARK_INTERVAL_MS
  const bucket = await new Kvm(bus.js).create(KEY_BUCKET, {
    history: 1,
    storage: StorageType.File,
    replicas: bus.streamReplicas,
  })
  const { created, state } = await bus.jsm.streams.info(`KV_${KEY_BUCKET}`)
  const generation = await settleGeneration(db, { created, lastSeq: state.last_seq })
  const keys = await listUnpublished(db, BATCH)
  for (let from = 0; from < keys.length; from += PARALLEL) {
    await publish(bucket, keys.slice(from, from + PARALLEL))
  }
  if (keys.length >= BATCH) return 0
  const told = await findTold(db, generation)
  if (told) bus.nc.publish(KEY_WATERMARK_SUBJECT, JSON.stringify(told))
  return KEY_WATERMARK_INTERVAL_MS

  async function publish(bucket: KV, part: typeof keys): Promise<void> {
    const put = part.map(({ hash, ...key }) => putRecord(bucket, hash, toRecord(key)))
    const revisions = await Promise.all(put)
    await markPublished(db, generation, part, Math.max(...revisions))
  }
}
