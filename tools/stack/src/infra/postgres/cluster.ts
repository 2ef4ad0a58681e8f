import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findSystemTool, lastLine, runCommand } from '../process/find-program.ts'
import { storedSecret } from '../stored-secret.ts'
import type { PostgresPrograms } from './find.ts'

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
  const flags = [
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    `--auth=${test ? 'md5' : 'scram-sha-256'}`,
    '--encoding=UTF8',
  ]
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

/** As whom a server runs: a command prefix, or a user for `spawn`. `owner` must own its files. */
export type ServerUser = { prefix: string[]; uid?: number; gid?: number; owner: number; group: number }

/** As whom a server that refuses root (PostgreSQL) runs: as the current user, or for root the first way that can write
 *  `dir` and run all `programs`. `dir` and `inside` then belong to it. Throws a sentence when there is no such way. */
export async function findServerUser(
  dir: string,
  inside: string[],
  programs: string[],
  env: NodeJS.ProcessEnv,
): Promise<ServerUser> {
  const uid = process.getuid?.() ?? 1
  if (uid !== 0) return { prefix: [], owner: uid, group: process.getgid?.() ?? 1 }
  for (const candidate of candidatesForRoot(dir, env)) {
    await giveOwnership(candidate, dir, inside)
    if (await canRun(candidate, dir, programs)) return candidate
  }
  throw new Error(
    `PostgreSQL does not run as root, and no other user can write ${dir}: start as an ordinary user`,
  )
}

function* candidatesForRoot(dir: string, env: NodeJS.ProcessEnv): Generator<ServerUser> {
  const unshare = findSystemTool('unshare', env)
  // In a user namespace the server sees another uid while its files still belong to root: no user is needed.
  if (unshare) {
    yield { prefix: [unshare, '--user', '--map-user=1000', '--map-group=1000'], owner: 0, group: 0 }
  }
  const parent = statSync(dirname(dir))
  if (parent.uid !== 0) yield asUser(parent.uid, parent.gid)
  for (const name of ['postgres', 'nobody']) {
    const id = (flag: string) =>
      Number.parseInt(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout, 10)
    if (id('-u') > 0) yield asUser(id('-u'), id('-g'))
  }
  const setpriv = findSystemTool('setpriv', env)
  // Below a folder that only root may enter, in a container that refuses namespaces: nobody, allowed to enter it.
  if (setpriv) {
    const capability = ['--inh-caps', '+dac_override', '--ambient-caps', '+dac_override']
    const nobody = ['--reuid', '65534', '--regid', '65534', '--clear-groups']
    const prefix = [setpriv, ...nobody, ...capability, '--securebits', '+no_setuid_fixup']
    yield { prefix, owner: 65534, group: 65534 }
  }
}

function asUser(uid: number, gid: number): ServerUser {
  return { prefix: [], uid, gid, owner: uid, group: gid }
}

async function giveOwnership(user: ServerUser, dir: string, inside: string[]): Promise<void> {
  for (const path of [dir, ...inside.map((name) => join(dir, name))]) {
    if (!existsSync(path) || statSync(path).uid === user.owner) continue
    const flags = path === dir ? [] : ['-R']
    await runCommand('chown', [...flags, `${user.owner}:${user.group}`, path], { timeoutMs: 60_000 })
  }
}

/** True when it can write the folder and start the programs. */
async function canRun({ prefix, uid, gid }: ServerUser, dir: string, programs: string[]): Promise<boolean> {
  const probe =
    'file="$1/probe.$$"; shift; : > "$file" && rm "$file" && for p; do "$p" --version || exit 1; done'
  const [command = 'sh', ...args] = [...prefix, 'sh', '-c', probe, 'sh', dir, ...programs]
  return (await runCommand(command, args, { uid, gid, cwd: '/', timeoutMs: 10_000 })).code === 0
}
