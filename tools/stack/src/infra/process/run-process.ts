import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { limitLog, rotateLog } from './log-files.ts'
import { parentDeathPrefix } from './parent-death.ts'

export type ProcessPlan = {
  command: string
  args: string[]
  env: NodeJS.ProcessEnv
  /** Receives stdout and stderr; the log of an earlier run is rotated first, unless `appendLog`. */
  logFile: string
  appendLog?: boolean
  /** A program, with its arguments, that runs the command. */
  prefix?: string[]
  uid?: number
  gid?: number
}

export type RunningProcess = { pid: number; exited: Promise<void>; hasExited(): boolean }

const LOG_CHECK_MS = 10_000

/** Starts a long-running program in a process group of its own, so that Ctrl-C does not reach it. It dies with this
 *  process where the system can do that. Call it from the main thread. Throws when the command cannot be started. */
export function runProcess(plan: ProcessPlan): RunningProcess {
  const { prefix = [], command, args, env, uid, gid } = plan
  const [file = command, ...rest] = [...prefix, ...parentDeathPrefix(env), command, ...args]
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
  // A command that fails without stopping its servers must still be able to end.
  child.unref()
  return { pid: child.pid, exited, hasExited: () => ended }
}

/** The last lines of a log file, for error messages; empty when there is no file. */
export function logTail(logFile: string, lines = 8): string {
  try {
    return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-lines).join('\n')
  } catch {
    return ''
  }
}
