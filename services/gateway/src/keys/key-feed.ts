import { setTimeout as sleep } from 'node:timers/promises'
import {
  KEY_BUCKET,
  KEYS_TOLD,
  KEYS_TOLD_EVERY_MS,
  keyRecord,
  keysTold,
} from '@jobboard/contracts/internal/keys'
import type { Bus } from '@jobboard/events/bus'
import type { Log } from '@jobboard/service/log'
import { Kvm, type KvWatchEntry } from '@nats-io/kv'
import { hear } from '../limit/hear.ts'
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
const UNTOLD_MS = 3 * KEYS_TOLD_EVERY_MS

/** Follows until stopped, through any outage of NATS; after each one it reads the bucket anew. `nowMs` is the real clock,
 * monotonic. */
export function startKeyFeed(bus: Bus, cache: KeyCache, log: Log, nowMs: () => number): KeyFeed {
  const stopping = new AbortController()
  const { signal } = stopping
  let wholeAtMs = Number.NEGATIVE_INFINITY
  let provedAtMs = Number.NEGATIVE_INFINITY
  let openedAtMs = Number.NEGATIVE_INFINITY
  let here = { created: '', revision: 0 }
  let told = { created: '', revision: 0, atMs: Number.NEGATIVE_INFINITY }
  let isWhole = false
  let stopWatch: (() => void) | undefined

  const isHere = () => isWhole && bus.isUp() && nowMs() - wholeAtMs < SILENCE_MS

  async function follow(): Promise<void> {
    while (!signal.aborted) {
      try {
        await bus.ready(signal)
        const bucket = await new Kvm(bus.js).open(KEY_BUCKET)
        const { values, streamInfo } = await bucket.status()
        openedAtMs = nowMs()
        here = { created: streamInfo.created, revision: streamInfo.state.last_seq }
        const watch = await bucket.watch()
        stopWatch = () => watch.stop()
        if (values === 0) markWhole()
        for await (const entry of watch) {
          apply(entry)
          here.revision = Math.max(here.revision, entry.revision)
          if (entry.isUpdate || entry.delta === 0) markWhole()
        }
      } catch (error) {
        if (!signal.aborted) log.debug({ err: error }, 'keys cannot be followed yet')
      }
      isWhole = false
      cache.endFeed(wholeAtMs)
      await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
    }
  }

  function markWhole(): void {
    if (!isWhole) log.info('keys are followed')
    isWhole = true
    wholeAtMs = nowMs()
    prove()
  }

  // A NATS that stores nothing, an accounts that cannot reach it, a bucket that was made anew: all would look like keys
  // that never change. What accounts says it has put there must have come.
  function prove(): void {
    if (isWhole && told.created === here.created && told.revision <= here.revision) provedAtMs = told.atMs
  }

  function isMissing(): boolean {
    return told.atMs - Math.max(provedAtMs, openedAtMs) > SILENCE_MS
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
      if (isHeard && isWhole && nowMs() - wholeAtMs < SILENCE_MS && !isMissing()) wholeAtMs = nowMs()
      else if (isWhole) restart()
      await sleep(BEAT_MS, undefined, { signal }).catch(() => {})
    }
  }

  function restart(): void {
    isWhole = false
    stopWatch?.()
  }

  const unlisten = bus.onConnect(async (nc) => {
    hear(nc, KEYS_TOLD, keysTold, (word) => {
      told = { ...word, atMs: nowMs() }
      prove()
    })
    for await (const { type } of nc.status()) if (type === 'disconnect' || type === 'reconnect') restart()
  })
  const running = Promise.all([follow(), beat()])
  return {
    isFresh: () => isHere() && nowMs() - provedAtMs < UNTOLD_MS,
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
