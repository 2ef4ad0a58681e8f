import { join } from 'node:path'
import { freePort } from '../infra/free-port.ts'
import { GATEWAY_NODE_OPTIONS } from '../services.ts'
import { root } from '../settings.ts'
import { rssMb } from './process-cost.ts'
import { type Arena, until } from './proxy-arena.ts'

/** A gateway of this checkout before the static upstream. */
export interface Gateway {
  pid: number
  port: number
  /** One line of its /metrics. */
  metric(name: string): Promise<number>
  memory(): Promise<Memory>
}

/** In MB: of the process as it stands, and what is left of it and of the JavaScript heap after a full collection. */
export interface Memory {
  rss: number
  rssCollected: number
  heap: number
}

// What operators run has no such signal.
const COLLECT_ON_SIGNAL = 'data:text/javascript,process.on("SIGUSR2",()=>{gc();gc()})'

/** Starts one and resolves when it knows every key of the bucket. */
export async function startGateway(
  arena: Arena,
  upstreamPort: number,
  { name, cpu, env = {} }: { name: string; cpu: number; env?: Record<string, string> },
): Promise<Gateway> {
  const [port, adminPort] = [await freePort(), await freePort()]
  const upstream = `http://127.0.0.1:${upstreamPort}`
  const main = join(root, 'services', 'gateway', 'src', 'main.ts')
  const pid = arena.run(name, cpu, process.execPath, ['--expose-gc', '--import', COLLECT_ON_SIGNAL, main], {
    PATH: process.env.PATH,
    NODE_OPTIONS: GATEWAY_NODE_OPTIONS,
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    NATS_URL: arena.natsUrl,
    CALLER_SECRET: 'of no worth outside of this benchmark',
    SERVICES: 'accounts,jobs',
    ACCOUNTS_URL: upstream,
    JOBS_URL: upstream,
    LOG_LEVEL: 'warn',
    // The gateways of one benchmark run on one NATS and must not count together unless the row measures that.
    LIMITER: 'local',
    ...env,
  })
  const metric = async (line: string) => {
    const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()
    return Number(
      text
        .split('\n')
        .find((one) => one.startsWith(`${line} `))
        ?.slice(line.length + 1),
    )
  }
  await until(`${name} follows the keys`, async () => {
    const isFresh = (await metric('gateway_key_feed_fresh')) === 1
    return isFresh && (await metric('gateway_keys{state="known"}')) === arena.keys.count()
  })
  return { pid, port, metric, memory: () => readMemory(pid, metric) }
}

async function readMemory(pid: number, metric: Gateway['metric']): Promise<Memory> {
  const rss = rssMb(pid)
  process.kill(pid, 'SIGUSR2')
  // The signal comes before the question, and the collection blocks the answer.
  const heap = (await metric('nodejs_heap_size_used_bytes')) / 2 ** 20
  return { rss, rssCollected: rssMb(pid), heap }
}
