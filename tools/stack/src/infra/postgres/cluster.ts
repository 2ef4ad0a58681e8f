import { chownSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { lastLine, runCommand } from '../process/run-command.ts'
import { storedSecret } from '../stored-secret.ts'
import type { PostgresPrograms } from './find.ts'
import type { ServerUser } from './server-user.ts'

/** Creates the cluster `<dir>/data` unless it exists, atomically. Returns the password of its superuser `postgres`,
 *  stored in `<dir>/password`. Throws the last line that initdb printed. */
export async function prepareCluster(
  dir: string,
  programs: PostgresPrograms,
  serverUser: ServerUser,
  env: NodeJS.ProcessEnv,
  test: boolean,
): Promise<string> {
  const [data, passwordFile] = [join(dir, 'data'), join(dir, 'password')]
  if (existsSync(data) && !existsSync(passwordFile)) {
    throw new Error(
      `The password of ${data} is lost (${passwordFile}): delete ${dir} to start with an empty one`,
    )
  }
  const password = storedSecret(passwordFile)
  if (existsSync(data)) return password
  const draft = `${data}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  const { uid, gid, prefix, owner, group } = serverUser
  for (const path of [draft, passwordFile]) chownSync(path, owner, group)
  const flags = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8']
  if (test) flags.push('--no-sync')
  // C.UTF-8 sorts the same on every machine, and its lower() also handles letters beyond ASCII.
  for (const locale of ['C.UTF-8', 'C']) {
    const args = ['-D', draft, `--locale=${locale}`, ...flags]
    const [command = '', ...rest] = [...prefix, programs.initdb, ...args]
    const { code, output } = await runCommand(command, rest, { env, uid, gid, cwd: '/', timeoutMs: 120_000 })
    if (code === 0) break
    if (locale === 'C' || !/locale/i.test(output)) throw new Error(`initdb failed: ${lastLine(output)}`)
  }
  renameSync(draft, data)
  return password
}
