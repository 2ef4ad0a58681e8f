import { spawn, spawnSync } from 'node:child_process'
import { type Demo, readDemo } from '@jobboard/jobboard/demo/demo-file'
import { readSettings } from '@jobboard/stack/settings'

/** A command of the checks. */
export interface Command {
  program: string
  args: string[]
  cwd?: string
  /** Added to the environment of this process. */
  env?: Record<string, string>
}

/** Runs a command with the output of this process. Throws when it does not end with exit code 0. */
export async function run({ program, args, cwd, env }: Command): Promise<void> {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' })
  const code = await new Promise((resolve, reject) => {
    child.once('exit', (exitCode, signal) => resolve(exitCode ?? signal))
    child.once('error', reject)
  })
  if (code !== 0) throw new Error(`${program} ${args.slice(0, 3).join(' ')} ended with ${code}`)
}

/** True when the program is on the PATH. */
export function isInstalled(program: string, versionFlag = '--version'): boolean {
  return spawnSync(program, [versionFlag], { stdio: 'ignore' }).status === 0
}

/** Runs a check; a failure is one sentence and exit code 1. */
export async function report(check: () => Promise<void>): Promise<void> {
  await check().catch((error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  })
}

/** The demo data of the stack that `npm start` runs here. Throws a sentence when it does not run, or not on this
 * machine: the checks create, change and delete. */
export async function runningStack(): Promise<Demo> {
  const { dataDir } = readSettings(process.env)
  const demo = readDemo(dataDir)
  if (!demo) throw new Error(`${dataDir} has no demo.json: start the stack first with \`npm start\``)
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(new URL(demo.baseUrl).hostname)) {
    throw new Error(`${demo.baseUrl} is not on this machine`)
  }
  const ready = await fetch(`${demo.baseUrl}/healthz/ready`).catch(() => undefined)
  if (!ready?.ok) throw new Error(`${demo.baseUrl} is not ready: start the stack first with \`npm start\``)
  return demo
}
