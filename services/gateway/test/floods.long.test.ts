import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { TEST_CALLER_SECRET } from '@jobboard/testkit/boot'
import { expect, test } from 'vitest'
import { startProcess } from './support/service-process.ts'
import { ADMIN_TOKEN } from './support/setup.ts'

const SECONDS = 2
const BYTES_PER_SECOND = 1_000_000
const env = {
  CALLER_SECRET: TEST_CALLER_SECRET,
  PORT: '0',
  ADMIN_PORT: '0',
  ADMIN_TOKEN,
  WARM_UP_REQUESTS: '0',
}

/** Sends a flood from a process of its own, and beside it requests to both ports. */
async function flood(kind: string, connections: number, descriptors?: number) {
  const gateway = startProcess('gateway', env, descriptors)
  const { url, adminUrl } = await gateway.ready()
  const residentMb = () => {
    const status = readFileSync(`/proc/${gateway.child.pid}/status`, 'utf8')
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024)
  }
  const figures = { residentMb: residentMb(), slowestMs: 0, logBytes: 0, requests: 0 }
  const settings = [new URL(url).port, connections, BYTES_PER_SECOND, SECONDS, kind].map(String)
  const clients = fork(new URL('./support/anonymous-flood.ts', import.meta.url), settings)
  let result: { opened: number; sent: number } | undefined
  clients.once('message', (message) => {
    result = message as typeof result
  })
  while (!result) {
    // A new connection that has sent nothing yet may be dropped for a newer one, so a client tries again.
    for (const [target, tries] of [
      [`${adminUrl}/metrics`, 1] as const,
      [`${url}/healthz/live`, 5] as const,
    ]) {
      const started = performance.now()
      expect(await statusOf(target, tries)).toBe(200)
      // biome-ignore lint/plugin: a figure for docs/benchmarks; no test compares it
      figures.slowestMs = Math.max(figures.slowestMs, Math.round(performance.now() - started))
      figures.requests++
    }
    figures.residentMb = Math.max(figures.residentMb, residentMb())
  }
  gateway.child.kill('SIGTERM')
  expect(await gateway.exit).toBe(0)
  figures.logBytes = gateway.output.stdout.length
  console.log(kind, { ...figures, ...result })
  if (clients.connected) await once(clients, 'exit')
  return { ...figures, ...result, stdout: gateway.output.stdout }
}

/** The status of a GET on a connection of its own; the last of `tries` throws what went wrong. */
async function statusOf(target: string, tries: number): Promise<number> {
  try {
    const response = await fetch(target, { headers: { connection: 'close' } })
    await response.text()
    return response.status
  } catch (error) {
    if (tries === 1) throw error
    return statusOf(target, tries - 1)
  }
}

test.skipIf(process.platform !== 'linux').each(['pipelined', 'chunks'])(
  '%s flood without a key: operators are served, memory and log stay small (P-51)',
  async (kind) => {
    const { residentMb, logBytes, requests } = await flood(kind, 8)
    expect(residentMb).toBeLessThan(400)
    // 20 lines of 200 bytes a second, port and status, and the lines of our own requests.
    expect(logBytes).toBeLessThan(20_000 + requests * 250 + 100_000)
  },
)

test.skipIf(process.platform !== 'linux')(
  'with 512 descriptors and 600 silent connections operators and clients are served (P-53)',
  async () => {
    const { opened, stdout } = await flood('silent', 600, 512)
    expect(opened).toBeGreaterThanOrEqual(600)
    expect(stdout).toContain('connections dropped: the port is full')
    expect(stdout).not.toContain('EMFILE')
  },
)
