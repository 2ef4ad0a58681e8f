import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { findSystemTool } from '../process/find-program.ts'
import { lastLine, runCommand } from '../process/run-command.ts'
import { fetchIntoCache, type NatsProgram } from './cache.ts'

/** nats-server from the package source of Debian or Ubuntu, unpacked into the cache: apt checks its signature, nothing
 *  is installed, no root needed. Undefined on other systems. Throws the last line that apt printed. */
export async function natsFromApt(
  cache: string,
  env: NodeJS.ProcessEnv,
  log: Log,
): Promise<NatsProgram | undefined> {
  const apt = findSystemTool('apt-get', env)
  const dpkg = findSystemTool('dpkg-deb', env)
  if (!apt || !dpkg || !existsSync('/etc/debian_version')) return undefined
  log('Fetching nats-server with apt-get (into the cache, nothing is installed)…')
  return fetchIntoCache(cache, async (work) => {
    const unpacked = join(work, 'unpacked')
    const { code, output } = await runCommand(dpkg, ['-x', await download(apt, work), unpacked], {
      timeoutMs: 60_000,
    })
    if (code !== 0) throw new Error(lastLine(output))
    return join(unpacked, 'usr/sbin/nats-server')
  })
}

/** The .deb file, downloaded into the folder `work`. */
async function download(apt: string, work: string): Promise<string> {
  const [lists, cache] = [join(work, 'lists'), join(work, 'cache')]
  const options = (values: string[]) => values.flatMap((value) => ['-o', value])
  const limits = options(['Acquire::http::Timeout=20', 'Acquire::Retries=1', 'APT::Sandbox::User=root'])
  const ownLists = options([`Dir::State::lists=${lists}`, `Dir::Cache=${cache}`, 'Debug::NoLocking=1'])
  const run = (args: string[]) => runCommand(apt, [...limits, ...args], { cwd: work, timeoutMs: 180_000 })
  const debFile = () => readdirSync(work).find((name) => name.endsWith('.deb'))

  let { output } = await run(['download', 'nats-server'])
  if (!debFile()) {
    // The package lists of the system are missing or old, and only root may update them: use lists in `work`.
    for (const folder of [join(lists, 'partial'), join(cache, 'archives/partial')]) {
      mkdirSync(folder, { recursive: true })
    }
    // Its exit code is ignored: it also counts sources that do not have the package.
    await run([...ownLists, '-o', 'Acquire::Languages=none', 'update'])
    output = (await run([...ownLists, 'download', 'nats-server'])).output
  }
  const name = debFile()
  if (!name) throw new Error(`apt-get: ${lastLine(output)}`)
  return join(work, name)
}
