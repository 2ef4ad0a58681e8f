import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '@jobboard/events/nats/bus'

/** Whether NATS responds within `timeoutMs`. Never throws. */
export async function isNatsResponsive(bus: Bus, timeoutMs: number, signal: AbortSignal): Promise<boolean> {
  if (!bus.isUp()) return false
  const timeout = sleep(timeoutMs, false, { signal, ref: false }).catch(() => false)
  const flushed = bus.nc.flush().then(
    () => true,
    () => false,
  )
  return Promise.race([flushed, timeout])
}
