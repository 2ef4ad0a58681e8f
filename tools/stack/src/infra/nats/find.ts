import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { findDocker } from '../docker.ts'
import type { Log } from '../log.ts'
import { findProgram, findSystemTool, lastLine, programVersion, runCommand } from '../process/find-program.ts'

export type NatsSource = 'path' | 'cache' | 'apt' | 'release' | 'docker'
export type FoundNats = NatsProgram & { source: string; inDocker: boolean }
export type FindNatsOptions = {
  /** The sources to try, in this order; all of them unless given. */
  from?: NatsSource[]
  /** Ends the search. */
  signal?: AbortSignal
}

type Finder = (env: NodeJS.ProcessEnv, log: Log, signal?: AbortSignal) => Promise<NatsProgram | undefined>

export const NATS_IMAGE = 'nats:2.15'

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

export type NatsProgram = { file: string; version: string }

/** Folder of downloaded programs, one per user: `~/.cache/jobboard`. */
export function cacheFolder(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache'), 'jobboard')
}

/** The newest nats-server in the cache that runs on this machine. */
export async function cachedNats(cache: string): Promise<NatsProgram | undefined> {
  if (!existsSync(cache)) return undefined
  const names = readdirSync(cache).filter((name) => /^nats-\d/.test(name))
  for (const name of names.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))) {
    const file = join(cache, name, 'nats-server')
    const version = await programVersion(file)
    if (version) return { file, version }
  }
  return undefined
}

/** Runs `fetch` in a temporary folder and moves the nats-server that it returns into the cache, atomically.
 *  Throws what `fetch` throws, and when the program does not run on this machine. */
async function fetchIntoCache(cache: string, fetch: (work: string) => Promise<string>): Promise<NatsProgram> {
  mkdirSync(cache, { recursive: true, mode: 0o700 })
  const work = mkdtempSync(join(cache, 'work-'))
  try {
    const fetched = await fetch(work)
    const version = await programVersion(fetched)
    if (!version) throw new Error('the nats-server that was fetched does not run on this machine')
    const [draft, folder] = [join(work, 'draft'), join(cache, `nats-${version}`)]
    mkdirSync(draft)
    copyFileSync(fetched, join(draft, 'nats-server'))
    chmodSync(join(draft, 'nats-server'), 0o755)
    // Another process may have cached the same version meanwhile.
    if (!existsSync(folder)) renameSync(draft, folder)
    return { file: join(folder, 'nats-server'), version }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

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
    const { code, output } = await runCommand(dpkg, ['-x', await downloadPackage(apt, work), unpacked], {
      timeoutMs: 60_000,
    })
    if (code !== 0) throw new Error(lastLine(output))
    return join(unpacked, 'usr/sbin/nats-server')
  })
}

/** The .deb file, downloaded into the folder `work`. */
async function downloadPackage(apt: string, work: string): Promise<string> {
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

/** A release of nats-server: where it is, and the SHA-256 of the archive per machine. */
export type NatsRelease = { version: string; from: string; sha256: Record<string, string> }

// Checksums as the official images pin them: github.com/nats-io/nats-docker, 2.14.x/alpine3.22/Dockerfile.
const pinned: NatsRelease = {
  version: '2.14.5',
  from: 'https://github.com/nats-io/nats-server/releases/download',
  sha256: {
    'linux-amd64': '5e3b603d47c447bda1f77f9ac16dbf91c90aac4ff3681f8fbbc7201e4ed99355',
    'linux-arm64': '673a98d3faa79dde3f9ebf16d6dfac36a5f694e7ad2015e4954dd7939c85cd4c',
  },
}
const DOWNLOAD_TIMEOUT_MS = 120_000

/** nats-server from the official release, cached only when it has the pinned checksum. Undefined on a machine without
 *  a pinned checksum. Throws when it cannot be downloaded or has another checksum. */
export async function natsFromRelease(
  cache: string,
  log: Log,
  { release = pinned, signal }: { release?: NatsRelease; signal?: AbortSignal } = {},
): Promise<NatsProgram | undefined> {
  const machine = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
  const sha256 = release.sha256[machine]
  if (!sha256) return undefined
  log(`Downloading nats-server ${release.version}…`)
  const name = `nats-server-v${release.version}-${machine}`
  return fetchIntoCache(cache, async (work) => {
    const archive = join(work, 'nats-server.tar.gz')
    const url = `${release.from}/v${release.version}/${name}.tar.gz`
    writeFileSync(archive, await downloadArchive(url, sha256, signal))
    const { code, output } = await runCommand('tar', ['-xzf', archive, '-C', work], { timeoutMs: 60_000 })
    if (code !== 0) throw new Error(lastLine(output))
    return join(work, name, 'nats-server')
  })
}

async function downloadArchive(url: string, sha256: string, stopping?: AbortSignal): Promise<Buffer> {
  const timeout = AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS)
  const signal = stopping ? AbortSignal.any([timeout, stopping]) : timeout
  const response = await fetch(url, { signal }).catch((error: Error) => {
    const reason = error.cause instanceof Error ? error.cause.message : error.message
    throw new Error(`${new URL(url).host}: ${reason}`)
  })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  const digest = createHash('sha256').update(bytes).digest('hex')
  if (digest !== sha256) throw new Error(`${url} is not the pinned file (its SHA-256 is ${digest})`)
  return bytes
}
