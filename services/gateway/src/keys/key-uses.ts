import type { Input } from '@jobboard/contracts/endpoint'
import { type KeyRecord, recordKeyUse } from '@jobboard/contracts/internal/keys'
import type { Call } from '@jobboard/service/lifecycle/call'
import type { Log } from '@jobboard/service/lifecycle/log'
import { keyName } from './key-name.ts'

/** Collects the last use of each key and reports it to accounts in batches (D-18). */
export interface KeyUses {
  add(key: KeyRecord, usedAtMs: number): void
  stop(): Promise<void>
}

/** A report is made and sent in one go, which delays the requests of that moment: 0.5 ms with so many. */
const MAX_PER_CALL = 500

/** Reports every `intervalMs`, and once more when stopped. Uses that accounts did not accept within `callTimeoutMs` are
 * reported again. */
export function startKeyUses(
  call: Call,
  log: Log,
  { intervalMs = 1_000, callTimeoutMs = 1_000 } = {},
): KeyUses {
  // By record, which every request has at hand; names are built once per report.
  let uses = new Map<KeyRecord, number>()
  let flushing: Promise<void> | undefined

  async function flush(): Promise<void> {
    const reported = uses
    uses = new Map()
    while (reported.size > 0) {
      const part = [...reported.entries().take(MAX_PER_CALL)]
      try {
        await call(recordKeyUse, { body: { uses: latestUses(part) } }, { timeoutMs: callTimeoutMs })
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

// A key that changed meanwhile has two records: the later use counts. In two reports, accounts keeps the later one.
function latestUses(uses: [KeyRecord, number][]): Input<typeof recordKeyUse>['body']['uses'] {
  const byName = new Map<string, Input<typeof recordKeyUse>['body']['uses'][number]>()
  for (const [key, usedAtMs] of uses) {
    const other = byName.get(keyName(key))
    if (!other || other.usedAtMs < usedAtMs)
      byName.set(keyName(key), { kind: key.kind, keyId: key.id, usedAtMs })
  }
  return [...byName.values()]
}
