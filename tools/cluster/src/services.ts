import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProcessPlan } from '@jobboard/stack/infra/process/run-process'
import type { ServicePlan } from '@jobboard/stack/service-plans'
import { root } from '@jobboard/stack/settings'
import type { Machine, Network } from './machines.ts'
import type { PostgresNode } from './patroni.ts'

/** A process of the job board with its machine. */
export interface PlacedService extends ServicePlan {
  machine: Machine
}

/** What the proxy leads to. */
export type ProxyTargets = Record<'gateways' | 'operators' | 'portals', Target[]>

/** Ports of the proxy, in whose place no process listens. */
export interface ProxyPorts {
  public: number
  operators: number
  portal: number
}

const URL_OF_PORT = /http:\/\/127\.0\.0\.1:(\d+)/g

/** Puts each process of a stack on a machine of its own, the gateway three times and the portal twice. Every URL of a process
 * that the others have becomes that of its machine; those of the gateway and the portal become those of the proxy. */
export async function placeServices(
  plans: readonly ServicePlan[],
  network: Network,
  proxy: ProxyPorts,
  freePort: () => Promise<number>,
) {
  const placed: ProxyTargets & { services: PlacedService[] } = {
    ...{ services: [], gateways: [], operators: [], portals: [] },
  }
  const hosts = new Map(Object.values(proxy).map((port) => [String(port), network.address]))
  const add = (plan: ServicePlan, name: string, ports: Record<string, number>, hostVariables: string[]) => {
    const machine = network.add(name)
    const own = Object.fromEntries([
      ...hostVariables.map((variable) => [variable, machine.address]),
      ...Object.entries(ports).map(([variable, port]) => [variable, String(port)]),
    ])
    const logFile = plan.plan.logFile.replace(/[^/]+$/, `${name}.log`)
    placed.services.push({
      name,
      url: `http://${machine.address}:${ports.PORT}`,
      plan: { ...plan.plan, logFile, env: { ...plan.plan.env, ...own } },
      machine,
    })
    return machine.address
  }
  for (const plan of plans) {
    if (plan.name === 'gateway') {
      for (const name of ['gateway-1', 'gateway-2', 'gateway-3']) {
        const ports = { PORT: await freePort(), ADMIN_PORT: await freePort() }
        const host = add(plan, name, ports, ['HOST', 'ADMIN_HOST'])
        placed.gateways.push({ name, host, port: ports.PORT })
        placed.operators.push({ name, host, port: ports.ADMIN_PORT })
      }
    } else if (plan.name === 'portal') {
      for (const name of ['portal-1', 'portal-2']) {
        const ports = { PORT: await freePort(), PORTAL_PORT: await freePort() }
        const host = add(plan, name, ports, ['HOST', 'PORTAL_HOST'])
        placed.portals.push({ name, host, port: ports.PORTAL_PORT, healthPort: ports.PORT })
      }
    } else {
      const { port } = new URL(plan.url)
      const name = /-\d$/.test(plan.name) ? plan.name : `${plan.name}-1`
      hosts.set(port, add(plan, name, { PORT: Number(port) }, ['HOST']))
    }
  }
  const moved = (text: string) =>
    text.replace(URL_OF_PORT, (url, port) => (hosts.has(port) ? `http://${hosts.get(port)}:${port}` : url))
  for (const { plan } of placed.services) {
    plan.env = Object.fromEntries(
      Object.entries(plan.env).map(([name, value]) => [name, value === undefined ? value : moved(value)]),
    )
  }
  return placed
}

/** An address behind the proxy. */
export interface Target {
  name: string
  host: string
  port: number
  /** Of its health, where that has a port of its own. */
  healthPort?: number
}

/** What the proxy binds, and where it leads. */
export interface ProxyOptions extends ProxyTargets {
  address: string
  ports: ProxyPorts & { postgres: number }
  postgres: PostgresNode[]
}

/** How HAProxy runs: the configuration of deploy/haproxy with these addresses in place of names, and Postgres behind it. */
export function proxyPlan(options: ProxyOptions, file: string, dir: string): ProcessPlan {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const config = join(dir, 'haproxy.cfg')
  const template = readFileSync(join(root, 'deploy', 'haproxy', 'haproxy.cfg'), 'utf8')
  writeFileSync(config, `${withAddresses(template, options)}\n${ofPostgres(options)}`, { mode: 0o600 })
  return { command: file, args: ['-W', '-db', '-f', config], env: {}, logFile: join(dir, 'haproxy.log') }
}

function withAddresses(template: string, options: ProxyOptions): string {
  const { address, ports } = options
  const servers = (targets: Target[]) =>
    targets
      .map(({ name, host, port, healthPort }) => `  server ${name} ${host}:${port}${checkPort(healthPort)}`)
      .join('\n')
  return template
    .replace(/^resolvers docker\n( {2}.*\n)+/m, '')
    .replace(/ resolvers docker resolve-prefer ipv4 init-addr none/, '')
    .replace('bind :8080', `bind ${address}:${ports.public}`)
    .replace('bind :8081', `bind ${address}:${ports.operators}`)
    .replace('bind :8082', `bind ${address}:${ports.portal}`)
    .replace(/^ {2}server-template gateway \d+ gateway:8080$/m, servers(options.gateways))
    .replace(/^ {2}server-template gateway \d+ gateway:8081$/m, servers(options.operators))
    .replace(/^ {2}server-template portal .*$/m, servers(options.portals))
}

const checkPort = (port: number | undefined) => (port === undefined ? '' : ` check port ${port}`)

// Connections end with the role of their server: a client of the old primary reconnects to the new one.
function ofPostgres({ address, ports, postgres }: ProxyOptions): string {
  const servers = postgres.map(
    ({ name, machine, port, restPort }) =>
      `  server ${name} ${machine.address}:${port} check port ${restPort}`,
  )
  return `listen postgres
  mode tcp
  bind ${address}:${ports.postgres}
  option httpchk
  http-check send meth GET uri /primary ver HTTP/1.1 hdr Host patroni
  http-check expect status 200
  option clitcpka
  option srvtcpka
  timeout client 30m
  timeout server 30m
  timeout check 2s
  default-server check inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`
}
