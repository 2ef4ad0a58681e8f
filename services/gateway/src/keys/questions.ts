import { setTimeout as sleep } from 'node:timers/promises'
import { unavailable } from '@jobboard/contracts/error'
import { MAX_KEYS_PER_LOOKUP } from '@jobboard/contracts/internal/keys'

/** Has accounts asked about a key; resolves when the cache has heard the answer. Throws unavailable. */
export type AskAbout = (hash: string) => Promise<void>

/** One question at a time and one in `everyMs` at most: what comes meanwhile waits for the next one, a key many times
 * asked for only once. When `maxWaiting` keys wait, another one is turned away at once: unavailable. */
export function openQuestions(
  ask: (hashes: string[]) => Promise<void>,
  { everyMs, maxWaiting }: { everyMs: number; maxWaiting: number },
): AskAbout {
  const asking = new Map<string, Promise<void>>()
  let waiting = 0
  let next: { hashes: string[]; answer: Promise<void> } | undefined
  let turn: Promise<unknown> = Promise.resolve()

  function openNext() {
    const hashes: string[] = []
    const answer = turn
      .then(() => {
        if (next === question) next = undefined
        waiting -= hashes.length
        return ask(hashes)
      })
      .finally(() => {
        for (const hash of hashes) asking.delete(hash)
      })
    const pause = turn.then(() => sleep(everyMs, undefined, { ref: false }))
    turn = Promise.allSettled([answer, pause])
    const question = { hashes, answer }
    return question
  }

  return (hash) => {
    const running = asking.get(hash)
    if (running) return running
    if (waiting >= maxWaiting) return Promise.reject(unavailable('The accounts service'))
    if (!next || next.hashes.length === MAX_KEYS_PER_LOOKUP) next = openNext()
    next.hashes.push(hash)
    waiting++
    asking.set(hash, next.answer)
    return next.answer
  }
}
