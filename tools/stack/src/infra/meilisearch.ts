import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DOCKER_READY_MS } from './docker.ts'
import type { Log } from './log.ts'
import { findMeilisearch, findOnPath } from './meilisearch/find.ts'
import { meilisearchLaunch } from './meilisearch/launch.ts'
import { claimFolder } from './process/claim-folder.ts'
import { runServer } from './process/run-server.ts'
import { stopLeftover } from './process/stop-leftover.ts'
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

export type Meilisearch = {
  url: string
  /** Master key. */
  key: string
  port: number
  version: string
  source: string
  /** Resolves when the server has ended. Does nothing to a server from MEILI_URL. */
  stop(): Promise<void>
  /** Absent for a server from MEILI_URL. */
  pid?: number
  /** Resolves when the server has ended, by `stop` or by itself. */
  exited?: Promise<void>
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
  const program = await findMeilisearch(env)
  const dir = resolve(options.dir)
  const claim = claimFolder(dir, 'Meilisearch')
  try {
    const pidFile = join(dir, 'meilisearch.pid')
    await stopLeftover({ name: 'Meilisearch', pidFile, marks: ['meilisearch', dir], stopSteps, log })
    log(`Starting Meilisearch ${program.version} (${program.source})…`)
    const key = storedSecret(join(dir, 'master-key'))
    const data = dataFolder(dir, program.version)
    const { plan, cleanUp } = meilisearchLaunch(program, { dir, data, key, test }, env)
    await cleanUp()
    const server = await runServer({
      name: 'Meilisearch',
      port: options.port,
      plan,
      // With the key: another server may have taken the port.
      probe: (port) => meilisearchVersion(`http://127.0.0.1:${port}`, key),
      stopSteps,
      readyMs: program.inDocker ? DOCKER_READY_MS : READY_MS,
    })
    writeFileSync(pidFile, String(server.pid))
    return {
      url: `http://127.0.0.1:${server.port}`,
      key,
      port: server.port,
      version: server.version,
      source: program.source,
      stop: () => server.stop().finally(cleanUp).finally(claim.release),
      pid: server.pid,
      exited: server.exited,
    }
  } catch (error) {
    claim.release()
    throw error
  }
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
