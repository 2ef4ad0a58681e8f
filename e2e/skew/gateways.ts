import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, client, clientOf } from '@jobboard/testkit/client'

/** Where one gateway listens. */
export interface GatewayAddress {
  url: string
  adminUrl: string
}

/** Clients that go to the gateways in turn, those only that are ready, as behind a load balancer. */
export interface Gateways {
  public(headers: Record<string, string>): Client
  admin(headers: Record<string, string>): Client
  close(): Promise<void>
}

/** Shorter than half of the time for which a gateway that stops still serves. */
const CHECK_EVERY_MS = 200
const CHECK_TIMEOUT_MS = 2_000

/** Checks `/healthz/ready` of each gateway until `close`. */
export function openGateways(addresses: readonly GatewayAddress[]): Gateways {
  let ready: readonly GatewayAddress[] = addresses
  let next = 0
  const pick = () => (ready.length > 0 ? ready : addresses)[next++ % Math.max(1, ready.length)]!
  const closing = new AbortController()

  async function check(): Promise<void> {
    while (!closing.signal.aborted) {
      const found = await Promise.all(addresses.map(({ url }) => isReady(url)))
      ready = addresses.filter((_, i) => found[i])
      await sleep(CHECK_EVERY_MS)
    }
  }
  const checking = check()
  const through = (plane: keyof GatewayAddress, headers: Record<string, string>) =>
    clientOf((method, path, request) => client(pick()[plane], headers).send(method, path, request))
  return {
    public: (headers) => through('url', headers),
    admin: (headers) => through('adminUrl', headers),
    async close() {
      closing.abort()
      await checking
    },
  }
}

/** Whether the process at this base URL reports that it is ready. */
export async function isReady(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS)
  const response = await fetch(`${url}/healthz/ready`, { signal }).catch(() => undefined)
  await response?.body?.cancel()
  return response?.status === 200
}
