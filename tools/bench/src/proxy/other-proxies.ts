import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@jobboard/stack/infra/free-port'
import { findSystemTool } from '@jobboard/stack/infra/process/find-program'
import { OTHER_CPU, PROXY_CPU, type ProxyEnvironment, waitFor } from './environment.ts'
import type { Listener } from './load.ts'

const BODY_BYTES = 1_024
const KEEP_CONNECTIONS = 'keepalive_requests 100000000;'

export type Programs = { wrk: string; nginx: string; haproxy: string }

/** The programs that this benchmark needs and npm does not install. Throws a sentence that says what to install. */
export function findPrograms(): Programs {
  const find = (name: string) => [name, findSystemTool(name, process.env)] as const
  const found = [find('wrk'), find('nginx'), find('haproxy')]
  const missing = found.flatMap(([name, file]) => (file ? [] : [name])).join(' ')
  if (missing) throw new Error(`The proxy benchmark needs more programs: apt-get install ${missing}`)
  return Object.fromEntries(found) as Programs
}

/** nginx as the upstream: 1 KB of JSON for every request, and what a gateway calls of accounts, where no key exists. */
export function startUpstream(environment: ProxyEnvironment, nginx: string): Promise<Listener> {
  const body = JSON.stringify({ id: 1, padding: 'x'.repeat(BODY_BYTES - 21) })
  return startNginx(
    environment,
    nginx,
    { name: 'upstream', cpu: OTHER_CPU },
    (port) => `server { listen 127.0.0.1:${port}; default_type application/json; client_max_body_size 8m;
location / { return 200 '${body}'; }
location /internal/v1/key-uses { return 204; }
location /internal/v1/keys/find { return 200 '{}'; } }`,
  )
}

/** nginx as a proxy with keep-alive connections to the upstream. */
export function startNginxProxy(
  environment: ProxyEnvironment,
  nginx: string,
  upstreamPort: number,
): Promise<Listener> {
  return startNginx(
    environment,
    nginx,
    { name: 'nginx', cpu: PROXY_CPU },
    (port) => `upstream up { server 127.0.0.1:${upstreamPort}; keepalive 128; ${KEEP_CONNECTIONS} }
server { listen 127.0.0.1:${port}; location / {
  proxy_pass http://up; proxy_http_version 1.1; proxy_set_header Connection ""; } }`,
  )
}

/** HAProxy with one thread. */
export async function startHaproxy(
  { dir, run }: ProxyEnvironment,
  haproxy: string,
  upstreamPort: number,
): Promise<Listener> {
  const port = await freePort()
  const config = join(dir, 'haproxy.cfg')
  const timeouts = ['connect 1s', 'client 60s', 'server 60s'].map((one) => `  timeout ${one}`).join('\n')
  writeFileSync(
    config,
    `global
  nbthread 1
defaults
  mode http
  http-reuse always
${timeouts}
listen proxy
  bind 127.0.0.1:${port}
  server up 127.0.0.1:${upstreamPort}
`,
  )
  return whenListening(port, run('haproxy', PROXY_CPU, haproxy, ['-db', '-f', config]))
}

/** Fastify with @fastify/http-proxy and nothing else. */
export async function startFastifyProxy({ run }: ProxyEnvironment, upstreamPort: number): Promise<Listener> {
  const port = await freePort()
  const program = join(import.meta.dirname, 'fastify-proxy.ts')
  const args = [program, String(port), String(upstreamPort)]
  return whenListening(port, run('fastify', PROXY_CPU, process.execPath, args))
}

async function startNginx(
  { dir, run }: ProxyEnvironment,
  nginx: string,
  { name, cpu }: { name: string; cpu: number },
  http: (port: number) => string,
): Promise<Listener> {
  const port = await freePort()
  const config = join(dir, `${name}.conf`)
  writeFileSync(
    config,
    `worker_processes 1; daemon off; pid ${dir}/${name}.pid; error_log ${dir}/${name}.err;
events { worker_connections 1024; }
http { access_log off; ${KEEP_CONNECTIONS} ${http(port)} }
`,
  )
  return whenListening(port, run(name, cpu, nginx, ['-c', config]))
}

async function whenListening(port: number, pid: number): Promise<Listener> {
  const responds = async () => (await fetch(`http://127.0.0.1:${port}/`)).status > 0
  await waitFor(`port ${port} responds`, responds)
  return { port, pid }
}
