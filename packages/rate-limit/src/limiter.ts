import { randomUUID } from 'node:crypto'
import type { LimitFamily } from '@jobboard/contracts/limits'
import type { Bus } from '@jobboard/events/nats/bus'
import { membershipOfOne, type OwnerLookup, openMembership } from './membership.ts'
import { openOwnerRpc } from './owner-rpc.ts'
import { openReplication } from './replication.ts'
import { type Decision, openSlidingLog, WINDOW_MS, windowName } from './sliding-log.ts'
import { natsTransport, noTransport } from './transport.ts'

/** Admits or refuses one more request of a key within a limit family. */
export interface Limiter {
  /** Synchronous when this member owns the window or must decide without the owner; otherwise at most about 25 ms. */
  take(keyId: string, family: LimitFamily): Decision | Promise<Decision>
  /** Counts an admitted request as `count` more, or refuses it when its decision, `first`, says that fewer are left. Of requests
   * that other members admit at that moment it may lose some: then it is refused, and part of it is counted. */
  takeMore(keyId: string, family: LimitFamily, count: number, first: Decision): Promise<Decision>
}

/** A started limiter: one member of the group that counts together. */
export interface RunningLimiter extends Limiter {
  /** Joins the group; take requests when it resolves. Until then this member owns no window, so that no other one waits for a
   * process that is still starting. About 100 ms; 0 without other members or while NATS is away; at most 1.1 s. */
  join(): Promise<void>
  /** Windows in memory: one per key and family. */
  size(): number
  /** Members that count together, this one included; 0 while cut off from NATS. */
  members(): number
  /** Requests decided without the owner of their window, since the start. */
  decidedWithoutOwner(): number
  /** Messages dropped because no member had signed them, because they were replayed or invalid, since the start. */
  rejectedMessages(): number
  /** Hands the windows of this member over and leaves the group. */
  stop(): void
}

const SWEEP_MS = 60_000

/** What the members of a group share. `secret` signs their messages. */
export interface SharedBus {
  bus: Bus
  secret: string
}

/** Exact sliding windows over all members on one NATS (D-17); without `shared` a group of one. An owner that does not respond
 * is replaced by this member's own log: at most the limit per member, never open. `nowMs` is a monotonic clock. */
export function startLimiter(
  settings: { shared?: SharedBus | undefined; nowMs?: () => number } = {},
): RunningLimiter {
  const { shared, nowMs = () => performance.now() } = settings
  const self = randomUUID()
  const log = openSlidingLog(nowMs)
  const transport = shared ? natsTransport(shared.bus, self, shared.secret) : noTransport
  const replication = openReplication(transport, self, log, nowMs, countAsOwn)
  const ownerRpc = openOwnerRpc(transport, self, log)
  const membership = shared ? openMembership(transport, self, handOver) : membershipOfOne(self)
  // A full window cannot open before its oldest request leaves it: until then its owner is not called again.
  const refusedUntilMs = new Map<string, number>()
  // Requests that the other members had admitted when the owner last responded: used while the owner is unresponsive.
  const admittedElsewhere = new Map<string, { count: number; untilMs: number }>()
  let decidedWithoutOwner = 0

  /** What another member has handed over is no longer counted as admitted elsewhere. */
  function countAsOwn(name: string, added: number): void {
    const elsewhere = admittedElsewhere.get(name)
    if (elsewhere) elsewhere.count = Math.max(0, elsewhere.count - added)
  }

  function handOver(ownerBefore: OwnerLookup): void {
    for (const name of log.names()) {
      const owner = membership.ownerOf(name)
      if (owner !== undefined && owner !== ownerBefore(name)) replication.replicateWindow(owner, name)
    }
  }

  async function decideAtOwner(owner: string, name: string): Promise<Decision> {
    const sentAtMs = nowMs()
    // The same id whichever member decides: an owner that gets the request late and replicated too counts it once.
    const id = log.newId()
    const decision = await ownerRpc.take(owner, name, id)
    if (!decision) return decideWithoutOwner(owner, name, id)
    if (!decision.ok) refusedUntilMs.set(name, sentAtMs + decision.retryAfterMs)
    else {
      log.append(name, id)
      const count = log.limitOf(name) - decision.remaining - log.count(name)
      admittedElsewhere.set(name, { count, untilMs: nowMs() + decision.resetMs })
      // The window may have moved while the previous owner responded.
      const ownerNow = membership.ownerOf(name)
      if (ownerNow !== undefined && ownerNow !== owner) replication.replicateWindow(ownerNow, name)
    }
    return decision
  }

  function decideWithoutOwner(owner: string | undefined, name: string, id = log.newId()): Decision {
    decidedWithoutOwner++
    const elsewhere = owner === undefined ? undefined : admittedElsewhere.get(name)
    const waitMs = (elsewhere?.untilMs ?? 0) - nowMs()
    if (elsewhere && waitMs > 0 && log.count(name) + elsewhere.count >= log.limitOf(name))
      return refusal(waitMs)
    const decision = log.take(name, id)
    // The window may have moved while its owner did not respond.
    const ownerNow = membership.ownerOf(name)
    if (decision.ok && ownerNow !== undefined && ownerNow !== self) replication.replicate(ownerNow, name, id)
    return decision
  }

  const sweeping = setInterval(() => {
    log.sweep()
    const now = nowMs()
    for (const [name, untilMs] of refusedUntilMs) if (untilMs <= now) refusedUntilMs.delete(name)
    for (const [name, { untilMs }] of admittedElsewhere) if (untilMs <= now) admittedElsewhere.delete(name)
  }, SWEEP_MS).unref()

  function take(keyId: string, family: LimitFamily): Decision | Promise<Decision> {
    const name = windowName(keyId, family)
    const refusedUntil = refusedUntilMs.get(name)
    if (refusedUntil !== undefined) {
      const waitMs = refusedUntil - nowMs()
      if (waitMs > 0) return refusal(waitMs)
    }
    const owner = membership.ownerOf(name)
    if (owner === self) return log.take(name)
    if (owner === undefined || ownerRpc.isUnresponsive(owner)) return decideWithoutOwner(owner, name)
    return decideAtOwner(owner, name)
  }

  // Sent in one message, which the owner handles in one step.
  async function takeMore(
    keyId: string,
    family: LimitFamily,
    count: number,
    first: Decision,
  ): Promise<Decision> {
    const decisions =
      first.remaining < count
        ? []
        : await Promise.all(Array.from({ length: count }, () => take(keyId, family)))
    if (decisions.length > 0 && decisions.every(({ ok }) => ok)) return decisions.at(-1)!
    const name = windowName(keyId, family)
    const isOwn = membership.ownerOf(name) === self
    // It is admitted again with the request itself. Another owner does not say when so many are free; after a window they are.
    const retryAfterMs = isOwn ? log.waitMs(name, count + 1) : WINDOW_MS
    return { ...first, ok: false, retryAfterMs }
  }

  return {
    take,
    takeMore,
    join: membership.join,
    size: log.size,
    members: membership.count,
    decidedWithoutOwner: () => decidedWithoutOwner,
    rejectedMessages: transport.rejected,
    stop() {
      clearInterval(sweeping)
      membership.leave()
      ownerRpc.stop()
    },
  }
}

function refusal(waitMs: number): Decision {
  return { ok: false, remaining: 0, retryAfterMs: waitMs, resetMs: waitMs }
}
