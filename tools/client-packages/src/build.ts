import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { ClientPackage } from '@jobboard/api-reference/clients/register-clients'
import type { Files } from './files.ts'
import { readManifest } from './files.ts'
import { packMcp } from './mcp.ts'
import { packSdk } from './sdk.ts'
import { packWheel } from './wheel.ts'

/** All packages, made from the sources of this checkout. The same sources have the same bytes. */
export async function buildPackages(): Promise<ClientPackage[]> {
  const sdk = readManifest('packages/sdk')
  const mcp = readManifest('packages/mcp')
  const wheel = packWheel()
  const npm = { mediaType: 'application/gzip' }
  const parts = [
    {
      ...npm,
      client: 'typescript' as const,
      title: 'TypeScript SDK',
      version: sdk.version,
      file: `jobboard-sdk-${sdk.version}.tgz`,
      requires: `Node ${sdk.engines.node}, Deno, Bun or a browser`,
      bytes: npmTarball(packSdk()),
    },
    {
      client: 'python' as const,
      title: 'Python client',
      version: wheel.version,
      file: wheel.file,
      mediaType: 'application/zip',
      requires: `Python ${wheel.requires}`,
      bytes: wheel.bytes,
    },
    {
      ...npm,
      client: 'mcp' as const,
      title: 'MCP server for assistants',
      version: mcp.version,
      file: `jobboard-mcp-${mcp.version}.tgz`,
      requires: `Node ${mcp.engines.node}`,
      bytes: npmTarball(await packMcp()),
    },
  ]
  return parts.map((one) => ({ ...one, sha256: createHash('sha256').update(one.bytes).digest('hex') }))
}

const BLOCK = 512
// npm gives files this time too: a package has the same bytes on every day.
const MODIFIED_SECONDS = Date.UTC(1985, 9, 26, 8, 15) / 1_000

/** A `.tgz` as `npm install` takes it: the files in the folder `package`, sorted, with one fixed time. */
export function npmTarball(files: Files): Buffer {
  const names = [...files.keys()].sort()
  const parts = names.flatMap((name) => {
    const { bytes, executable = false } = files.get(name)!
    const padding = Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)
    return [header(`package/${name}`, bytes.length, executable ? 0o755 : 0o644), bytes, padding]
  })
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { level: 9 })
}

/** The header of a file in the format ustar. */
function header(name: string, size: number, mode: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long for a name in a tarball`)
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`
  block.write(name, 0)
  block.write(octal(mode, 8), 100)
  block.write(octal(0, 8), 108)
  block.write(octal(0, 8), 116)
  block.write(octal(size, 12), 124)
  block.write(octal(MODIFIED_SECONDS, 12), 136)
  block.write(' '.repeat(8), 148)
  block.write('0', 156)
  block.write('ustar\0', 257)
  block.write('00', 263)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}
