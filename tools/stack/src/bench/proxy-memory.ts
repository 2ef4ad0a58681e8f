import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Arena, OTHER_CPU, PROXY_CPU, until } from './proxy-arena.ts'
import { type Memory, startGateway } from './proxy-gateway.ts'
import { startUpstream } from './proxy-rivals.ts'

const KEYS = 100_000
const CONNECTIONS = 10_000
// What a process has open beside them.
const OTHER_FILES = 500

/** A state of the gateway, and what it takes then. */
export type MemoryRow = [state: string, memory: Memory]

/** What a gateway takes with nothing to do, with many idle connections, and with many keys. The arena is fresh. */
export async function measureMemory(arena: Arena, nginx: string): Promise<MemoryRow[]> {
  const upstream = await startUpstream(arena, nginx)
  const start = (name: string) => startGateway(arena, upstream.port, { name, cpu: PROXY_CPU })
  const first = await start('gateway')
  const idle = await first.memory()
  const count = Math.min(CONNECTIONS, mostFiles() - OTHER_FILES)
  await openConnections(arena, first.port, count)
  const connected = await first.memory()
  await arena.stop(first.pid)

  await arena.keys.fill(KEYS)
  const second = await start('gateway-with-keys')
  return [
    ['no keys, no connections', idle],
    [`${count} idle connections`, connected],
    [`${KEYS} keys`, await second.memory()],
  ]
}

async function openConnections({ dir, run }: Arena, port: number, count: number): Promise<void> {
  const program = join(import.meta.dirname, 'idle-clients.ts')
  run('clients', OTHER_CPU, process.execPath, [program, String(port), String(count)])
  const said = () => readFileSync(join(dir, 'clients.log'), 'utf8')
  await until(`${count} connections are open`, async () => said().includes('open'))
}

function mostFiles(): number {
  return Number(/Max open files +(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1])
}
