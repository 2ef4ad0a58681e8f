import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findSystemTool } from '../infra/find-program.ts'
import { freePort } from '../infra/free-port.ts'
import { type Arena, OTHER_CPU, PROXY_CPU, until } from './proxy-arena.ts'
import type { Served } from './proxy-load.ts'

const BODY_BYTES = 1_024
const FOREVER = 'keepalive_requests 100000000;'

/** Programs that the benchmark needs and npm does not have. Throws a sentence that says what to install. */
export function findPrograms(): { wrk: string; nginx: string; haproxy: string } {
  const find = (name: string) => [name, findSystemTool(name, process.env)] as const
  const found = [find('wrk'), find('nginx'), find('haproxy')]
  const missing = found.flatMap(([name, file]) => (file ? [] : [name])).join(' ')
  if (missing) throw new Error(`The proxy benchmark needs more programs: apt-get install ${missing}`)
  return Object.fromEntries(found) as Record<'wrk' | 'nginx' | 'haproxy', string>
}

/** What answers every request with 1 KB of JSON, takes last uses in, and knows no key that is asked about. */
export async function startUpstream(arena: Arena, nginx: string): Promise<Served> {
  const body = JSON.stringify({ id: 1, padding: 'x'.repeat(BODY_BYTES - 21) })
  return startNginx(
    arena,
    nginx,
    { name: 'upstream', cpu: OTHER_CPU },
    (port) => `server { listen 127.0.0.1:${port}; default_type application/json; client_max_body_size 8m;
location / { return 200 '${body}'; }
location /internal/v1/key-uses { return 204; }
location /internal/v1/keys/find { return 200 '{}'; } }`,
  )
}

/** nginx as a proxy, its connections to the upstream kept open. */
export function startNginxProxy(arena: Arena, nginx: string, upstreamPort: number): Promise<Served> {
  return startNginx(
    arena,
    nginx,
    { name: 'nginx', cpu: PROXY_CPU },
    (port) => `upstream up { server 127.0.0.1:${upstreamPort}; keepalive 128; ${FOREVER} }
server { listen 127.0.0.1:${port}; location / {
  proxy_pass http://up; proxy_http_version 1.1; proxy_set_header Connection ""; } }`,
  )
}

/** HAProxy with one thread. */
export async function startHaproxy(arena: Arena, haproxy: string, upstreamPort: number): Promise<Served> {
  const port = await freePort()
  const config = join(arena.dir, 'haproxy.cfg')
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
  const pid = arena.run('haproxy', PROXY_CPU, haproxy, ['-db', '-f', config])
  return answering(port, pid)
}

/** Fastify with @fastify/http-proxy and nothing else. */
export async function startLibrary(arena: Arena, upstreamPort: number): Promise<Served> {
  const port = await freePort()
  const program = join(import.meta.dirname, 'proxy-library.ts')
  const words = [program, String(port), String(upstreamPort)]
  return answering(port, arena.run('library', PROXY_CPU, process.execPath, words))
}

async function startNginx(
  { dir, run }: Arena,
  nginx: string,
  { name, cpu }: { name: string; cpu: number },
  http: (port: number) => string,
): Promise<Served> {
  const port = await freePort()
  const config = join(dir, `${name}.conf`)
  writeFileSync(
    config,
    `worker_processes 1; daemon off; pid ${dir}/${name}.pid; error_log ${dir}/${name}.err;
events { worker_connections 1024; }
http { access_log off; ${FOREVER} ${http(port)} }
`,
  )
  return answering(port, run(name, cpu, nginx, ['-c', config]))
}

async function answering(port: number, pid: number): Promise<Served> {
  await until(`port ${port} answers`, async () => (await fetch(`http://127.0.0.1:${port}/`)).status > 0)
  return { port, pid }
}
