import { type KeyRecord, recordKeyUse } from '@jobboard/contracts/internal/keys'
import type { Call } from '@jobboard/service/call'
import type { Log } from '@jobboard/service/log'

/** Collects when keys were last used and tells accounts in batches (D-18). */
export interface KeyUses {
  add(key: Pick<KeyRecord, 'kind' | 'id'>, usedAtMs: number): void
  stop(): Promise<void>
}

type Use = { kind: KeyRecord['kind']; keyId: number; usedAtMs: number }

const MAX_PER_CALL = 10_000

/** Tells accounts every `everyMs`, and once more when stopped. What it does not take is told again later. */
export function startKeyUses(call: Call, log: Log, everyMs = 1_000): KeyUses {
  let uses = new Map<string, Use>()
  let flushing: Promise<void> = Promise.resolve()

  const add = (use: Use) => {
    const name = `${use.kind}:${use.keyId}`
    const known = uses.get(name)
    if (!known || known.usedAtMs < use.usedAtMs) uses.set(name, use)
  }

  async function flush(): Promise<void> {
    const batch = [...uses.values()]
    uses = new Map()
    for (let from = 0; from < batch.length; from += MAX_PER_CALL) {
      const part = batch.slice(from, from + MAX_PER_CALL)
      try {
        await call(recordKeyUse, { body: { uses: part } })
      } catch (error) {
        log.warn({ err: error, keys: part.length }, 'last uses are kept for later')
        for (const use of part) add(use)
      }
    }
  }

  const timer = setInterval(() => {
    flushing = flushing.then(flush)
  }, everyMs)
  return {
    add: (key, usedAtMs) => add({ kind: key.kind, keyId: key.id, usedAtMs }),
    async stop() {
      clearInterval(timer)
      await flushing
      await flush()
    },
  }
}
