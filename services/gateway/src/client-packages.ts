import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ClientPackage } from '@jobboard/api-reference/clients/register-clients'
import { runProgram } from '@jobboard/api-reference/static-file'

const root = fileURLToPath(new URL('../../../', import.meta.url))
// In an image, whose build has made them.
const built = join(root, 'clients', 'dist')
// In a checkout: a process of its own makes them from the sources as they are.
const program = pathToFileURL(join(root, 'tools', 'client-packages', 'src', 'main.ts')).href

/** The packages of the clients of this release. */
export async function readClientPackages(): Promise<ClientPackage[]> {
  const index = join(built, 'index.json')
  if (!existsSync(index)) {
    const packages: (ClientPackage & { bytes: string })[] = JSON.parse((await runProgram(program)).toString())
    return packages.map((one) => ({ ...one, bytes: Buffer.from(one.bytes, 'base64') }))
  }
  const packages: Omit<ClientPackage, 'bytes'>[] = JSON.parse(await readFile(index, 'utf8'))
  return Promise.all(packages.map(async (one) => ({ ...one, bytes: await readFile(join(built, one.file)) })))
}
