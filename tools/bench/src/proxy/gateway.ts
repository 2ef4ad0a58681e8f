import { join } from 'node:path'
import { freePort } from '@jobboard/stack/infra/free-port'
import { GATEWAY_NODE_OPTIONS } from '@jobboard/stack/service-plans'
import { root } from '@jobboard/stack/settings'
import { type ProxyEnvironment, waitFor } from './environment.ts'
import { BENCH_CALLER_SECRET } from './keys.ts'
import { rssMb } from './process-usage.ts'

/** A gateway of this checkout in front of the static upstream. */
export interface BenchGateway {
  pid: number
  port: number
  /** The value of one line of its /metrics. */
  metric(name: string): Promise<number>
  memory(): Promise<Memory>
}

/** In MB: resident now, and resident and JavaScript heap after a full collection. */
export interface Memory {
  rss: number
  rssCollected: number
  heap: number
}

// Runs a full collection on SIGUSR2; the gateway itself has no such handler.
const COLLECT_ON_SIGNAL = 'data:text/javascript,process.on("SIGUSR2",()=>{gc();gc()})'

/** Starts a gateway and resolves when it has cached every key of the bucket. */
export async function startGateway(
  { run, natsUrl, keys }: ProxyEnvironment,
  upstreamPort: number,
  { name, cpu, env = {} }: { name: string; cpu: number; env?: Record<string, string> },
): Promise<BenchGateway> {
  const [port, adminPort] = [await freePort(), await freePort()]
  const upstream = `http://127.0.0.1:${upstreamPort}`
  const main = join(root, 'services', 'gateway', 'src', 'main.ts')
  const pid = run(name, cpu, process.execPath, ['--expose-gc', '--import', COLLECT_ON_SIGNAL, main], {
    PATH: process.env.PATH,
    NODE_OPTIONS: GATEWAY_NODE_OPTIONS,
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    NATS_URL: natsUrl,
    CALLER_SECRET: BENCH_CALLER_SECRET,
    SERVICES: 'accounts,jobs',
    ACCOUNTS_URL: upstream,
    JOBS_URL: upstream,
    LOG_LEVEL: 'warn',
    // The gateways of one benchmark run on one NATS and must not count together unless the row measures that.
    LIMITER: 'local',
    ...env,
  })
  const metric = async (name: string) => {
    const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()
    const line = text.split('\n').find((one) => one.startsWith(`${name} `))
    return Number(line?.slice(name.length + 1))
  }
  await waitFor(`${name} has cached the keys`, async () => {
    const isFresh = (await metric('gateway_key_feed_fresh')) === 1
    return isFresh && (await metric('gateway_keys{state="known"}')) === keys.count()
  })
  return { pid, port, metric, memory: () => readMemory(pid, metric) }
}

async function readMemory(pid: number, metric: BenchGateway['metric']): Promise<Memory> {
  const rss = rssMb(pid)
  process.kill(pid, 'SIGUSR2')
  // The signal is handled before the request, so the response comes after the collection.
  const heap = (await metric('nodejs_heap_size_used_bytes')) / 2 ** 20
  return { rss, rssCollected: rssMb(pid), heap }
}
