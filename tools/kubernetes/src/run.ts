import { execFile, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { work } from './settings.ts'

/** Prints a line about progress. */
export function say(line: string): void {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)}  ${line}\n`)
}

export interface RunOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
  input?: string
  /** Limit; 60 s by default. */
  timeoutMs?: number
}

/** Runs a command and returns what it printed. Throws what it wrote to its error output when it fails. */
export function run(command: string, args: readonly string[], options: RunOptions = {}): string {
  const { cwd, env, input, timeoutMs = 60_000 } = options
  const result = spawnSync(command, args, {
    cwd,
    input,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: timeoutMs,
    maxBuffer: 268_435_456,
  })
  if (result.status === 0) return result.stdout
  const why = result.error?.message ?? (result.stderr || result.stdout).trim().slice(-2_000)
  throw new Error(`${command} ${args.slice(0, 6).join(' ')}: ${why}`)
}

/** The same while this process goes on. */
export function runBeside(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  const { cwd, env, input, timeoutMs = 60_000 } = options
  return new Promise((resolve, reject) => {
    const settings = { cwd, env: { ...process.env, ...env }, timeout: timeoutMs, maxBuffer: 268_435_456 }
    const child = execFile(command, args, settings, (error, stdout, stderr) => {
      if (!error) return resolve(stdout)
      const why = (stderr || error.message).trim().slice(-2_000)
      reject(new Error(`${command} ${args.slice(0, 6).join(' ')}: ${why}`))
    })
    child.stdin?.end(input)
  })
}

/** As `run`; false when it fails. */
export function succeeds(command: string, args: readonly string[], options: RunOptions = {}): boolean {
  try {
    run(command, args, options)
    return true
  } catch {
    return false
  }
}

/** Waits until the probe is true. Throws after `seconds`, naming `what`. */
export async function until(
  what: string,
  seconds: number,
  probe: () => boolean | Promise<boolean>,
): Promise<void> {
  const deadlineMs = Date.now() + seconds * 1_000
  while (!(await probe())) {
    if (Date.now() > deadlineMs) throw new Error(`${what}: not so after ${seconds} s`)
    await sleep(300)
  }
}

const folder = (...names: string[]) => join(work, 'run', ...names)
const pidFile = (name: string) => folder(`${name}.pid`)

/** The process id of what `startProcess` started under that name, while it runs. */
export function pidOf(name: string): number | undefined {
  if (!existsSync(pidFile(name))) return undefined
  const pid = Number(readFileSync(pidFile(name), 'utf8'))
  return existsSync(`/proc/${pid}`) ? pid : undefined
}

/** Starts a program that goes on when this one ends; its output is logs/NAME.log of the work folder. */
export function startProcess(name: string, command: readonly string[], netns?: string): void {
  if (pidOf(name) !== undefined) return
  mkdirSync(folder(), { recursive: true })
  mkdirSync(join(work, 'logs'), { recursive: true })
  const log = openSync(join(work, 'logs', `${name}.log`), 'w')
  // nsenter and not `ip netns exec`, which would mount another /sys and hide the control groups.
  const inside = netns ? ['nsenter', `--net=/run/netns/${netns}`, ...command] : [...command]
  const child = spawn(inside[0]!, inside.slice(1), { detached: true, stdio: ['ignore', log, log] })
  child.unref()
  writeFileSync(pidFile(name), String(child.pid))
}

/** Ends what was started under that name: SIGTERM, and SIGKILL after 15 s. */
export async function stopProcess(name: string): Promise<void> {
  const pid = pidOf(name)
  if (pid !== undefined) {
    process.kill(pid, 'SIGTERM')
    await until(`the end of ${name}`, 15, () => pidOf(name) === undefined).catch(() =>
      process.kill(pid, 'SIGKILL'),
    )
  }
  rmSync(pidFile(name), { force: true })
}
