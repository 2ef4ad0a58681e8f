import { createHash } from 'node:crypto'
import { type Files, readFiles, readText, text } from './files.ts'
import { zip } from './zip.ts'

const folder = 'clients/python'

/** The Python client as a wheel, with the name that pip expects. The manifest is read as far as this client needs it:
 * a value that is missing is an error. */
export function packWheel(): { file: string; bytes: Buffer; version: string; requires: string } {
  const manifest = readText(`${folder}/pyproject.toml`)
  const value = (key: string) => find(manifest, new RegExp(`^${key} = "([^"]*)"$`, 'm'), key)
  const [name, version, requires] = [value('name'), value('version'), value('requires-python')]
  const dependencies = find(manifest, /^dependencies = \[([^\]]*)\]/m, 'dependencies')
  const metadata = [
    'Metadata-Version: 2.1',
    `Name: ${name}`,
    `Version: ${version}`,
    `Summary: ${value('description')}`,
    'License: MIT',
    `Requires-Python: ${requires}`,
    ...[...dependencies.matchAll(/"([^"]+)"/g)].map(([, one]) => `Requires-Dist: ${one}`),
    'Description-Content-Type: text/markdown',
  ]
  const normalized = name.replaceAll('-', '_')
  const info = `${normalized}-${version}.dist-info`
  const sources = readFiles(`${folder}/jobboard`, /\.(py|typed)$/)
  const files: Files = new Map([
    ...[...sources.keys()].sort().map((path) => [`jobboard/${path}`, sources.get(path)!] as const),
    [`${info}/METADATA`, text(`${metadata.join('\n')}\n\n${readText(`${folder}/README.md`)}`)],
    [`${info}/WHEEL`, text(WHEEL)],
    [`${info}/licenses/LICENSE`, text(readText(`${folder}/LICENSE`))],
  ])
  const record = [...files].map(([path, { bytes }]) => {
    return `${path},sha256=${createHash('sha256').update(bytes).digest('base64url')},${bytes.length}\n`
  })
  files.set(`${info}/RECORD`, text(`${record.join('')}${info}/RECORD,,\n`))
  return { file: `${normalized}-${version}-py3-none-any.whl`, bytes: zip(files), version, requires }
}

const WHEEL = `Wheel-Version: 1.0
Generator: jobboard
Root-Is-Purelib: true
Tag: py3-none-any
`

function find(manifest: string, pattern: RegExp, key: string): string {
  const found = pattern.exec(manifest)?.[1]
  if (found === undefined) throw new Error(`${folder}/pyproject.toml has no ${key} that can be read`)
  return found
}
