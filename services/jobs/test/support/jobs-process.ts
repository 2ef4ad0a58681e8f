import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { testEnv } from '@jobboard/testkit/boot'
import type { Jobs } from './setup.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** Starts the jobs service as a process on the database and NATS of `jobs`; the failpoint kills it. */
export function startCrashingProcess(
  jobs: Pick<Jobs, 'databaseUrl' | 'natsUrl'>,
  failpoint: string,
): ChildProcess {
  return startProcess(jobs, { FAILPOINTS: failpoint })
}

/** Starts the jobs service as a process whose wall clock is `skewMs` ahead. */
export function startSkewedProcess(
  jobs: Pick<Jobs, 'databaseUrl' | 'natsUrl'>,
  skewMs: number,
): ChildProcess {
  const skew = `const Real = Date; globalThis.Date = class extends Real {
    constructor(...given) { given.length ? super(...given) : super(Real.now() + ${skewMs}) }
    static now() { return Real.now() + ${skewMs} }
  }`
  return startProcess(jobs, {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(skew)}`,
  })
}

function startProcess(
  jobs: Pick<Jobs, 'databaseUrl' | 'natsUrl'>,
  more: Record<string, string>,
): ChildProcess {
  const env = testEnv(jobs.databaseUrl, jobs.natsUrl, { LOG_LEVEL: 'info', ...more })
  return spawn(process.execPath, [main], {
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

/** The signal that ended the process. */
export async function endOf(child: ChildProcess): Promise<unknown> {
  child.stdout!.resume()
  return child.signalCode ?? (await once(child, 'exit'))[1]
}
