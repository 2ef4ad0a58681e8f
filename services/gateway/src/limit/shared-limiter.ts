import { randomUUID } from 'node:crypto'
import type { Bus } from '@jobboard/events/nats/bus'
import type { Decision, RunningLimiter } from './limiter.ts'
import { startMembers } from './members.ts'
import { openQuestions } from './questions.ts'
import { openSlidingLog, windowName } from './sliding-log.ts'
import { openTelling } from './telling.ts'

const SWEEP_MS = 60_000

/** Counts over all replicas (D-17): each window has one owner among them, whom the others ask. While an owner does not
 * answer, the own log decides: never open, and at most the limit for each replica. */
export async function startSharedLimiter(bus: Bus, nowMs: () => number): Promise<RunningLimiter> {
  const log = openSlidingLog(nowMs)
  const self = randomUUID()
  // A full window cannot open before its oldest request leaves it: until then nobody is asked.
  const refusedUntilMs = new Map<string, number>()
  // What the others had used when the owner last answered: for the moment in which it is slow.
  const others = new Map<string, { count: number; untilMs: number }>()
  const telling = openTelling(bus, self, log, nowMs)
  const members = startMembers(bus, self, (ownerBefore) => {
    for (const name of log.names()) {
      const owner = members.ownerOf(name)
      if (owner !== undefined && owner !== ownerBefore(name)) telling.tellAll(owner, name)
    }
  })
  const questions = openQuestions(bus, self, log)
  let decidedAlone = 0

  async function ask(owner: string, name: string): Promise<Decision> {
    const askedAtMs = nowMs()
    // One id, whoever decides: an owner that comes to it late and is told of it too counts it once.
    const id = log.newId()
    const answer = await questions.ask(owner, name, id)
    if (!answer) return decideAlone(owner, name, id)
    if (!answer.ok) refusedUntilMs.set(name, askedAtMs + answer.retryAfterMs)
    else {
      log.append(name, id)
      const count = log.limitOf(name) - answer.remaining - log.count(name)
      others.set(name, { count, untilMs: nowMs() + answer.resetMs })
      // The name moved while its old owner answered.
      const now = members.ownerOf(name)
      if (now !== undefined && now !== owner) telling.tellAll(now, name)
    }
    return answer
  }

  function decideAlone(owner: string | undefined, name: string, id = log.newId()): Decision {
    decidedAlone++
    const used = owner === undefined ? undefined : others.get(name)
    const waitMs = (used?.untilMs ?? 0) - nowMs()
    if (used && waitMs > 0 && log.count(name) + used.count >= log.limitOf(name)) return refused(waitMs)
    const taken = log.take(name, id)
    if (taken.ok && owner !== undefined) telling.tell(owner, name, id)
    return taken
  }

  const sweeping = setInterval(() => {
    log.sweep()
    const now = nowMs()
    for (const [name, untilMs] of refusedUntilMs) if (untilMs <= now) refusedUntilMs.delete(name)
    for (const [name, { untilMs }] of others) if (untilMs <= now) others.delete(name)
  }, SWEEP_MS).unref()
  await members.settled()

  return {
    take(keyId, family) {
      const name = windowName(keyId, family)
      const waitMs = (refusedUntilMs.get(name) ?? Number.NEGATIVE_INFINITY) - nowMs()
      if (waitMs > 0) return refused(waitMs)
      const owner = members.ownerOf(name)
      if (owner === self) return log.take(name)
      if (owner === undefined || questions.isSilent(owner)) return decideAlone(owner, name)
      return ask(owner, name)
    },
    size: log.size,
    members: members.count,
    decidedAlone: () => decidedAlone,
    async stop() {
      clearInterval(sweeping)
      await members.leave()
      questions.stop()
    },
  }
}

function refused(waitMs: number): Decision {
  return { ok: false, remaining: 0, retryAfterMs: waitMs, resetMs: waitMs }
}
