// Makes the packages of the clients: with a folder, writes them there beside index.json, which describes them; without
// one, prints the index with the bytes of each as base64, made again only when a source has changed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { kept } from './kept.ts'

// Loaded when it is needed: it holds a compiler.
const build = async () => (await import('./build.ts')).buildPackages()

const folder = process.argv[2]
if (folder === undefined) {
  const print = async () =>
    JSON.stringify((await build()).map((one) => ({ ...one, bytes: one.bytes.toString('base64') })))
  process.stdout.write(await kept(print))
} else {
  const packages = await build()
  mkdirSync(folder, { recursive: true })
  for (const { file, bytes } of packages) writeFileSync(join(folder, file), bytes)
  const index = packages.map(({ bytes: _, ...one }) => one)
  writeFileSync(join(folder, 'index.json'), `${JSON.stringify(index, null, 2)}\n`)
}
