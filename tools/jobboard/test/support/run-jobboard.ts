import { type ChildProcess, execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** How a run of the command ended. */
export interface Run {
  /** Null when a signal ended it. */
  code: number | null
  stdout: string
  stderr: string
}

/** Runs the command in a child process. */
export function runJobboard(
  args: readonly string[],
  env: Record<string, string> = {},
  cwd?: string,
): Promise<Run> {
  return startJobboard(args, env, cwd).ended
}

/** Starts the command in a child process, which a test can signal. */
export function startJobboard(
  args: readonly string[],
  env: Record<string, string> = {},
  cwd?: string,
): { child: ChildProcess; ended: Promise<Run> } {
  const { promise, resolve } = Promise.withResolvers<Run>()
  // Not the settings of the machine that runs the tests.
  const cleared = {
    ...{ ADMIN_URL: undefined, ADMIN_TOKEN: undefined, DATA_DIR: '/nonexistent' },
    ...{ DATABASE_URL: undefined, PGHOST: undefined, NATS_URL: undefined, API_URL: undefined },
  }
  const options = { env: { ...process.env, ...cleared, ...env }, ...(cwd && { cwd }) }
  const child = execFile(process.execPath, [main, ...args], options, (_error, stdout, stderr) =>
    resolve({ code: child.exitCode, stdout, stderr }),
  )
  return { child, ended: promise }
}
