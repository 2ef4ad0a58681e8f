import { findDocker } from '../docker.ts'
import type { Log } from '../log.ts'
import { findProgram, programVersion } from '../process/find-program.ts'
import { cachedNats, cacheFolder, type NatsProgram } from './cache.ts'
import { natsFromApt } from './from-apt.ts'
import { natsFromRelease } from './from-release.ts'

export type NatsSource = 'path' | 'cache' | 'apt' | 'release' | 'docker'
export type FoundNats = NatsProgram & { source: string; inDocker: boolean }
export type FindNatsOptions = {
  /** The sources to try, in this order; all of them unless given. */
  from?: NatsSource[]
  /** Ends the search. */
  signal?: AbortSignal
}

type Finder = (env: NodeJS.ProcessEnv, log: Log, signal?: AbortSignal) => Promise<NatsProgram | undefined>

export const NATS_IMAGE = 'nats:2.12'

const finders: Record<NatsSource, { label: string; find: Finder }> = {
  path: { label: 'PATH', find: onPath },
  cache: { label: 'cache', find: (env) => cachedNats(cacheFolder(env)) },
  apt: { label: 'apt', find: (env, log) => natsFromApt(cacheFolder(env), env, log) },
  release: {
    label: 'official release',
    find: (env, log, signal) => natsFromRelease(cacheFolder(env), log, { signal }),
  },
  docker: { label: `Docker ${NATS_IMAGE}`, find: withDocker },
}

/** A nats-server of 2.9 or later that runs here, from the first source that has one.
 *  Throws a sentence that says what was tried and what to install. */
export async function findNats(
  env: NodeJS.ProcessEnv,
  log: Log,
  { from = ['path', 'cache', 'apt', 'release', 'docker'], signal }: FindNatsOptions = {},
): Promise<FoundNats> {
  const failures: string[] = []
  for (const source of from) {
    const { label, find } = finders[source]
    try {
      const program = await find(env, log, signal)
      if (program) return { ...program, source: label, inDocker: source === 'docker' }
    } catch (error) {
      failures.push((error as Error).message)
    }
    signal?.throwIfAborted()
  }
  const tried = failures.length > 0 ? ` (tried: ${failures.join('; ')})` : ''
  throw new Error(
    `No NATS to start: install nats-server (apt-get, brew, or https://nats.io/download), or set NATS_URL to a running one${tried}`,
  )
}

/** Like `findNats`, but only a program that can be run directly, not one in a container. */
export function findNatsServer(env: NodeJS.ProcessEnv, log: Log): Promise<FoundNats> {
  return findNats(env, log, { from: ['path', 'cache', 'apt', 'release'] })
}

async function onPath(env: NodeJS.ProcessEnv): Promise<NatsProgram | undefined> {
  const file = findProgram('nats-server', env, ['/usr/sbin', '/usr/local/sbin'])
  const version = file && (await programVersion(file))
  if (!version) return undefined
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 2 || (major === 2 && minor >= 9) ? { file, version } : undefined
}

async function withDocker(env: NodeJS.ProcessEnv): Promise<NatsProgram | undefined> {
  const file = await findDocker(env)
  return file === undefined ? undefined : { file, version: NATS_IMAGE.split(':')[1] ?? '' }
}
