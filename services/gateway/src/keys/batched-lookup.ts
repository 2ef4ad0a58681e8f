import { setTimeout as sleep } from 'node:timers/promises'
import { unavailable } from '@jobboard/contracts/error'
import { MAX_KEYS_PER_LOOKUP } from '@jobboard/contracts/keys/internal'

/** Looks up one key by its hash; resolves when the result is in the cache. Throws unavailable. */
export type LookUp = (hash: string) => Promise<void>

/** Sends one batch at a time, and at most one per `intervalMs`. Hashes that arrive meanwhile wait for the
 * next batch, each once. While `maxWaiting` hashes wait, another one is refused at once: unavailable. */
export function openBatchedLookup(
  lookUpBatch: (hashes: string[]) => Promise<void>,
  { intervalMs, maxWaiting }: { intervalMs: number; maxWaiting: number },
): LookUp {
  const pending = new Map<string, Promise<void>>()
  let waiting = 0
  let next: { hashes: string[]; result: Promise<void> } | undefined
  let previous: Promise<unknown> = Promise.resolve()

  function openBatch() {
    const hashes: string[] = []
    const result = previous
      .then(() => {
        if (next === batch) next = undefined
        waiting -= hashes.length
        return lookUpBatch(hashes)
      })
      .finally(() => {
        for (const hash of hashes) pending.delete(hash)
      })
    const pause = previous.then(() => sleep(intervalMs, undefined, { ref: false }))
    previous = Promise.allSettled([result, pause])
    const batch = { hashes, result }
    return batch
  }

  return (hash) => {
    const running = pending.get(hash)
    if (running) return running
    if (waiting >= maxWaiting) return Promise.reject(unavailable('The accounts service'))
    if (!next || next.hashes.length === MAX_KEYS_PER_LOOKUP) next = openBatch()
    next.hashes.push(hash)
    waiting++
    pending.set(hash, next.result)
    return next.result
  }
}
