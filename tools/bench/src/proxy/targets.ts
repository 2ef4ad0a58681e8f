import { join } from 'node:path'
import { mintKey } from '@jobboard/service/auth/api-key'
import { OTHER_CPU, PROXY_CPU, type ProxyEnvironment, waitFor } from './environment.ts'
import { startGateway } from './gateway.ts'
import { type Listener, writeScript } from './load.ts'
import { type Programs, startFastifyProxy, startHaproxy, startNginxProxy } from './other-proxies.ts'

/** A process to put under load. */
export interface Target extends Listener {
  name: string
  /** The wrk script of its load. */
  script: string
  /** Share of requests that must be refused under this load, 0 to 1. */
  refused: number
}

export const NGINX = 'nginx `proxy_pass`'
export const GATEWAY = 'this gateway: key, scope, limit'

// The limit is 100 requests a minute per key: with so many keys none is refused.
const KEYS = 10_000

/** Starts every proxy in front of the upstream. */
export async function startTargets(
  environment: ProxyEnvironment,
  { nginx, haproxy }: Programs,
  upstream: Listener,
): Promise<Target[]> {
  const { dir, keys } = environment
  const script = (name: string, used: string[]) => writeScript(join(dir, `${name}.lua`), used)
  const [one, ...many] = await keys.fill(KEYS + 1)
  const all = script('all', many)
  const target = (name: string, listener: Listener): Target => ({
    ...listener,
    name,
    script: all,
    refused: 0,
  })
  const gateway = await startGateway(environment, upstream.port, { name: 'gateway', cpu: PROXY_CPU })
  const logging = { name: 'logging', cpu: PROXY_CPU, env: { LOG_LEVEL: 'info' } }
  return [
    target('the upstream itself', upstream),
    target(NGINX, await startNginxProxy(environment, nginx, upstream.port)),
    target('HAProxy, one thread', await startHaproxy(environment, haproxy, upstream.port)),
    target('Fastify with @fastify/http-proxy', await startFastifyProxy(environment, upstream.port)),
    target(GATEWAY, gateway),
    target('the same with its access log', await startGateway(environment, upstream.port, logging)),
    target('one of three with `LIMITER=shared`', await startReplicas(environment, upstream.port)),
    {
      ...target('401: a key that does not exist', gateway),
      script: script('401', [mintKey('recruiter')]),
      refused: 1,
    },
    // The first hundred requests of each minute pass.
    {
      ...target('429: one key above its limit', gateway),
      script: script('429', [one!]),
      refused: 0.9,
    },
  ]
}

/** Three gateways that share the limiter; only the first is put under load, the others run on the CPU of the load. */
async function startReplicas(environment: ProxyEnvironment, upstreamPort: number): Promise<Listener> {
  const start = (name: string, cpu: number) =>
    startGateway(environment, upstreamPort, { name, cpu, env: { LIMITER: 'shared' } })
  const [first] = await Promise.all([
    start('shared-1', PROXY_CPU),
    start('shared-2', OTHER_CPU),
    start('shared-3', OTHER_CPU),
  ])
  const members = () => first.metric('gateway_limiter_members')
  await waitFor('three gateways count together', async () => (await members()) === 3)
  return first
}
