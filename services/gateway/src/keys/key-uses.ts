import { type KeyRecord, recordKeyUse } from '@jobboard/contracts/internal/keys'
import type { Call } from '@jobboard/service/lifecycle/call'
import type { Log } from '@jobboard/service/lifecycle/log'
import { keyName } from './key-name.ts'

/** Collects the last use of each key and reports it to accounts in batches (D-18). */
export interface KeyUses {
  add(key: KeyRecord, usedAtMs: number): void
  stop(): Promise<void>
}

const MAX_PER_CALL = 10_000

/** Reports every `intervalMs`, and once more when stopped. Uses that accounts did not accept within `callTimeoutMs` are
 * reported again. */
export function startKeyUses(
  call: Call,
  log: Log,
  { intervalMs = 1_000, callTimeoutMs = 1_000 } = {},
): KeyUses {
  // By record, which every request has at hand; names are built once per batch.
  let uses = new Map<KeyRecord, number>()
  let flushing: Promise<void> | undefined

  async function flush(): Promise<void> {
    const batch = latestUses(uses)
    uses = new Map()
    for (let from = 0; from < batch.length; from += MAX_PER_CALL) {
      const part = batch.slice(from, from + MAX_PER_CALL)
      try {
        const body = { uses: part.map(([{ kind, id: keyId }, usedAtMs]) => ({ kind, keyId, usedAtMs })) }
        await call(recordKeyUse, { body }, { timeoutMs: callTimeoutMs })
      } catch (error) {
        log.warn({ err: error, keys: part.length }, 'last uses of keys are not reported; trying again')
        for (const [key, usedAtMs] of part) if (!uses.has(key)) uses.set(key, usedAtMs)
      }
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

// A key that changed meanwhile has two records: the later use counts.
function latestUses(uses: Map<KeyRecord, number>): [KeyRecord, number][] {
  const byName = new Map<string, [KeyRecord, number]>()
  for (const use of uses) {
    const name = keyName(use[0])
    const other = byName.get(name)
    if (!other || other[1] < use[1]) byName.set(name, use)
  }
  return [...byName.values()]
}
