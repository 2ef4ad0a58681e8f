import { join } from 'node:path'
import { mintKey } from '@jobboard/service/auth/api-key'
import { type Arena, OTHER_CPU, PROXY_CPU, until } from './proxy-arena.ts'
import { startGateway } from './proxy-gateway.ts'
import { type Served, writeLoad } from './proxy-load.ts'
import { type findPrograms, startHaproxy, startLibrary, startNginxProxy } from './proxy-rivals.ts'

/** Something to put under load. */
export interface Target extends Served {
  name: string
  /** The script of its load. */
  script: string
  /** The share of requests that this load means to be refused. */
  refused: number
}

export const NGINX = 'nginx `proxy_pass`'
export const GATEWAY = 'this gateway: key, scope, limit'

// 100 requests a minute and key: this many keys carry the load without a single 429.
const KEYS = 10_000

/** Starts every proxy before the upstream. */
export async function startTargets(
  arena: Arena,
  { nginx, haproxy }: ReturnType<typeof findPrograms>,
  upstream: Served,
): Promise<Target[]> {
  const { dir, keys } = arena
  const script = (name: string, used: string[]) => writeLoad(join(dir, `${name}.lua`), used)
  const [one, ...many] = await keys.fill(KEYS + 1)
  const all = script('all', many)
  const target = (name: string, served: Served): Target => ({ ...served, name, script: all, refused: 0 })
  const gateway = await startGateway(arena, upstream.port, { name: 'gateway', cpu: PROXY_CPU })
  const logging = { name: 'logging', cpu: PROXY_CPU, env: { LOG_LEVEL: 'info' } }
  return [
    target('the upstream itself', upstream),
    target(NGINX, await startNginxProxy(arena, nginx, upstream.port)),
    target('HAProxy, one thread', await startHaproxy(arena, haproxy, upstream.port)),
    target('Fastify with @fastify/http-proxy', await startLibrary(arena, upstream.port)),
    target(GATEWAY, gateway),
    target('the same with its access log', await startGateway(arena, upstream.port, logging)),
    target('one of three with `LIMITER=shared`', await startReplicas(arena, upstream.port)),
    {
      ...target('401: a key that nobody has', gateway),
      script: script('401', [mintKey('recruiter')]),
      refused: 1,
    },
    // Its first hundred requests of a minute pass.
    {
      ...target('429: one key without end', gateway),
      script: script('429', [one!]),
      refused: 0.9,
    },
  ]
}

/** The other two run beside the load. */
async function startReplicas(arena: Arena, upstreamPort: number): Promise<Served> {
  const start = (name: string, cpu: number) =>
    startGateway(arena, upstreamPort, { name, cpu, env: { LIMITER: 'shared' } })
  const [one] = await Promise.all([
    start('shared-1', PROXY_CPU),
    start('shared-2', OTHER_CPU),
    start('shared-3', OTHER_CPU),
  ])
  const members = () => one.metric('gateway_limiter_members')
  await until('three gateways count together', async () => (await members()) === 3)
  return one
}
