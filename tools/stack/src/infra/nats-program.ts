import { findProgram, programVersion } from './find-program.ts'
import { cachedNats, cacheFolder, type NatsProgram } from './nats-cache.ts'
import { natsFromApt } from './nats-from-apt.ts'
import { natsFromRelease } from './nats-from-release.ts'
import { runCommand } from './run-command.ts'

export type NatsSource = 'path' | 'cache' | 'apt' | 'release' | 'docker'
export type FoundNats = NatsProgram & { source: string; inDocker: boolean }

const dockerImage = 'nats:2.12'

type Finder = (env: NodeJS.ProcessEnv, log: (line: string) => void) => Promise<NatsProgram | undefined>

const finders: Record<NatsSource, { label: string; find: Finder }> = {
  path: { label: 'PATH', find: onPath },
  cache: { label: 'cache', find: (env) => cachedNats(cacheFolder(env)) },
  apt: { label: 'apt', find: (env, log) => natsFromApt(cacheFolder(env), env, log) },
  release: { label: 'official release', find: (env, log) => natsFromRelease(cacheFolder(env), log) },
  docker: { label: `Docker ${dockerImage}`, find: withDocker },
}

/** A nats-server of 2.9 or later that runs here, from the first source that has one.
 *  Throws a sentence saying what was tried and what to install. */
export async function findNats(
  env: NodeJS.ProcessEnv,
  log: (line: string) => void,
  from: NatsSource[] = ['path', 'cache', 'apt', 'release', 'docker'],
): Promise<FoundNats> {
  const failures: string[] = []
  for (const source of from) {
    const { label, find } = finders[source]
    try {
      const program = await find(env, log)
      if (program) return { ...program, source: label, inDocker: source === 'docker' }
    } catch (error) {
      failures.push((error as Error).message)
    }
  }
  const tried = failures.length > 0 ? ` (tried: ${failures.join('; ')})` : ''
  throw new Error(
    `No NATS to start: install nats-server (apt-get, brew, or https://nats.io/download), or set NATS_URL to a running one${tried}`,
  )
}

/** Like `findNats`, but only a program that can be run directly, not one in a container. */
export function findNatsServer(env: NodeJS.ProcessEnv, log: (line: string) => void): Promise<FoundNats> {
  return findNats(env, log, ['path', 'cache', 'apt', 'release'])
}

async function onPath(env: NodeJS.ProcessEnv): Promise<NatsProgram | undefined> {
  const file = findProgram('nats-server', env, ['/usr/sbin', '/usr/local/sbin'])
  const version = file && (await programVersion(file))
  if (!version) return undefined
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 2 || (major === 2 && minor >= 9) ? { file, version } : undefined
}

async function withDocker(env: NodeJS.ProcessEnv): Promise<NatsProgram | undefined> {
  const file = findProgram('docker', env)
  if (!file) return undefined
  const { code } = await runCommand(file, ['info'], { timeoutMs: 10_000 })
  if (code !== 0) throw new Error('Docker is installed but not running')
  return { file, version: dockerImage.split(':')[1] ?? '' }
}
