import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProcessPlan } from '@jobboard/stack/infra/process/run-process'
import { root } from '@jobboard/stack/settings'
import type { PostgresNode } from './patroni.ts'

/** An address behind the proxy. */
export interface Target {
  name: string
  host: string
  port: number
  /** Of its health, where that has a port of its own. */
  healthPort?: number
}

/** What the proxy binds, and where it leads. */
export interface ProxyOptions {
  address: string
  ports: { public: number; operators: number; portal: number; postgres: number }
  gateways: Target[]
  operators: Target[]
  portals: Target[]
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
