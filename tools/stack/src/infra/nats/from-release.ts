import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { lastLine, runCommand } from '../process/run-command.ts'
import { fetchIntoCache, type NatsProgram } from './cache.ts'

/** A release of nats-server: where it is, and the SHA-256 of the archive per machine. */
export type NatsRelease = { version: string; from: string; sha256: Record<string, string> }

// Checksums as the official images pin them: github.com/nats-io/nats-docker, 2.12.x/alpine3.22/Dockerfile.
const pinned: NatsRelease = {
  version: '2.12.15',
  from: 'https://github.com/nats-io/nats-server/releases/download',
  sha256: {
    'linux-amd64': '58ab8131f819263897e2fc38e503e1b755b63bcafeecc7d12582487df48ca15e',
    'linux-arm64': 'b724db99fefbf8f5c808baa82819ee50350aee9734017e4a478f7e545cef3ab6',
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
    writeFileSync(archive, await download(url, sha256, signal))
    const { code, output } = await runCommand('tar', ['-xzf', archive, '-C', work], { timeoutMs: 60_000 })
    if (code !== 0) throw new Error(lastLine(output))
    return join(work, name, 'nats-server')
  })
}

async function download(url: string, sha256: string, stopping?: AbortSignal): Promise<Buffer> {
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
