import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { testEnv } from '@jobboard/testkit/boot'
import type { Jobs } from './setup.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** The real process beside `beside`, on the same database and NATS, armed to die at a named line. */
export function startVictim(beside: Pick<Jobs, 'databaseUrl' | 'natsUrl'>, failpoint: string): ChildProcess {
  const env = testEnv(beside.databaseUrl, beside.natsUrl, { FAILPOINTS: failpoint, LOG_LEVEL: 'info' })
  return spawn(process.execPath, [main], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Where it answers, once it does. */
export async function urlOf(victim: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: victim.stdout! })) {
    const { msg, port } = JSON.parse(line) as { msg: string; port?: number }
    if (msg !== 'ready') continue
    victim.stdout!.resume()
    return `http://127.0.0.1:${port}`
  }
  throw new Error('the service ended before it was ready')
}

/** The signal that ended it. */
export async function endOf(victim: ChildProcess): Promise<unknown> {
  victim.stdout!.resume()
  return victim.signalCode ?? (await once(victim, 'exit'))[1]
}
