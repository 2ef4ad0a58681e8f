import { spawn } from 'node:child_process'

export type CommandOptions = {
  env?: NodeJS.ProcessEnv
  cwd?: string
  uid?: number
  gid?: number
  timeoutMs: number
}

/** Runs a command to its end and returns what it printed. `code` is null when it could not be started, was killed or
 *  exceeded the time limit. Never throws. */
export function runCommand(
  command: string,
  args: string[],
  options: CommandOptions,
): Promise<{ code: number | null; output: string }> {
  const { timeoutMs, ...spawnOptions } = options
  return new Promise((resolve) => {
    let output = ''
    let child: ReturnType<typeof spawn>
    try {
      child = spawn(command, args, { ...spawnOptions, timeout: timeoutMs, stdio: ['ignore', 'pipe', 'pipe'] })
    } catch (error) {
      // A uid that this process may not use throws here instead of emitting `error`.
      return resolve({ code: null, output: String(error) })
    }
    const append = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout?.on('data', append)
    child.stderr?.on('data', append)
    child.on('error', (error) => resolve({ code: null, output: error.message }))
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** The last line of a command's output that is not empty. */
export function lastLine(output: string): string {
  return output.trim().split('\n').at(-1)?.trim() ?? ''
}
