import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../infra/find-program.ts'
import { freePort } from '../infra/free-port.ts'
import { runProcess } from '../infra/run-process.ts'
import { stopProcess } from '../infra/stop-process.ts'
import type { Settings } from '../settings.ts'
import type { Stack } from '../stack.ts'
import { type Figure, quantile } from './figures.ts'
import { inLanes, post } from './post.ts'

// 100 requests a minute and key: this many keys carry the load without a single 429.
const KEYS = 4_000
const ROUNDS = 5
const SECONDS = 3
const CONNECTIONS = 64
const BODY_BYTES = 1_024

/** Requests per second for a 1 KB answer: the static upstream alone, nginx `proxy_pass`, and the gateway with key, scope
 * and limit, interleaved over the same upstream. Proxies run on CPU 0, upstream and load on CPU 1. Needs nginx and wrk. */
export async function benchProxy(
  stack: Stack,
  settings: Settings,
  say: (line: string) => void,
): Promise<Figure[]> {
  const [nginx, wrk] = ['nginx', 'wrk'].map((name) => findProgram(name, process.env))
  if (!nginx || !wrk) throw new Error('The proxy benchmark needs nginx and wrk: apt-get install nginx wrk')
  const dir = join(settings.dataDir, 'bench')
  mkdirSync(dir, { recursive: true })
  const pin = availableParallelism() > 1 && findProgram('taskset', process.env) ? ['taskset', '-c'] : []
  const onCpu = (cpu: number) => (pin.length > 0 ? [...pin, String(cpu)] : [])

  say(`Minting ${KEYS} keys…`)
  const keys = await mintKeys(stack, settings)
  writeFileSync(join(dir, 'keys.lua'), `return {${keys.map((key) => `"${key}"`).join(',')}}`)
  writeFileSync(join(dir, 'load.lua'), loadScript(dir))

  const [upstreamPort, nginxPort, gatewayPort] = [await freePort(), await freePort(), await freePort()]
  const gateway = stack.plans.find(({ name }) => name === 'gateway')!.plan
  const started = [
    runNginx(nginx, dir, 'upstream', upstreamConfig(upstreamPort), onCpu(1)),
    runNginx(nginx, dir, 'proxy', proxyConfig(nginxPort, upstreamPort), onCpu(0)),
    runProcess({
      ...gateway,
      env: {
        ...gateway.env,
        PORT: String(gatewayPort),
        ADMIN_PORT: String(await freePort()),
        JOBS_URL: `http://127.0.0.1:${upstreamPort}`,
        LOG_LEVEL: 'warn',
      },
      prefix: onCpu(0),
      logFile: join(dir, 'gateway.log'),
    }),
  ]
  try {
    const targets = { upstream: upstreamPort, nginx: nginxPort, gateway: gatewayPort }
    for (const port of Object.values(targets)) await untilItAnswers(port)
    const measured: Record<string, number[]> = { upstream: [], nginx: [], gateway: [] }
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [name, port] of Object.entries(targets)) {
        const perSecond = load(wrk, dir, port, onCpu(1))
        // The first round warms everything up.
        if (round > 0) measured[name]!.push(perSecond)
      }
      say(`Proxy: round ${round} of ${ROUNDS}`)
    }
    const median = (name: string) => quantile(measured[name]!, 0.5)
    return [
      { what: 'static upstream alone (nginx, 1 KB)', value: median('upstream'), unit: 'req/s' },
      { what: 'nginx proxy_pass, 1 core', value: median('nginx'), unit: 'req/s' },
      { what: 'gateway with key, scope and limit, 1 core', value: median('gateway'), unit: 'req/s' },
      { what: 'gateway / nginx', value: median('gateway') / median('nginx'), unit: 'x', goal: '>= 0.2' },
    ]
  } finally {
    for (const { pid } of started)
      await stopProcess(pid, [
        { signal: 'SIGTERM', waitMs: 12_000 },
        { signal: 'SIGKILL', waitMs: 2_000 },
      ])
  }
}

async function mintKeys(stack: Stack, settings: Settings): Promise<string[]> {
  const admin = <T>(path: string, body: unknown) => post<T>(stack.adminUrl, settings.adminToken, path, body)
  const { id } = await admin<{ id: number }>('/admin/v1/employers', { name: 'Bench', isTrustedPartner: true })
  return inLanes(KEYS, 8, async (i) => {
    const path = `/admin/v1/employers/${id}/api-keys`
    return (await admin<{ apiKey: string }>(path, { name: `bench ${i}`, scopes: ['JobPosting'] })).apiKey
  })
}

function runNginx(nginx: string, dir: string, name: string, http: string, prefix: string[]) {
  const config = join(dir, `${name}.conf`)
  writeFileSync(
    config,
    `worker_processes 1; daemon off; pid ${dir}/${name}.pid; error_log ${dir}/${name}.err;
events { worker_connections 1024; }
http { access_log off; keepalive_requests 1000000; ${http} }
`,
  )
  return runProcess({
    command: nginx,
    args: ['-c', config],
    env: process.env,
    prefix,
    logFile: join(dir, `${name}.log`),
  })
}

function upstreamConfig(port: number): string {
  const body = JSON.stringify({ id: 1, padding: 'x'.repeat(BODY_BYTES - 21) })
  return `server { listen 127.0.0.1:${port}; default_type application/json; location / { return 200 '${body}'; } }`
}

function proxyConfig(port: number, upstreamPort: number): string {
  return `upstream up { server 127.0.0.1:${upstreamPort}; keepalive 64; keepalive_requests 1000000; }
server { listen 127.0.0.1:${port}; location / { proxy_pass http://up; proxy_http_version 1.1; proxy_set_header Connection ""; } }`
}

function loadScript(dir: string): string {
  return `local keys = dofile("${dir}/keys.lua")
math.randomseed(os.time())
local turn = math.random(#keys)
request = function()
  turn = turn % #keys + 1
  return wrk.format("GET", "/api/v1/jobs/" .. turn, { ["Authorization"] = "Bearer " .. keys[turn] })
end`
}

function load(wrk: string, dir: string, port: number, prefix: string[]): number {
  const args = [
    '-t1',
    `-c${CONNECTIONS}`,
    `-d${SECONDS}s`,
    '-s',
    join(dir, 'load.lua'),
    `http://127.0.0.1:${port}`,
  ]
  const [command = wrk, ...rest] = [...prefix, wrk, ...args]
  const { stdout } = spawnSync(command, rest, { encoding: 'utf8' })
  const refused = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1]
  if (refused)
    throw new Error(`${refused} requests were refused: the figure would not be of proxied requests`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}

async function untilItAnswers(port: number): Promise<void> {
  for (let left = 200; left > 0; left--) {
    if (await fetch(`http://127.0.0.1:${port}/healthz/live`).catch(() => undefined)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`Nothing answers on port ${port}`)
}
