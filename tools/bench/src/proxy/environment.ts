import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  KEY_BUCKET,
  KEY_WATERMARK_INTERVAL_MS,
  KEY_WATERMARK_SUBJECT,
  type KeyRecord,
} from '@jobboard/contracts/keys/internal'
import { openBus } from '@jobboard/events/nats/bus'
import { hashOf, mintKey } from '@jobboard/service/auth/api-key'
import { openKeyFeedSigner } from '@jobboard/service/auth/key-feed-signer'
import { openLog } from '@jobboard/service/lifecycle/log'
import { freePort } from '@jobboard/stack/infra/free-port'
import type { Log } from '@jobboard/stack/infra/log'
import { startNats } from '@jobboard/stack/infra/nats'
import { findProgram } from '@jobboard/stack/infra/process/find-program'
import { runProcess } from '@jobboard/stack/infra/process/run-process'
import { stopProcess } from '@jobboard/stack/infra/process/stop-process'
import { GATEWAY_NODE_OPTIONS } from '@jobboard/stack/service-plans'
import { root } from '@jobboard/stack/settings'
import { eventually } from '@jobboard/testkit/eventually'
import { Kvm } from '@nats-io/kv'

/** The CPU of the proxy under test, and the CPU of everything else. */
export const PROXY_CPU = 0
export const OTHER_CPU = 1

/** A process that listens on a port. */
export interface Listener {
  port: number
  pid: number
}

interface BenchGateway extends Listener {
  /** The value of one line of its /metrics. */
  metric(name: string): Promise<number>
}

/** What the proxies of a benchmark share: the upstream, NATS with the bucket of keys, and child processes. */
export interface ProxyEnvironment {
  keys: Awaited<ReturnType<typeof openKeyBucket>>
  upstream: Listener
  /** Starts a program of this folder on one CPU, with its port and further arguments. */
  start(program: string, cpu: number, ...args: number[]): Promise<Listener>
  /** Starts a gateway and resolves when it has cached every key of the bucket. */
  startGateway(name: string, cpu: number, env?: Record<string, string>): Promise<BenchGateway>
}

/** Command prefix that pins a program to one CPU; empty where that is not possible. */
export function onCpu(cpu: number): string[] {
  const tool = findProgram('taskset', process.env)
  return tool && availableParallelism() > 1 ? [tool, '-c', String(cpu)] : []
}

/** Runs `work` in a new environment, and removes its processes and its folder afterwards. */
export async function withEnvironment<T>(
  log: Log,
  work: (environment: ProxyEnvironment) => Promise<T>,
): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'jobboard-bench-'))
  const nats = await startNats({ dir: join(dir, 'nats'), log })
  const [tool, ...pinned] = onCpu(OTHER_CPU)
  if (tool && nats.pid) spawnSync(tool, ['-a', '-p', ...pinned, String(nats.pid)])
  const keys = await openKeyBucket(nats.url)
  // What a gateway calls of accounts, where no key exists.
  const accounts = createServer((request, response) => {
    request.resume()
    response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(accounts, 'listening')
  const running = new Set<number>()
  const stop = async (pid: number) => {
    running.delete(pid)
    await stopProcess(pid, [
      { signal: 'SIGTERM', waitMs: 12_000 },
      { signal: 'SIGKILL', waitMs: 2_000 },
    ])
  }
  const run = (name: string, cpu: number, args: string[], env: NodeJS.ProcessEnv = process.env) => {
    const logFile = join(dir, `${name}.log`)
    const { pid } = runProcess({ command: process.execPath, args, env, prefix: onCpu(cpu), logFile })
    running.add(pid)
    return pid
  }
  const start: ProxyEnvironment['start'] = async (program, cpu, ...args) => {
    const port = await freePort()
    const file = join(import.meta.dirname, `${program}.ts`)
    const pid = run(program, cpu, [file, ...[port, ...args].map(String)])
    const isUp = () =>
      fetch(`http://127.0.0.1:${port}/`).then(
        ({ status }) => status > 0,
        () => false,
      )
    await eventually(`${program} responds`, isUp)
    return { port, pid }
  }
  try {
    const upstream = await start('upstream', OTHER_CPU)
    const urls = {
      ACCOUNTS_URL: `http://127.0.0.1:${(accounts.address() as AddressInfo).port}`,
      JOBS_URL: `http://127.0.0.1:${upstream.port}`,
      NATS_URL: nats.url,
    }
    const startGateway: ProxyEnvironment['startGateway'] = async (name, cpu, env = {}) => {
      const [port, adminPort] = [await freePort(), await freePort()]
      const main = join(root, 'services', 'gateway', 'src', 'main.ts')
      const pid = run(name, cpu, [main], {
        PATH: process.env.PATH,
        NODE_OPTIONS: GATEWAY_NODE_OPTIONS,
        PORT: String(port),
        ADMIN_PORT: String(adminPort),
        CALLER_SECRET: BENCH_CALLER_SECRET,
        SERVICES: 'accounts,jobs',
        LOG_LEVEL: 'warn',
        // The gateways of one benchmark run on one NATS and must not count together unless the row measures that.
        LIMITER: 'local',
        ...urls,
        ...env,
      })
      const metric = async (line: string) => {
        const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()
        const found = text.split('\n').find((one) => one.startsWith(`${line} `))
        return Number(found?.slice(line.length + 1))
      }
      const hasKeys = async () =>
        (await metric('gateway_key_feed_fresh')) === 1 &&
        (await metric('gateway_keys{state="known"}')) === keys.count()
      await eventually(`${name} has cached the keys`, () => hasKeys().catch(() => false))
      return { pid, port, metric }
    }
    return await work({ keys, upstream, start, startGateway })
  } finally {
    await Promise.all([...running].map(stop))
    accounts.closeAllConnections()
    accounts.close()
    await keys.close()
    await nats.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

const CONCURRENT_PUTS = 500

/** CALLER_SECRET of the gateway under load, and of the keys that it follows. */
const BENCH_CALLER_SECRET = 'only used within this benchmark run'

/** Creates the bucket of keys that gateways follow, empty, and announces its watermark in place of accounts. */
async function openKeyBucket(natsUrl: string) {
  const bus = openBus({ url: natsUrl, name: 'bench', log: openLog('bench', 'silent') })
  await bus.ready()
  const bucket = await new Kvm(bus.js).create(KEY_BUCKET, { history: 1 })
  const { created } = await bus.jsm.streams.info(`KV_${KEY_BUCKET}`)
  const keys: string[] = []
  const signer = openKeyFeedSigner(BENCH_CALLER_SECRET)
  let revision = 0
  const announcing = setInterval(
    () => bus.nc.publish(KEY_WATERMARK_SUBJECT, JSON.stringify(signer.signWatermark({ created, revision }))),
    KEY_WATERMARK_INTERVAL_MS,
  )
  return {
    /** Adds recruiter keys until the bucket has `count`, and returns the texts of all of them. */
    async fill(count: number): Promise<string[]> {
      while (keys.length < count) {
        const first = keys.length
        const length = Math.min(CONCURRENT_PUTS, count - first)
        const texts = Array.from({ length }, () => mintKey('recruiter'))
        keys.push(...texts)
        const puts = texts.map((text, index) => {
          const hash = hashOf(text)
          return bucket.put(hash, signer.signRecord(created, hash, recordOf(first + index + 1)))
        })
        revision = Math.max(revision, ...(await Promise.all(puts)))
      }
      return keys
    },
    count: () => keys.length,
    close() {
      clearInterval(announcing)
      return bus.close()
    },
  }
}

function recordOf(id: number): KeyRecord {
  const owner = { employerId: 1 + (id % 5_000), candidateId: null, userId: 1 + (id % 20_000) }
  const rest = { name: `Key number ${id}`, scopes: ['JobPosting', 'Applications'], version: 1 }
  return { id, kind: 'recruiter', status: 'Active', expiresAtMs: null, ...owner, ...rest }
}
