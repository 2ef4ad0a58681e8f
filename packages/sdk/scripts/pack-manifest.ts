// npm applies no `exports` of publishConfig. `published` puts them in place before the package is packed, and
// `workspace` undoes that: the workspace runs the sources, the published package the build.
import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const manifest = fileURLToPath(new URL('../package.json', import.meta.url))
const original = `${manifest}.workspace`

const target = process.argv[2]
if (target === 'published') {
  copyFileSync(manifest, original)
  const { publishConfig, ...fields } = JSON.parse(readFileSync(manifest, 'utf8'))
  const { exports, ...config } = publishConfig
  writeFileSync(manifest, `${JSON.stringify({ ...fields, exports, publishConfig: config }, null, 2)}\n`)
} else if (target === 'workspace') {
  if (existsSync(original)) renameSync(original, manifest)
} else {
  throw new Error('usage: pack-manifest.ts published | workspace')
}
