import { setTimeout as sleep } from 'node:timers/promises'
import { KEY_BUCKET, KEY_WATERMARK_SUBJECT, keyWatermark } from '@jobboard/contracts/internal/keys'
import type { Bus } from '@jobboard/events/nats/bus'
import { subscribeValidated } from '@jobboard/events/nats/subscribe-validated'
import type { Log } from '@jobboard/service/lifecycle/log'
import { Kvm, type KvWatchEntry } from '@nats-io/kv'
import { type FeedEvent, type FeedState, feedTransitions } from './feed-state.ts'
import { openFeedWatermark } from './feed-watermark.ts'
import type { KeyCache } from './key-cache.ts'
import { readKeyEntry } from './key-entry.ts'

/** Copies the key bucket into the cache and follows its changes (D-16). */
export interface KeyFeed {
  state(): FeedState
  /** When everything in the bucket was last known to be in the cache. */
  syncedAtMs(): number
  stop(): Promise<void>
}

const HEARTBEAT_MS = 250
const MAX_SILENCE_MS = 1_000
const RETRY_MS = 250

/** Follows until stopped; after each outage of NATS it reads the bucket again. `nowMs` is the real clock, monotonic. */
export function startKeyFeed(bus: Bus, cache: KeyCache, log: Log, nowMs: () => number): KeyFeed {
  const stopping = new AbortController()
  const { signal } = stopping
  const watermark = openFeedWatermark(nowMs)
  let current: FeedState = 'offline'
  let stopWatch: (() => void) | undefined

  function dispatch(event: FeedEvent): void {
    const next = feedTransitions[current][event]
    if (next !== current) log.debug({ from: current, to: next, event }, 'key feed')
    current = next
    if (event === 'bucketLost') stopWatch?.()
  }

  function compare(): void {
    if (watermark.isCurrent()) dispatch('caughtUp')
  }

  /** The state at this moment: silence and missing announcements are events that nothing but time brings. */
  function state(): FeedState {
    if (current === 'offline') return current
    if (!bus.isUp() || nowMs() - watermark.syncedAtMs() >= MAX_SILENCE_MS) dispatch('bucketLost')
    else if (!watermark.isCurrent()) dispatch('fellBehind')
    return current
  }

  async function follow(): Promise<void> {
    while (!signal.aborted) {
      try {
        await bus.ready(signal)
        await watchBucket()
      } catch (error) {
        if (!signal.aborted) log.debug({ err: error }, 'the key bucket cannot be followed; trying again')
      }
      dispatch('bucketLost')
      stopWatch = undefined
      cache.endFeed(watermark.syncedAtMs())
      await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
    }
  }

  async function watchBucket(): Promise<void> {
    const bucket = await new Kvm(bus.js).open(KEY_BUCKET)
    const { values, streamInfo } = await bucket.status()
    const { created, state: stream } = streamInfo
    const watch = await bucket.watch()
    let isLost = false
    stopWatch = () => {
      isLost = true
      watch.stop()
    }
    // Stopped while the watch was being opened.
    if (signal.aborted) stopWatch()
    let isRead = false
    const finishReading = () => {
      isRead = true
      watermark.reset({ created, revision: stream.last_seq })
      dispatch('bucketRead')
      log.info({ keys: cache.size().known }, 'the key bucket is read and followed')
    }
    if (values === 0 && !isLost) {
      finishReading()
      compare()
    }
    for await (const entry of watch) {
      // Entries that were buffered when the watch was stopped prove nothing.
      if (isLost) return
      applyEntry(entry)
      if (!isRead && (entry.isUpdate || entry.delta === 0)) finishReading()
      if (isRead) watermark.apply(entry.revision)
      compare()
    }
  }

  function applyEntry(entry: KvWatchEntry): void {
    const record = entry.operation === 'PUT' ? readKeyEntry(entry) : undefined
    if (record) cache.put(entry.key, record)
    // Deleted or invalid: the next request with this key makes the gateway look it up in accounts.
    else cache.delete(entry.key)
    if (!record && entry.operation === 'PUT')
      log.error({ revision: entry.revision }, 'the key bucket holds an invalid record')
  }

  // A watch does not notice what it missed: after any silence the bucket is read again.
  async function watchHeartbeat(): Promise<void> {
    while (!signal.aborted) {
      const isResponsive = await isNatsResponsive(bus, signal)
      if (state() !== 'offline') {
        if (isResponsive && !watermark.isStalled()) watermark.heartbeat()
        else dispatch('bucketLost')
      }
      await sleep(HEARTBEAT_MS, undefined, { signal }).catch(() => {})
    }
  }

  const unsubscribe = bus.onConnect(async (nc) => {
    subscribeValidated(nc, KEY_WATERMARK_SUBJECT, keyWatermark, (announced) => {
      watermark.announce(announced)
      compare()
    })
    for await (const { type } of nc.status())
      if (type === 'disconnect' || type === 'reconnect') dispatch('bucketLost')
  })
  const running = Promise.all([follow(), watchHeartbeat()])
  return {
    state,
    syncedAtMs: watermark.syncedAtMs,
    async stop() {
      stopping.abort()
      unsubscribe()
      stopWatch?.()
      await running
    },
  }
}

async function isNatsResponsive(bus: Bus, signal: AbortSignal): Promise<boolean> {
  if (!bus.isUp()) return false
  const timeout = sleep(MAX_SILENCE_MS, false, { signal, ref: false }).catch(() => false)
  const flushed = bus.nc.flush().then(
    () => true,
    () => false,
  )
  return Promise.race([flushed, timeout])
}
