import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { intoCache, type NatsProgram } from './nats-cache.ts'
import { lastLine, runCommand } from './run-command.ts'

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

/** nats-server from the official release, in the cache only if it has the pinned checksum. Nothing for a machine
 *  without a pin. Throws when it cannot be had or differs. */
export async function natsFromRelease(
  cache: string,
  log: (line: string) => void,
  signal?: AbortSignal,
  release: NatsRelease = pinned,
): Promise<NatsProgram | undefined> {
  const machine = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
  const sha256 = release.sha256[machine]
  if (!sha256) return undefined
  log(`Downloading nats-server ${release.version}…`)
  const name = `nats-server-v${release.version}-${machine}`
  return intoCache(cache, async (work) => {
    const archive = join(work, 'nats-server.tar.gz')
    const url = `${release.from}/v${release.version}/${name}.tar.gz`
    writeFileSync(archive, await download(url, sha256, signal))
    const { code, output } = await runCommand('tar', ['-xzf', archive, '-C', work], { timeoutMs: 60_000 })
    if (code !== 0) throw new Error(lastLine(output))
    return join(work, name, 'nats-server')
  })
}

async function download(url: string, sha256: string, stop?: AbortSignal): Promise<Buffer> {
  const signal = AbortSignal.any([AbortSignal.timeout(120_000), ...(stop ? [stop] : [])])
  const response = await fetch(url, { signal }).catch((error: Error) => {
    throw new Error(
      `${new URL(url).host}: ${error.cause instanceof Error ? error.cause.message : error.message}`,
    )
  })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  const digest = createHash('sha256').update(bytes).digest('hex')
  if (digest !== sha256) throw new Error(`${url} is not the pinned file (its SHA-256 is ${digest})`)
  return bytes
}
