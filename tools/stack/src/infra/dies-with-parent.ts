import { spawnSync } from 'node:child_process'
import { findSystemTool } from './find-program.ts'

let known: string[] | undefined

/** Words to put before a command so that the kernel sends it SIGINT when this process dies, even by kill -9.
 *  Empty where the system has no such thing (macOS, busybox): there the next start cleans up. */
export function diesWithParent(env: NodeJS.ProcessEnv): string[] {
  known ??= setpriv(env)
  return known
}

function setpriv(env: NodeJS.ProcessEnv): string[] {
  const tool = findSystemTool('setpriv', env)
  const words = tool ? [tool, '--pdeathsig', 'INT'] : []
  const [file, ...args] = words
  return file && spawnSync(file, [...args, 'true']).status === 0 ? words : []
}
