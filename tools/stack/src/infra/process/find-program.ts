import { type SpawnOptions, spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const systemFolders = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin']

/** The first executable file called `name` on the PATH of `env`, then in `moreFolders`. */
export function findProgram(
  name: string,
  env: NodeJS.ProcessEnv,
  moreFolders: string[] = [],
): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder.startsWith('/'))
  return [...folders, ...moreFolders].map((folder) => join(folder, name)).find(isExecutable)
}

/** Like `findProgram`, for tools of the system (`setpriv`, `chown`): also found when the PATH lacks their folder. */
export function findSystemTool(name: string, env: NodeJS.ProcessEnv): string | undefined {
  return findProgram(name, env, systemFolders)
}

/** The number printed by `<file> --version`, such as `18.4` or `2.9.10`; undefined when it does not run here. */
export async function programVersion(file: string): Promise<string | undefined> {
  const { code, output } = await runCommand(file, ['--version'], { timeoutMs: 10_000 })
  return code === 0 ? /\d+(\.\d+)+/.exec(output)?.[0] : undefined
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

type CommandOptions = Pick<SpawnOptions, 'env' | 'cwd' | 'uid' | 'gid'> & { timeoutMs: number }

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
