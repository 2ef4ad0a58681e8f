// Makes the packages of the clients: with a folder, writes them there beside index.json, which describes them; without
// one, prints the index with the bytes of each as base64.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPackages } from './build.ts'

const packages = await buildPackages()
const folder = process.argv[2]
if (folder === undefined) {
  process.stdout.write(
    JSON.stringify(packages.map((one) => ({ ...one, bytes: one.bytes.toString('base64') }))),
  )
} else {
  mkdirSync(folder, { recursive: true })
  for (const { file, bytes } of packages) writeFileSync(join(folder, file), bytes)
  const index = packages.map(({ bytes: _, ...one }) => one)
  writeFileSync(join(folder, 'index.json'), `${JSON.stringify(index, null, 2)}\n`)
}
