import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { diesWithParent } from './dies-with-parent.ts'
import { limitLog, rotateLog } from './log-files.ts'

export type ProcessPlan = {
  command: string
  args: string[]
  env: NodeJS.ProcessEnv
  /** Receives stdout and stderr; an earlier log is rotated first, unless `appendLog`. */
  logFile: string
  appendLog?: boolean
  prefix?: string[]
  uid?: number
  gid?: number
}

const LOG_CHECK_MS = 10_000

export type RunningProcess = { pid: number; exited: Promise<void>; hasExited(): boolean }

/** Starts a server outside the terminal's process group (Ctrl-C does not reach it) that dies with this process where
 *  the system can do that. Call it from the main thread. Throws when the command cannot be started. */
export function runProcess(plan: ProcessPlan): RunningProcess {
  const { prefix = [], command, args, env, uid, gid } = plan
  const [file = command, ...rest] = [...prefix, ...diesWithParent(env), command, ...args]
  if (!plan.appendLog) rotateLog(plan.logFile)
  const log = openSync(plan.logFile, 'a', 0o600)
  let child: ChildProcess
  try {
    child = spawn(file, rest, { detached: true, stdio: ['ignore', log, log], cwd: '/', env, uid, gid })
  } finally {
    closeSync(log)
  }
  let ended = false
  const limiting = setInterval(() => limitLog(plan.logFile), LOG_CHECK_MS).unref()
  const exited = new Promise<void>((resolve) => {
    const end = () => {
      ended = true
      clearInterval(limiting)
      resolve()
    }
    child.once('exit', end)
    child.once('error', end)
  })
  if (child.pid === undefined) throw new Error(`Cannot run ${file}`)
  // A program that ends without stop() must not hang on its servers.
  child.unref()
  return { pid: child.pid, exited, hasExited: () => ended }
}

/** The end of a log file, for error sentences; empty when there is none. */
export function logTail(logFile: string, lines = 8): string {
  try {
    return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-lines).join('\n')
  } catch {
    return ''
  }
}
