import { setTimeout as sleep } from 'node:timers/promises'
import { KEY_BUCKET, keyRecord } from '@jobboard/contracts/internal/keys'
import type { Bus } from '@jobboard/events/bus'
import type { Log } from '@jobboard/service/log'
import { Kvm, type KvWatchEntry } from '@nats-io/kv'
import type { KeyCache } from './key-cache.ts'

/** Follows the key bucket, so that a change of a key is known here at once (D-16). */
export interface KeyFeed {
  /** Everything in the bucket is here and NATS was heard from within a second. */
  isFresh(): boolean
  /** When the feed was last known to be whole, real clock. */
  freshAtMs(): number
  stop(): Promise<void>
}

const BEAT_MS = 250
const SILENCE_MS = 1_000
const RETRY_MS = 250

/** Follows until stopped, through any outage of NATS; after each one it reads the bucket anew. */
export function startKeyFeed(bus: Bus, cache: KeyCache, log: Log): KeyFeed {
  const stopping = new AbortController()
  const { signal } = stopping
  let freshAtMs = Number.NEGATIVE_INFINITY
  let isWhole = false
  let stopWatch: (() => void) | undefined

  const isFresh = () => isWhole && bus.isUp() && performance.now() - freshAtMs < SILENCE_MS

  async function follow(): Promise<void> {
    while (!signal.aborted) {
      try {
        await bus.ready(signal)
        const bucket = await new Kvm(bus.js).open(KEY_BUCKET)
        const { values } = await bucket.status()
        const watch = await bucket.watch()
        stopWatch = () => watch.stop()
        if (values === 0) markWhole()
        for await (const entry of watch) {
          apply(entry)
          if (entry.isUpdate || entry.delta === 0) markWhole()
        }
      } catch (error) {
        if (!signal.aborted) log.debug({ err: error }, 'keys cannot be followed yet')
      }
      isWhole = false
      cache.endFeed(freshAtMs)
      await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
    }
  }

  function markWhole(): void {
    if (!isWhole) log.info('keys are followed')
    isWhole = true
    freshAtMs = performance.now()
  }

  function apply(entry: KvWatchEntry): void {
    const record = entry.operation === 'PUT' ? keyRecord.safeParse(parse(entry.string())) : undefined
    if (record?.success) cache.put(entry.key, record.data, 'feed')
    // Gone, or not to be trusted: the next call asks accounts.
    else cache.drop(entry.key)
    if (record?.success === false)
      log.error({ revision: entry.revision }, 'a key record does not fit its contract')
  }

  // A watch that missed something would not know: after any silence it starts anew.
  async function beat(): Promise<void> {
    while (!signal.aborted) {
      const isHeard = await heard(bus, signal)
      if (isHeard && isWhole && performance.now() - freshAtMs < SILENCE_MS) freshAtMs = performance.now()
      else if (isWhole) restart()
      await sleep(BEAT_MS, undefined, { signal }).catch(() => {})
    }
  }

  function restart(): void {
    isWhole = false
    stopWatch?.()
  }

  const unlisten = bus.onConnect(async (nc) => {
    for await (const { type } of nc.status()) if (type === 'disconnect' || type === 'reconnect') restart()
  })
  const running = Promise.all([follow(), beat()])
  return {
    isFresh,
    freshAtMs: () => freshAtMs,
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
