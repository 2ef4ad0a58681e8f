import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../src/infra/free-port.ts'
import { copyCheckout } from './copy-checkout.ts'

/** A command of the copy, as the leader of a process group, as a terminal starts it. */
export interface StartedCommand {
  child: ChildProcess
  /** When no process has its output any more. */
  ended: Promise<{ code: number | null; output: string }>
  /** Resolves when the text has been printed; throws when the command ends before. */
  printed(text: string): Promise<string>
}

/** A copy of this checkout, in a folder of its own. */
export interface CopiedCheckout {
  folder: string
  ports: { PORT: string; ADMIN_PORT: string }
  run(command: string, args: string[], env?: Record<string, string>): StartedCommand
  /** Command lines of the running processes that have the folder of the copy in them. */
  processes(): string[]
  /** Kills what still runs. */
  killAll(): void
  remove(): void
}

/** Copies it; `name` is the last part of its path. */
export async function openCopiedCheckout(name: string): Promise<CopiedCheckout> {
  const dir = mkdtempSync(join(tmpdir(), 'copied-checkout-'))
  const folder = join(dir, name)
  copyCheckout(folder)
  const ports = { PORT: String(await freePort()), ADMIN_PORT: String(await freePort()) }
  const {
    DATABASE_URL: _,
    NATS_URL: __,
    PORTAL_PORT: ___,
    npm_lifecycle_event: ____,
    ...inherited
  } = process.env
  const started: ChildProcess[] = []
  const processes = () => commandLines().filter((line) => line.includes(dir))
  return {
    folder,
    ports,
    run(command, args, env = {}) {
      const child = spawn(command, args, {
        cwd: folder,
        env: { ...inherited, NODE_COMPILE_CACHE: join(dir, 'compile'), ...ports, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      })
      started.push(child)
      return { child, ...followed(child) }
    },
    processes,
    killAll() {
      const left = started.splice(0)
      if (processes().length === 0) return
      for (const { pid } of left) killGroup(pid!)
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}

function followed(child: ChildProcess): Omit<StartedCommand, 'child'> {
  let output = ''
  let onOutput = () => {}
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (chunk) => {
      output += chunk
      onOutput()
    })
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }))
  return {
    ended,
    printed: (text) =>
      new Promise((resolve, reject) => {
        onOutput = () => output.includes(text) && resolve(output)
        onOutput()
        ended.then(() => reject(new Error(`ended without "${text}":\n${output}`)))
      }),
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

function commandLines(): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    } catch {
      return ''
    }
  })
}
