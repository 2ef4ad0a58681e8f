import { spawnSync } from 'node:child_process'

/** True when this machine has the program. */
export function hasRuntime(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
}
