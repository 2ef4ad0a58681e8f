import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { containerOf, DOCKER_READY_MS, findDocker } from './docker.ts'
import type { Log } from './log.ts'
import { findProgram, programVersion } from './process/find-program.ts'
import { type Launch, type Server, startOwnServer } from './process/run-server.ts'
import type { StopSteps } from './process/stop-process.ts'
import { storedSecret } from './stored-secret.ts'

export type MeilisearchOptions = {
  /** Data folder of this server alone: indexes, master key, logs. It stays when the server stops. */
  dir: string
  port?: number
  log: Log
  /** Uses less memory. */
  test?: boolean
  env?: NodeJS.ProcessEnv
}

export interface Meilisearch extends Server {
  url: string
  /** Master key. */
  key: string
}

const stopSteps: StopSteps = [
  { signal: 'SIGTERM', waitMs: 10_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
]
const READY_MS = 60_000

/** Whether there is a Meilisearch to use: MEILI_URL, or a `meilisearch` of 1.50 or later on the PATH. */
export async function hasMeilisearch(env: NodeJS.ProcessEnv): Promise<boolean> {
  return Boolean(env.MEILI_URL) || (await findOnPath(env)) !== undefined
}

/** A Meilisearch that responds: the one of MEILI_URL, or one started on 127.0.0.1 with a `meilisearch` of 1.50 or later on the
 * PATH, or in a container. Throws one sentence that says what to do. */
export async function startMeilisearch(options: MeilisearchOptions): Promise<Meilisearch> {
  const { log, test = false, env = process.env } = options
  if (env.MEILI_URL) return connectExternal(env.MEILI_URL, env.MEILI_MASTER_KEY ?? '', log)
  const dir = resolve(options.dir)
  const pidFile = join(dir, 'meilisearch.pid')
  const server = await startOwnServer({
    ...{ name: 'Meilisearch', dir, port: options.port, log, stopSteps },
    ...{ pidFile, marks: ['meilisearch', dir] },
    find: () => meilisearchLaunch(dir, test, env),
  })
  writeFileSync(pidFile, String(server.pid))
  return { ...server, url: `http://127.0.0.1:${server.port}`, key: storedSecret(join(dir, 'master-key')) }
}

async function connectExternal(url: string, key: string, log: Log): Promise<Meilisearch> {
  const { hostname, port, protocol } = new URL(url)
  const version = await meilisearchVersion(url, key)
  if (!version) {
    throw new Error(`MEILI_URL: no Meilisearch at ${hostname}:${port} accepts the key in MEILI_MASTER_KEY`)
  }
  log(`Using Meilisearch ${version} (MEILI_URL)`)
  const defaultPort = protocol === 'https:' ? 443 : 80
  return { url, key, port: Number(port || defaultPort), version, source: 'MEILI_URL', stop: async () => {} }
}

/** The folder of a release, within `dir`: it opens only its own files. The index is a copy, so the files of others are
 * deleted. */
function dataFolder(dir: string, version: string): string {
  const own = `data-${version}`
  for (const name of readdirSync(dir)) {
    if (name.startsWith('data-') && name !== own) rmSync(join(dir, name), { recursive: true, force: true })
  }
  mkdirSync(join(dir, own), { recursive: true, mode: 0o700 })
  return own
}

/** The version of the Meilisearch at this address; undefined when none responds (yet) or it refuses the key. */
async function meilisearchVersion(url: string, key: string): Promise<string | undefined> {
  try {
    const headers = { authorization: `Bearer ${key}` }
    const signal = AbortSignal.timeout(3_000)
    const response = await fetch(new URL('version', url.endsWith('/') ? url : `${url}/`), { headers, signal })
    const { pkgVersion } = (await response.json()) as { pkgVersion?: string }
    return response.ok ? pkgVersion : undefined
  } catch {
    return undefined
  }
}

/** The image of docker-compose.yml. */
export const MEILISEARCH_IMAGE = 'getmeili/meilisearch:v1.50.0'

const OLDEST = [1, 50] as const

type FoundMeilisearch = { file: string; version: string; source: string; inDocker: boolean }

/** A `meilisearch` of 1.50 or later on the PATH. */
async function findOnPath(env: NodeJS.ProcessEnv): Promise<FoundMeilisearch | undefined> {
  const file = findProgram('meilisearch', env)
  const version = file && (await programVersion(file))
  if (!version) return undefined
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isRecent = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
  return isRecent ? { file, version, source: 'PATH', inDocker: false } : undefined
}

/** A Meilisearch to start: from the PATH, else in a container. Throws one sentence that says what to install. */
async function findMeilisearch(env: NodeJS.ProcessEnv): Promise<FoundMeilisearch> {
  const onPath = await findOnPath(env)
  if (onPath) return onPath
  let tried = 'there is no docker on the PATH'
  const docker = await findDocker(env).catch((error: Error) => {
    tried = error.message
  })
  if (docker) {
    const version = MEILISEARCH_IMAGE.split(':v')[1] ?? ''
    return { file: docker, version, source: `Docker ${MEILISEARCH_IMAGE}`, inDocker: true }
  }
  throw new Error(
    'No Meilisearch to start: install meilisearch 1.50 or later or Docker, set MEILI_URL and MEILI_MASTER_KEY to a running one, ' +
      `or set SEARCH_ENGINE=postgres (there is no meilisearch 1.50 or later on the PATH; ${tried})`,
  )
}

const SMALL = ['--max-indexing-memory', '256MiB', '--max-indexing-threads', '1']

/** How a Meilisearch runs on a folder: as a process, or in a container. */
async function meilisearchLaunch(dir: string, test: boolean, env: NodeJS.ProcessEnv): Promise<Launch> {
  const { file, version, source, inDocker } = await findMeilisearch(env)
  const key = storedSecret(join(dir, 'master-key'))
  const data = dataFolder(dir, version)
  const variables = { ...withoutSettings(env), MEILI_MASTER_KEY: key }
  const logFile = join(dir, 'meilisearch.log')
  const container = inDocker ? containerOf(file, 'meilisearch', dir) : undefined
  const args = (folder: string, address: string) => {
    const where = ['--db-path', join(folder, data), '--http-addr', address]
    return ['--no-analytics', ...where, ...(test ? SMALL : [])]
  }
  const command = ['meilisearch', ...args('/jobboard', '0.0.0.0:7700')]
  const spec = { image: MEILISEARCH_IMAGE, command, port: 7_700, passedOn: ['MEILI_MASTER_KEY'] }
  return {
    version,
    source,
    readyMs: container ? DOCKER_READY_MS : READY_MS,
    plan: (port) =>
      container
        ? container.plan({ ...spec, env: variables, logFile }, port)
        : { command: file, args: args(dir, `127.0.0.1:${port}`), env: variables, logFile },
    // With the key: another server may have taken the port.
    probe: (port) => meilisearchVersion(`http://127.0.0.1:${port}`, key),
    ...(container && { cleanUp: () => container.remove(env) }),
  }
}

/** MEILI_* variables are settings of the server. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('MEILI_')))
}
