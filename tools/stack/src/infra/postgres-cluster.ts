import { chownSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { keptSecret } from './kept-secret.ts'
import type { PostgresPrograms } from './postgres-programs.ts'
import { lastLine, runCommand } from './run-command.ts'
import type { Identity } from './server-identity.ts'

/** Makes the data folder `<dir>/data` unless it is there, whole or not at all, and returns the password of its
 *  superuser `postgres`, kept in `<dir>/password`. Throws initdb's last words. */
export async function prepareCluster(
  dir: string,
  programs: PostgresPrograms,
  identity: Identity,
  env: NodeJS.ProcessEnv,
  test: boolean,
): Promise<string> {
  const [data, passwordFile] = [join(dir, 'data'), join(dir, 'password')]
  if (existsSync(data) && !existsSync(passwordFile)) {
    throw new Error(`The password of ${data} is lost (${passwordFile}): delete ${dir} to begin anew`)
  }
  const password = keptSecret(passwordFile)
  if (existsSync(data)) return password
  const draft = `${data}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  const { uid, gid, prefix, owner, group } = identity
  for (const path of [draft, passwordFile]) chownSync(path, owner, group)
  const flags = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8']
  if (test) flags.push('--no-sync')
  // The C library's UTF-8 locale: the same order everywhere, and lower() knows more than ASCII.
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
