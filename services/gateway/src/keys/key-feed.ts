import { setTimeout as sleep } from 'node:timers/promises'
import { KEY_BUCKET, KEY_WATERMARK_SUBJECT } from '@jobboard/contracts/keys/internal'
import type { Bus } from '@jobboard/events/nats/bus'
import type { KeyFeedSigner } from '@jobboard/service/auth/key-feed-signer'
import type { Log } from '@jobboard/service/lifecycle/log'
import { Kvm, type KvWatchEntry } from '@nats-io/kv'
import { openRejections, openUnverifiedEntries, type Rejections, readKeyEntry } from './feed-entries.ts'
import { openFeedWatermark, openWatermarkOrder, readStoredWatermark } from './feed-watermark.ts'
import type { KeyCache } from './key-cache.ts'

/** How far the local copy of the key bucket can be trusted (D-16). `offline` is left by reading the bucket, never by an
 * announcement alone. */
type FeedState =
  /** Every change that accounts announced is applied, by an announcement of the last 750 ms. */
  | 'synced'
  /** The bucket is followed, but accounts announces nothing, or something that has not arrived. */
  | 'stale'
  /** The bucket is not followed: NATS is away or silent for 1 s, the watch ended, announced changes do not arrive for 1 s, or the
   * bucket is being read. */
  | 'offline'

/** Copies the key bucket into the cache and follows its changes (D-16). */
export interface KeyFeed {
  state(): FeedState
  /** When everything in the bucket was last known to be in the cache. */
  syncedAtMs(): number
  /** When accounts last proved that the bucket has every change. */
  provenAtMs(): number
  /** Records and watermarks ignored because accounts did not sign them or because they were replayed. */
  rejected: Rejections['counts']
  stop(): Promise<void>
}

const HEARTBEAT_MS = 250
const MAX_SILENCE_MS = 1_000
const RETRY_MS = 250

/** Follows until stopped; after each outage of NATS it reads the bucket again. `nowMs` is the real clock,
 * monotonic. */
export function startKeyFeed(
  bus: Bus,
  cache: KeyCache,
  signer: KeyFeedSigner,
  log: Log,
  nowMs: () => number,
): KeyFeed {
  const stopping = new AbortController()
  const { signal } = stopping
  const watermark = openFeedWatermark(nowMs)
  const isNext = openWatermarkOrder(Date.now)
  const unverified = openUnverifiedEntries(cache)
  const rejections = openRejections(log, nowMs)
  let current: FeedState = 'offline'
  let created = ''
  let stopWatch: (() => void) | undefined

  function enter(next: FeedState): void {
    if (next !== current) log.debug({ from: current, to: next }, 'key feed')
    current = next
    if (next === 'offline') stopWatch?.()
  }

  function compare(): void {
    unverified.release(watermark.verifiedRevision(created))
    if (current !== 'offline' && watermark.isCurrent()) enter('synced')
  }

  /** The state at this moment. Silence and overdue announcements are detected here. */
  function state(): FeedState {
    if (current === 'offline') return current
    if (!bus.isUp() || nowMs() - watermark.syncedAtMs() >= MAX_SILENCE_MS) enter('offline')
    else if (!watermark.isCurrent()) enter('stale')
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
      enter('offline')
      stopWatch = undefined
      unverified.clear()
      cache.endFeed({ followedMs: watermark.syncedAtMs(), provenMs: watermark.provenAtMs() })
      await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
    }
  }

  async function watchBucket(): Promise<void> {
    const bucket = await new Kvm(bus.js).open(KEY_BUCKET)
    const { values, streamInfo } = await bucket.status()
    const { state: stream } = streamInfo
    created = streamInfo.created
    const stored = await readStoredWatermark(bus, signer)
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
      if (watermark.provenAtMs() === Number.NEGATIVE_INFINITY && stored)
        watermark.announce(stored, Math.min(nowMs(), nowMs() - (Date.now() - stored.atMs)))
      watermark.reset({ created, revision: stream.last_seq })
      enter('stale')
      compare()
      log.info({ keys: cache.size().known }, 'the key bucket is read and followed')
    }
    if (values === 0 && !isLost) finishReading()
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
    const record = entry.operation === 'PUT' ? readKeyEntry(signer, created, entry) : undefined
    if (!record && entry.operation === 'PUT') rejections.add('record', { revision: entry.revision })
    unverified.add(entry.key, record, entry.revision)
  }

  // A watch does not detect missed messages, so the bucket is read again after any silence.
  async function watchHeartbeat(): Promise<void> {
    while (!signal.aborted) {
      const isResponsive = await isNatsResponsive(bus, MAX_SILENCE_MS, signal)
      if (state() !== 'offline') {
        if (isResponsive && !watermark.isStalled()) watermark.heartbeat()
        else enter('offline')
      }
      await sleep(HEARTBEAT_MS, undefined, { signal }).catch(() => {})
    }
  }

  function receiveWatermark(text: string): void {
    const received = signer.readWatermark(text)
    if (received && isNext(received)) {
      watermark.announce(received)
      compare()
    } else rejections.add('watermark', {})
  }

  const unsubscribe = bus.onConnect(async (nc) => {
    nc.subscribe(KEY_WATERMARK_SUBJECT, {
      callback: (error, message) => {
        if (!error) receiveWatermark(message.string())
      },
    })
    for await (const { type } of nc.status())
      if (type === 'disconnect' || type === 'reconnect') enter('offline')
  })
  const running = Promise.all([follow(), watchHeartbeat()])
  return {
    state,
    syncedAtMs: watermark.syncedAtMs,
    provenAtMs: watermark.provenAtMs,
    rejected: rejections.counts,
    async stop() {
      stopping.abort()
      unsubscribe()
      stopWatch?.()
      await running
    },
  }
}

/** Whether NATS responds within `timeoutMs`. Never throws. */
async function isNatsResponsive(bus: Bus, timeoutMs: number, signal: AbortSignal): Promise<boolean> {
  if (!bus.isUp()) return false
  const timeout = sleep(timeoutMs, false, { signal, ref: false }).catch(() => false)
  const flushed = bus.nc.flush().then(
    () => true,
    () => false,
  )
  return Promise.race([flushed, timeout])
}
