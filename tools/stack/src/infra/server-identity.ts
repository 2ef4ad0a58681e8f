import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findSystemTool } from './find-program.ts'
import { runCommand } from './run-command.ts'

/** As whom a server runs: words before its command, or a user for `spawn`; `owner` must own its files. */
export type Identity = { prefix: string[]; uid?: number; gid?: number; owner: number; group: number }

/** How a server that refuses root (PostgreSQL) runs here: as we are, or for root the first way that can write `dir`
 *  and run all `programs`. `dir` and `inside` then belong to it. Throws a sentence when there is no such way. */
export async function serverIdentity(
  dir: string,
  inside: string[],
  programs: string[],
  env: NodeJS.ProcessEnv,
): Promise<Identity> {
  const uid = process.getuid?.() ?? 1
  if (uid !== 0) return { prefix: [], owner: uid, group: process.getgid?.() ?? 1 }
  for (const identity of waysOutOfRoot(dir, env)) {
    await giveTo(identity, dir, inside)
    if (await works(identity, dir, programs)) return identity
  }
  throw new Error(
    `PostgreSQL does not run as root, and no other user can reach ${dir}: start as an ordinary user`,
  )
}

function* waysOutOfRoot(dir: string, env: NodeJS.ProcessEnv): Generator<Identity> {
  const unshare = findSystemTool('unshare', env)
  // A user namespace shows another uid to the server, while the files stay root's: nothing to create or to chown.
  if (unshare) {
    yield { prefix: [unshare, '--user', '--map-user=1000', '--map-group=1000'], owner: 0, group: 0 }
  }
  const parent = statSync(dirname(dir))
  if (parent.uid !== 0) yield user(parent.uid, parent.gid)
  for (const name of ['postgres', 'nobody']) {
    const id = (flag: string) =>
      Number.parseInt(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout, 10)
    if (id('-u') > 0) yield user(id('-u'), id('-g'))
  }
  const setpriv = findSystemTool('setpriv', env)
  // Where only root passes (/root in a container that refuses namespaces): nobody, with the right to pass folders.
  if (setpriv) {
    const pass = [
      '--inh-caps',
      '+dac_override',
      '--ambient-caps',
      '+dac_override',
      '--securebits',
      '+no_setuid_fixup',
    ]
    const nobody = ['--reuid', '65534', '--regid', '65534', '--clear-groups']
    yield { prefix: [setpriv, ...nobody, ...pass], owner: 65534, group: 65534 }
  }
}

function user(uid: number, gid: number): Identity {
  return { prefix: [], uid, gid, owner: uid, group: gid }
}

async function giveTo(identity: Identity, dir: string, inside: string[]): Promise<void> {
  for (const path of [dir, ...inside.map((name) => join(dir, name))]) {
    if (!existsSync(path) || statSync(path).uid === identity.owner) continue
    const flags = path === dir ? [] : ['-R']
    await runCommand('chown', [...flags, `${identity.owner}:${identity.group}`, path], { timeoutMs: 60_000 })
  }
}

async function works({ prefix, uid, gid }: Identity, dir: string, programs: string[]): Promise<boolean> {
  const probe =
    'file="$1/probe.$$"; shift; : > "$file" && rm "$file" && for p; do "$p" --version || exit 1; done'
  const [command = 'sh', ...args] = [...prefix, 'sh', '-c', probe, 'sh', dir, ...programs]
  return (await runCommand(command, args, { uid, gid, cwd: '/', timeoutMs: 10_000 })).code === 0
}
