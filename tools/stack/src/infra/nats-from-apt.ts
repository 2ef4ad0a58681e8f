import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findSystemTool } from './find-program.ts'
import { intoCache, type NatsProgram } from './nats-cache.ts'
import { lastLine, runCommand } from './run-command.ts'

/** nats-server from the package source of Debian or Ubuntu, unpacked into the cache: apt checks its signature, nothing
 *  is installed, no root needed. Nothing elsewhere. Throws apt's last words. */
export async function natsFromApt(
  cache: string,
  env: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Promise<NatsProgram | undefined> {
  const apt = findSystemTool('apt-get', env)
  const dpkg = findSystemTool('dpkg-deb', env)
  if (!apt || !dpkg || !existsSync('/etc/debian_version')) return undefined
  log('Fetching nats-server with apt-get (into the cache, nothing is installed)…')
  return intoCache(cache, async (work) => {
    const unpacked = join(work, 'unpacked')
    const { code, output } = await runCommand(dpkg, ['-x', await download(apt, work), unpacked], {
      timeoutMs: 60_000,
    })
    if (code !== 0) throw new Error(lastLine(output))
    return join(unpacked, 'usr/sbin/nats-server')
  })
}

async function download(apt: string, work: string): Promise<string> {
  const [lists, cache] = [join(work, 'lists'), join(work, 'cache')]
  const limits = [
    '-o',
    'Acquire::http::Timeout=20',
    '-o',
    'Acquire::Retries=1',
    '-o',
    'APT::Sandbox::User=root',
  ]
  const own = ['-o', `Dir::State::lists=${lists}`, '-o', `Dir::Cache=${cache}`, '-o', 'Debug::NoLocking=1']
  const run = (args: string[]) => runCommand(apt, [...limits, ...args], { cwd: work, timeoutMs: 180_000 })
  const debFile = () => readdirSync(work).find((name) => name.endsWith('.deb'))

  let { output } = await run(['download', 'nats-server'])
  if (!debFile()) {
    // The system's lists are missing or old, and only root may renew those: use lists of our own.
    for (const folder of [join(lists, 'partial'), join(cache, 'archives/partial')])
      mkdirSync(folder, { recursive: true })
    // Its exit code counts other sources too: what matters is whether the package can be had.
    await run([...own, '-o', 'Acquire::Languages=none', 'update'])
    output = (await run([...own, 'download', 'nats-server'])).output
  }
  const name = debFile()
  if (!name) throw new Error(`apt-get: ${lastLine(output)}`)
  return join(work, name)
}
