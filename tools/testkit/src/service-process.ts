import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parentDeathPrefix } from '@jobboard/stack/infra/process/run-process'
import { type Booted, testEnv } from './boot.ts'

/** Starts a service as a process on the database and NATS of `observer`, for tests that kill or change a process. Where
 * setpriv exists it ends with the test worker, also when a test failed before it ended the process. */
export function startServiceProcess(
  service: string,
  observer: Pick<Booted, 'databaseUrl' | 'natsUrl'>,
  more: Record<string, string>,
): ChildProcess {
  const main = fileURLToPath(new URL(`../../../services/${service}/src/main.ts`, import.meta.url))
  const env = testEnv(observer.databaseUrl, observer.natsUrl, { LOG_LEVEL: 'info', ...more })
  const [command = '', ...args] = [...parentDeathPrefix(process.env), process.execPath, main]
  return spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** URL of the process, once it is ready. */
export async function urlOf(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const { msg, port } = JSON.parse(line) as { msg: string; port?: number }
    if (msg !== 'ready') continue
    child.stdout!.resume()
    return `http://127.0.0.1:${port}`
  }
  throw new Error('the service ended before it was ready')
}

export async function endOf(child: ChildProcess): Promise<unknown> {
  child.stdout!.resume()
  return child.signalCode ?? (await once(child, 'exit'))[1]
}
