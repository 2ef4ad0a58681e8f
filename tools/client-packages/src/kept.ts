import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFiles, root } from './files.ts'

const folder = join(root, 'node_modules/.cache/client-packages')

/** What the packages are made of; the lock file has the versions of the tools and of what is bundled. */
const SOURCES = ['packages/sdk', 'packages/mcp', 'clients/python', 'tools/client-packages/src']
const ENDINGS = /\.(?:ts|py|typed|toml|json|md)$|LICENSE$/

/** A text that is made of the sources: kept in `node_modules/.cache` until one of them changes. */
export async function kept(make: () => Promise<string>): Promise<string> {
  const file = `${version()}.json`
  try {
    return readFileSync(join(folder, file), 'utf8')
  } catch {
    const made = await make()
    try {
      keep(file, made)
    } catch {
      // A folder that is not writable costs the time of the next start only.
    }
    return made
  }
}

function keep(file: string, made: string): void {
  mkdirSync(folder, { recursive: true })
  const part = join(folder, `${process.pid}.part`)
  writeFileSync(part, made)
  renameSync(part, join(folder, file))
  for (const other of readdirSync(folder)) {
    if (other !== file && other.endsWith('.json')) rmSync(join(folder, other), { force: true })
  }
}

function version(): string {
  const hash = createHash('sha256').update(process.version)
  const add = (path: string, bytes: Buffer) => hash.update(`\0${path}\0${bytes.length}\0`).update(bytes)
  add('package-lock.json', readFileSync(join(root, 'package-lock.json')))
  for (const source of SOURCES) {
    const files = readFiles(source, ENDINGS)
    for (const path of [...files.keys()].sort()) add(`${source}/${path}`, files.get(path)!.bytes)
  }
  return hash.digest('hex').slice(0, 32)
}
