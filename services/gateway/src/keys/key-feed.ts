import { setTimeout as sleep } from 'node:timers/promises'
import {
  KEY_BUCKET,
  KEY_WATERMARK_SUBJECT,
  type KeyRecord,
  type KeyWatermark,
  keyRecord,
  keyWatermark,
} from '@jobboard/contracts/internal/keys'
import type { Bus } from '@jobboard/events/nats/bus'
import { subscribeValidated } from '@jobboard/events/nats/subscribe-validated'
import type { Log } from '@jobboard/service/lifecycle/log'
import { Kvm, type KvWatchEntry } from '@nats-io/kv'
import { openFeedProof } from './feed-proof.ts'
import type { KeyCache } from './key-cache.ts'

/** Follows the key bucket, so that a change of a key is known here at once (D-16). */
export interface KeyFeed {
  /** All that accounts has just said to be in the bucket is here: no key need be asked about. */
  isFresh(): boolean
  /** When everything in the bucket was last known to be here, whatever accounts said. */
  wholeAtMs(): number
  stop(): Promise<void>
}

const BEAT_MS = 250
const SILENCE_MS = 1_000
const RETRY_MS = 250
const MAX_RECORD_BYTES = 16_384
const HASH = /^[0-9a-f]{64}$/

/** Follows until stopped, through any outage of NATS; after each one it reads the bucket anew. `nowMs` is the real clock,
 * monotonic. */
export function startKeyFeed(bus: Bus, cache: KeyCache, log: Log, nowMs: () => number): KeyFeed {
  const stopping = new AbortController()
  const { signal } = stopping
  let wholeAtMs = Number.NEGATIVE_INFINITY
  const proof = openFeedProof(nowMs)
  let isWhole = false
  let stopWatch: (() => void) | undefined

  const isHere = () => isWhole && bus.isUp() && nowMs() - wholeAtMs < SILENCE_MS

  async function follow(): Promise<void> {
    while (!signal.aborted) {
      try {
        await bus.ready(signal)
        const bucket = await new Kvm(bus.js).open(KEY_BUCKET)
        const { values, streamInfo } = await bucket.status()
        const { created, state } = streamInfo
        const watch = await bucket.watch()
        stopWatch = () => watch.stop()
        // Stopped while it was opened.
        if (signal.aborted) stopWatch()
        const found = { created, revision: state.last_seq }
        if (values === 0) markWhole(found)
        for await (const entry of watch) {
          apply(entry)
          if (entry.isUpdate || entry.delta === 0) markWhole(found)
          if (isWhole) proof.came(entry.revision)
        }
      } catch (error) {
        if (!signal.aborted) log.debug({ err: error }, 'keys cannot be followed yet')
      }
      isWhole = false
      cache.endFeed(wholeAtMs)
      await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
    }
  }

  function markWhole(found: KeyWatermark): void {
    if (!isWhole) {
      log.info('keys are followed')
      proof.begin(found)
    }
    isWhole = true
    wholeAtMs = nowMs()
  }

  function apply(entry: KvWatchEntry): void {
    const record = entry.operation === 'PUT' ? readRecord(entry) : undefined
    if (record) cache.put(entry.key, record)
    // Gone, or not to be trusted: the next call asks accounts.
    else cache.drop(entry.key)
    if (!record && entry.operation === 'PUT')
      log.error({ revision: entry.revision }, 'this is no record of a key')
  }

  // A watch that missed something would not know: after any silence it starts anew.
  async function beat(): Promise<void> {
    while (!signal.aborted) {
      const isHeard = await heard(bus, signal)
      if (isHeard && isWhole && nowMs() - wholeAtMs < SILENCE_MS && !proof.isMissing()) wholeAtMs = nowMs()
      else if (isWhole) restart()
      await sleep(BEAT_MS, undefined, { signal }).catch(() => {})
    }
  }

  function restart(): void {
    isWhole = false
    stopWatch?.()
  }

  const unlisten = bus.onConnect(async (nc) => {
    subscribeValidated(nc, KEY_WATERMARK_SUBJECT, keyWatermark, proof.told)
    for await (const { type } of nc.status()) if (type === 'disconnect' || type === 'reconnect') restart()
  })
  const running = Promise.all([follow(), beat()])
  return {
    isFresh: () => isHere() && proof.isFresh(),
    wholeAtMs: () => wholeAtMs,
    async stop() {
      stopping.abort()
      unlisten()
      stopWatch?.()
      await running
    },
  }
}

async function heard(bus: Bus, signal: AbortSignal): Promise<boolean> {
  if (!bus.isUp()) return false
  const late = sleep(SILENCE_MS, false, { signal, ref: false }).catch(() => false)
  return Promise.race([
    bus.nc.flush().then(
      () => true,
      () => false,
    ),
    late,
  ])
}

// Whoever can write to NATS can spoil a record, but must not spoil a gateway.
function readRecord(entry: KvWatchEntry): KeyRecord | undefined {
  if (entry.length > MAX_RECORD_BYTES || !HASH.test(entry.key)) return undefined
  try {
    return keyRecord.safeParse(JSON.parse(entry.string())).data
  } catch {
    return undefined
  }
}
