import { spawnSync } from 'node:child_process'
import { findSystemTool } from './find-program.ts'

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
