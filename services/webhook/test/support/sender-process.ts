import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { CALLER_HEADER, type Caller, signCaller } from '@jobboard/service/auth/caller'
import { TEST_CALLER_SECRET } from '@jobboard/testkit/boot'
import { type Client, client } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { EMPLOYER } from './accounts.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** The webhook service in a process of its own. */
export interface SenderProcess {
  child: ChildProcess
  url: string
  admin: Client
  /** Calls as a key of the employer `EMPLOYER`. */
  recruiter: Client
  log(): string
  /** Sends a signal and waits for the exit; does nothing after the exit. */
  end(signal: NodeJS.Signals): Promise<void>
}

/** Starts src/main.ts with this environment and waits until it is ready. */
export async function startSenderProcess(env: Record<string, string>): Promise<SenderProcess> {
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let log = ''
  child.stdout!.on('data', (data) => {
    log += data
  })
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
  }
  const port = await eventually('the process is ready', async () => /"port":(\d+)/.exec(log)?.[1])
  const url = `http://127.0.0.1:${port}`
  const as = (caller: Caller) =>
    client(url, () => ({ [CALLER_HEADER]: signCaller(TEST_CALLER_SECRET, caller) }))
  const admin = as({ kind: 'admin', actor: 'test' })
  const recruiter = as({
    kind: 'recruiter',
    employerId: EMPLOYER,
    userId: null,
    keyId: 7,
    scopes: ['Webhooks', 'Applications', 'JobPosting'],
  })
  return { child, url, admin, recruiter, log: () => log, end }
}
