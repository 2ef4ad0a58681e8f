import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runCommand } from './run-command.ts'

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
