import type { Bus } from '@jobboard/events/nats/bus'
import type { Clock } from '@jobboard/service/clock/clock'
import type { GatewayEnv } from '../env.ts'

/** Lets the other gateways know how far this one's clock is. */
export interface ClockFollowing {
  /** Resolves when NATS has the last move, or was not there to take it. */
  told(): Promise<void>
  stop(): void
}

const SUBJECT = 'clock.moved'
const TELL_MS = 1_000

/** Gateways tell each other each move, and every second for those that missed one; without `TEST_CLOCK` there is
 * nothing to tell. */
export function followClock(env: Pick<GatewayEnv, 'TEST_CLOCK'>, bus: Bus, clock: Clock): ClockFollowing {
  if (!env.TEST_CLOCK) return { told: async () => {}, stop: () => {} }

  const unlisten = bus.onConnect((nc) => {
    nc.subscribe(SUBJECT, {
      callback: (error, message) => {
        const offsetMs = error ? Number.NaN : Number(message.string())
        if (Number.isFinite(offsetMs)) clock.advanceTo(offsetMs)
      },
    })
  })
  const tell = () => {
    if (bus.isUp() && clock.offsetMs > 0) bus.nc.publish(SUBJECT, String(clock.offsetMs))
  }
  const unmove = clock.onAdvance(tell)
  const telling = setInterval(tell, TELL_MS)

  return {
    async told() {
      if (!bus.isUp()) return
      const late = new Promise<void>((resolve) => setTimeout(resolve, TELL_MS).unref())
      await Promise.race([bus.nc.flush().catch(() => {}), late])
    },
    stop() {
      clearInterval(telling)
      unmove()
      unlisten()
    },
  }
}
