import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OTHER_CPU, PROXY_CPU, type ProxyEnvironment, waitFor } from './environment.ts'
import { type Memory, startGateway } from './gateway.ts'
import { startUpstream } from './other-proxies.ts'

const KEYS = 100_000
const CONNECTIONS = 10_000
// File descriptors that a gateway needs for other things.
const OTHER_FILES = 500

/** A state of the gateway, and its memory in that state. */
export type MemoryRow = [state: string, memory: Memory]

/** Memory of a gateway when idle, with many idle connections, and with many keys. The environment must be new. */
export async function measureMemory(environment: ProxyEnvironment, nginx: string): Promise<MemoryRow[]> {
  const upstream = await startUpstream(environment, nginx)
  const start = (name: string) => startGateway(environment, upstream.port, { name, cpu: PROXY_CPU })
  const first = await start('gateway')
  const idle = await first.memory()
  const count = Math.min(CONNECTIONS, maxOpenFiles() - OTHER_FILES)
  await openIdleConnections(environment, first.port, count)
  const connected = await first.memory()
  await environment.stop(first.pid)

  await environment.keys.fill(KEYS)
  const second = await start('gateway-with-keys')
  return [
    ['no keys, no connections', idle],
    [`${count} idle connections`, connected],
    [`${KEYS} keys`, await second.memory()],
  ]
}

async function openIdleConnections(
  { dir, run }: ProxyEnvironment,
  port: number,
  count: number,
): Promise<void> {
  const program = join(import.meta.dirname, 'idle-clients.ts')
  run('clients', OTHER_CPU, process.execPath, [program, String(port), String(count)])
  const output = () => readFileSync(join(dir, 'clients.log'), 'utf8')
  await waitFor(`${count} connections are open`, async () => output().includes('open'))
}

function maxOpenFiles(): number {
  return Number(/Max open files +(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1])
}
