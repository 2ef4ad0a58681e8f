import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { findSystemTool } from './find-program.ts'

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

/** Number of old logs beside the current one; `<file>.1` is the newest of them. */
const OLD_LOGS = 3
const MAX_LOG_BYTES = 16 * 2 ** 20

/** Moves the log of an earlier run to `<file>.1`, and that one to `<file>.2`; the oldest is deleted. */
export function rotateLog(file: string): void {
  if (sizeOf(file) === 0) return
  shiftOldLogs(file)
  renameSync(file, `${file}.1`)
}

/** Rotates the log of a running process when it has become too large. The process holds the file open, so the log is
 * copied and emptied; lines written in between are lost. When it cannot be copied, as on a full disk, it is emptied without a copy. */
export function limitLog(file: string, maxBytes = MAX_LOG_BYTES): void {
  if (sizeOf(file) <= maxBytes) return
  shiftOldLogs(file)
  try {
    copyFileSync(file, `${file}.1`)
  } catch {
    rmSync(`${file}.1`, { force: true })
  }
  truncateSync(file)
}

function shiftOldLogs(file: string): void {
  rmSync(`${file}.${OLD_LOGS}`, { force: true })
  for (let i = OLD_LOGS - 1; i >= 1; i--) {
    if (sizeOf(`${file}.${i}`) > 0) renameSync(`${file}.${i}`, `${file}.${i + 1}`)
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

let prefix: string[] | undefined

/** Command prefix that makes the kernel send SIGINT to the command when this process dies, even by SIGKILL.
 *  Empty where the system cannot do that (macOS, busybox): there the next start stops what was left running. */
export function parentDeathPrefix(env: NodeJS.ProcessEnv): string[] {
  prefix ??= setprivPrefix(env)
  return prefix
}

function setprivPrefix(env: NodeJS.ProcessEnv): string[] {
  const tool = findSystemTool('setpriv', env)
  if (!tool) return []
  const args = ['--pdeathsig', 'INT']
  return spawnSync(tool, [...args, 'true']).status === 0 ? [tool, ...args] : []
}
