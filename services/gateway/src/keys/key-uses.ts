import { type KeyRecord, recordKeyUse } from '@jobboard/contracts/internal/keys'
import type { Call } from '@jobboard/service/http/call'
import type { Log } from '@jobboard/service/lifecycle/log'

/** Collects the last use of each key and reports it to accounts in batches (D-18). */
export interface KeyUses {
  add(key: KeyRecord, usedAtMs: number): void
  stop(): Promise<void>
}

/** A report is made and sent in one go, which delays the requests of that moment: 0.5 ms with so many. */
const MAX_PER_CALL = 500
const CALL_TIMEOUT_MS = 1_000

/** Reports every `intervalMs`, and once more when stopped. Uses that accounts did not accept are reported
 * again. */
export function startKeyUses(call: Call, log: Log, intervalMs = 1_000): KeyUses {
  // By record, which every request has at hand. A key that changed meanwhile has two: accounts keeps the later use.
  let uses = new Map<KeyRecord, number>()
  let flushing: Promise<void> | undefined

  async function flush(): Promise<void> {
    const reported = uses
    uses = new Map()
    while (reported.size > 0) {
      const part = [...reported.entries().take(MAX_PER_CALL)]
      try {
        const body = { uses: part.map(([{ kind, id: keyId }, usedAtMs]) => ({ kind, keyId, usedAtMs })) }
        await call(recordKeyUse, { body }, { timeoutMs: CALL_TIMEOUT_MS })
      } catch (error) {
        log.warn({ err: error, keys: reported.size }, 'last uses of keys are not reported; trying again')
        for (const [key, usedAtMs] of reported) if (!uses.has(key)) uses.set(key, usedAtMs)
        return
      }
      for (const [key] of part) reported.delete(key)
    }
  }

  // One report at a time: while accounts hangs none queue up, which a stop would have to wait for.
  const timer = setInterval(() => {
    flushing ??= flush().finally(() => {
      flushing = undefined
    })
  }, intervalMs)
  return {
    add: (key, usedAtMs) => void uses.set(key, usedAtMs),
    async stop() {
      clearInterval(timer)
      await flushing
      await flush()
    },
  }
}
