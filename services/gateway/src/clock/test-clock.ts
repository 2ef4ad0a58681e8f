import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, unavailable } from '@jobboard/contracts/error'
import { setClock } from '@jobboard/contracts/operators/internal'
import type { Bus } from '@jobboard/events/nats/bus'
import type { Clock } from '@jobboard/service/clock/clock'
import type { Peers } from '@jobboard/service/http/peers'
import type { Call, PeerAddress } from '@jobboard/service/lifecycle/call'
import type { GatewayEnv, UpstreamName } from '../env.ts'

/** Moves the business clock of the whole stack (`TEST_CLOCK`, D-55). The first service of `SERVICES` stores
 * the offset that counts; all other clocks follow it, and none goes back. */
export interface TestClock {
  /** Adopts the furthest offset of the services. Resolves after one round; services that are not up yet are
   * called again until the signal aborts. */
  adopt(signal: AbortSignal): Promise<void>
  /** Moves every clock by `byMs`; concurrent moves add up. Returns the offsets before and after. Throws
   * unavailable when a service did not move: the offset that counts has not changed then. */
  advance(byMs: number): Promise<{ beforeMs: number; afterMs: number }>
  stop(): void
}

const SUBJECT = 'clock.moved'
const PUBLISH_INTERVAL_MS = 1_000
const ADOPT_RETRY_MS = 500
const MOVE_TIMEOUT_MS = 10_000
const MAX_ATTEMPTS = 50

/** Follows the moves of other gateways until stopped. Does nothing without `TEST_CLOCK`. */
export function openTestClock({
  env,
  bus,
  call,
  peers,
  clock,
}: {
  env: GatewayEnv
  bus: Bus
  call: Call
  peers: Peers
  clock: Clock
}): TestClock {
  const [first, ...others] = env.SERVICES as [UpstreamName, ...UpstreamName[]]

  const move = async (
    name: UpstreamName,
    replica: PeerAddress,
    body: { offsetMs: number; fromMs?: number },
  ) => (await call(setClock(name), { body }, { replica, timeoutMs: MOVE_TIMEOUT_MS })).offsetMs

  /** Moves each replica of a service at least this far; returns the furthest offset. Throws unavailable. */
  async function moveService(name: UpstreamName, offsetMs: number): Promise<number> {
    const replicas = peers.addressesOf(name)
    const moves = await Promise.allSettled(replicas.map((replica) => move(name, replica, { offsetMs })))
    const offsets = moves.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    if (offsets.length < moves.length) throw unavailable(`The ${name} service`)
    return Math.max(...offsets)
  }

  /** Moves the first service if its offset is still `fromMs`; false when another move came first. Throws
   * unavailable. */
  async function compareAndSet(fromMs: number, offsetMs: number): Promise<boolean> {
    const [replica, ...rest] = peers.addressesOf(first) as [PeerAddress, ...PeerAddress[]]
    try {
      await move(first, replica, { offsetMs, fromMs })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'precondition_failed') return false
      throw error
    }
    // The replicas share a database: one that misses this call reads the offset there within a second.
    await Promise.allSettled(rest.map((one) => move(first, one, { offsetMs })))
    return true
  }

  async function adoptFrom(names: readonly UpstreamName[]): Promise<UpstreamName[]> {
    const offsets = await Promise.allSettled(names.map((name) => moveService(name, 0)))
    for (const one of offsets) if (one.status === 'fulfilled') clock.advanceTo(one.value)
    return names.filter((_, index) => offsets[index]!.status === 'rejected')
  }

  async function adoptRest(names: UpstreamName[], signal: AbortSignal): Promise<void> {
    let missing = names
    while (missing.length > 0 && !signal.aborted) {
      await sleep(ADOPT_RETRY_MS, undefined, { signal }).catch(() => {})
      if (!signal.aborted) missing = await adoptFrom(missing)
    }
  }

  const stopFollowing = env.TEST_CLOCK ? followGateways(bus, clock) : () => {}
  return {
    async adopt(signal) {
      if (env.TEST_CLOCK) void adoptRest(await adoptFrom(env.SERVICES), signal)
    },
    async advance(byMs) {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const beforeMs = await moveService(first, 0)
        const afterMs = Math.max(beforeMs, clock.offsetMs) + byMs
        await Promise.all(others.map((name) => moveService(name, afterMs)))
        if (!(await compareAndSet(beforeMs, afterMs))) continue
        clock.advanceTo(afterMs)
        if (bus.isUp()) await flush(bus)
        return { beforeMs, afterMs }
      }
      const message = 'The clock was moved by other calls at the same time; try again.'
      throw new ApiError('unavailable', message, { headers: { 'retry-after': '1' } })
    },
    stop: stopFollowing,
  }
}

/** Resolves when NATS has what was published, or after a second. */
function flush(bus: Bus): Promise<void> {
  const timeout = sleep(PUBLISH_INTERVAL_MS, undefined, { ref: false })
  return Promise.race([bus.nc.flush().catch(() => {}), timeout])
}

/** Publishes this gateway's offset after each move, and every second for gateways that missed one; adopts
 * theirs. */
function followGateways(bus: Bus, clock: Clock): () => void {
  const publish = () => {
    if (bus.isUp() && clock.offsetMs > 0) bus.nc.publish(SUBJECT, String(clock.offsetMs))
  }
  const unsubscribe = bus.onConnect((nc) => {
    nc.subscribe(SUBJECT, {
      callback: (error, message) => {
        const offsetMs = error ? Number.NaN : Number(message.string())
        if (Number.isFinite(offsetMs)) clock.advanceTo(offsetMs)
      },
    })
  })
  const removeListener = clock.onAdvance(publish)
  const timer = setInterval(publish, PUBLISH_INTERVAL_MS)
  return () => {
    clearInterval(timer)
    removeListener()
    unsubscribe()
  }
}
