import { type ChildProcess, execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { runCommand } from '../../src/main.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** How a run of the command ended. */
export interface Run {
  /** Null when a signal ended it. */
  code: number | null
  stdout: string
  stderr: string
}

// Not the settings of the machine that runs the tests.
const CLEARED = {
  ...{ ADMIN_URL: undefined, ADMIN_TOKEN: undefined, DATA_DIR: '/nonexistent' },
  ...{
    DATABASE_URL: undefined,
    PGHOST: undefined,
    NATS_URL: undefined,
    API_URL: undefined,
    PORTAL_URL: undefined,
  },
}

let last: Promise<unknown> = Promise.resolve()

/** Runs the command in this process, which costs a tenth of a child process; one at a time, because the environment, the
 * folder and the output belong to the process. */
export function runJobboard(
  args: readonly string[],
  env: Record<string, string> = {},
  cwd?: string,
): Promise<Run> {
  const run = last.then(() => runHere(args, env, cwd))
  last = run.catch(() => {})
  return run
}

async function runHere(args: readonly string[], env: Record<string, string>, cwd?: string): Promise<Run> {
  const { stdout, stderr } = process
  const original = { env: process.env, cwd: process.cwd, stdout: stdout.write, stderr: stderr.write }
  const printed = { stdout: '', stderr: '' }
  const into = (name: 'stdout' | 'stderr') => (chunk: Uint8Array | string) => {
    printed[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
    return true
  }
  process.env = withoutUndefined({ ...process.env, ...CLEARED, ...env })
  if (cwd !== undefined) process.cwd = () => cwd
  stdout.write = into('stdout') as typeof stdout.write
  stderr.write = into('stderr') as typeof stderr.write
  try {
    const code = await runCommand([...args])
    return { code, ...printed }
  } finally {
    process.env = original.env
    process.cwd = original.cwd
    stdout.write = original.stdout
    stderr.write = original.stderr
  }
}

function withoutUndefined(env: Record<string, string | undefined>): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined))
}

/** Starts the command in a process of its own, which a test can signal. */
export function startJobboard(
  args: readonly string[],
  env: Record<string, string> = {},
  cwd?: string,
): { child: ChildProcess; ended: Promise<Run> } {
  const { promise, resolve } = Promise.withResolvers<Run>()
  const options = { env: { ...process.env, ...CLEARED, ...env }, ...(cwd && { cwd }) }
  const child = execFile(process.execPath, [main, ...args], options, (_error, stdout, stderr) =>
    resolve({ code: child.exitCode, stdout, stderr }),
  )
  return { child, ended: promise }
}
