import { createHash } from 'node:crypto'
import type { ClientPackage } from '@jobboard/api-reference/clients/register-clients'
import { readManifest } from './files.ts'
import { packMcp } from './mcp.ts'
import { packSdk } from './sdk.ts'
import { npmTarball } from './tar.ts'
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
