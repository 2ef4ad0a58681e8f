// Makes the packages of the clients: with a folder, writes them there beside index.json, which describes them; without
// one, prints the index with the bytes of each as base64, made again only when a source has changed.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readFiles, root } from './files.ts'

const CACHE = join(root, 'node_modules/.cache/client-packages')
/** What the packages are made of; the lock file has the versions of the tools and of what is bundled. */
const SOURCES = ['packages/sdk', 'packages/mcp', 'clients/python', 'tools/client-packages/src']
const ENDINGS = /\.(?:ts|py|typed|toml|json|md)$|LICENSE$/

// Loaded when it is needed: it holds a compiler.
const build = async () => (await import('./build.ts')).buildPackages()

const folder = process.argv[2]
if (folder === undefined) process.stdout.write(await printed())
else {
  const packages = await build()
  mkdirSync(folder, { recursive: true })
  for (const { file, bytes } of packages) writeFileSync(join(folder, file), bytes)
  const index = packages.map(({ bytes: _, ...one }) => one)
  writeFileSync(join(folder, 'index.json'), `${JSON.stringify(index, null, 2)}\n`)
}

/** The packages as JSON: kept in `node_modules/.cache` until a source changes. */
async function printed(): Promise<string> {
  const file = `${version()}.json`
  try {
    return readFileSync(join(CACHE, file), 'utf8')
  } catch {
    const made = (await build()).map((one) => ({ ...one, bytes: one.bytes.toString('base64') }))
    const text = JSON.stringify(made)
    try {
      keep(file, text)
    } catch {
      // A folder that is not writable costs the time of the next start only.
    }
    return text
  }
}

function keep(file: string, text: string): void {
  mkdirSync(CACHE, { recursive: true })
  const part = join(CACHE, `${process.pid}.part`)
  writeFileSync(part, text)
  renameSync(part, join(CACHE, file))
  for (const other of readdirSync(CACHE)) {
    if (other !== file && other.endsWith('.json')) rmSync(join(CACHE, other), { force: true })
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
