import { type KeyRecord, recordKeyUse } from '@jobboard/contracts/internal/keys'
import type { Call } from '@jobboard/service/http/call'
import type { Log } from '@jobboard/service/lifecycle/log'
import { nameOf } from '../http/exchange.ts'

/** Collects when keys were last used and tells accounts in batches (D-18). */
export interface KeyUses {
  add(key: KeyRecord, usedAtMs: number): void
  stop(): Promise<void>
}

const MAX_PER_CALL = 10_000
const TELL_TIMEOUT_MS = 1_000

/** Tells accounts every `everyMs`, and once more when stopped. What it does not take is told again later. */
export function startKeyUses(call: Call, log: Log, everyMs = 1_000): KeyUses {
  // By the record, which each request has at hand: naming the key is left to the flush.
  let uses = new Map<KeyRecord, number>()
  let flushing: Promise<void> | undefined

  async function flush(): Promise<void> {
    const batch = latest(uses)
    uses = new Map()
    for (let from = 0; from < batch.length; from += MAX_PER_CALL) {
      const part = batch.slice(from, from + MAX_PER_CALL)
      try {
        const told = part.map(([{ kind, id: keyId }, usedAtMs]) => ({ kind, keyId, usedAtMs }))
        await call(recordKeyUse, { body: { uses: told } }, { timeoutMs: TELL_TIMEOUT_MS })
      } catch (error) {
        log.warn({ err: error, keys: part.length }, 'last uses are kept for later')
        for (const [key, usedAtMs] of part) if (!uses.has(key)) uses.set(key, usedAtMs)
      }
    }
  }

  // One at a time: while accounts hangs no turns pile up, which a stop would have to wait for.
  const timer = setInterval(() => {
    flushing ??= flush().finally(() => {
      flushing = undefined
    })
  }, everyMs)
  return {
    add: (key, usedAtMs) => void uses.set(key, usedAtMs),
    async stop() {
      clearInterval(timer)
      await flushing
      await flush()
    },
  }
}

// A key that changed meanwhile has two records: the later use counts.
function latest(uses: Map<KeyRecord, number>): [KeyRecord, number][] {
  const byName = new Map<string, [KeyRecord, number]>()
  for (const use of uses) {
    const known = byName.get(nameOf(use[0]))
    if (!known || known[1] < use[1]) byName.set(nameOf(use[0]), use)
  }
  return [...byName.values()]
}
